/** Subsets with the same addresses become one EndpointSlice, in which the names of all their ports must differ. */
import type { Bound } from '../analysis/bind.ts';
import { member, textOf } from '../analysis/bind.ts';
import { firstRepacking, mirroredPorts, mirrorStop } from '../analysis/mirroring.ts';
import type { MirroredPort } from '../analysis/mirroring.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { isOpen } from '../tree/value.ts';

export const collidingPorts = defineRule({
  code: 'colliding-ports',
  summary: 'Ports for the same addresses should not share a name, in whichever subsets they stand.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [Endpoints, 'subsets'],
  check(subsets, { report, binding, document, minor }) {
    if (subsets.children.length < 2) return;
    const isKnown = document.issues.length === 0 && isSettled(subsets);
    if (!isKnown || minor < firstRepacking || mirrorStop(binding.root)) return;
    const ports = mirroredPorts(subsets, minor).filter(({ addresses }) => addresses.size > 0);
    for (const { item, first } of repeated(ports, keyOf)) {
      if (!item.node || !first.node || item.subset === first.subset) continue;
      const name = nameIn(item.node);
      const called = name === '' ? 'without a name' : `named ${quote(name)}`;
      const todo = name === '' ? 'Name both, as the Service does.' : 'Name them apart.';
      const message = `Another subset has a port ${called} for the same addresses. The control plane puts both ports into one EndpointSlice, and the API server refuses a slice in which two ports share a name. ${todo}`;
      const related = [{ span: placeIn(first.node).value.span, message: 'The other port is here.' }];
      report(placeIn(item.node), message, { related });
    }
  },
});

/** Equal for ports that meet in one slice, and cannot. */
function keyOf({ node, addresses }: MirroredPort): string | undefined {
  if (!node) return undefined;
  const all = [...addresses].map(([key, { isReady }]) => `${key} ${isReady}`).sort();
  return JSON.stringify([nameIn(node), all]);
}

function nameIn(port: Bound): string {
  return textOf(member(port, 'name')) ?? '';
}

function placeIn(port: Bound): Bound {
  return (nameIn(port) !== '' && member(port, 'name')) || member(port, 'port') || port;
}

/** True where all that is below is known. */
function isSettled(node: Bound): boolean {
  return node.value.kind !== 'opaque' && !isOpen(node.value) && node.children.every(isSettled);
}
