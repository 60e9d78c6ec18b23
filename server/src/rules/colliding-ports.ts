/** Subsets with the same addresses become one EndpointSlice, in which the names of all their ports must differ. */
import type { Bound } from '../analysis/binding/bind.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { addressesKey, isRepacked, portPacks } from '../analysis/slices/repack.ts';
import type { PackedAddress, PortPack } from '../analysis/slices/repack.ts';
import { isFullyStatic } from '../analysis/binding/static-value.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const collidingPorts = defineRule({
  code: 'colliding-ports',
  summary: 'Ports for the same addresses should not share a name, in whichever subsets they stand.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [Endpoints, 'subsets'],
  check(subsets, { report, binding, document, minor }) {
    if (!isRepacked(subsets, binding.root, minor) || document.issues.length > 0 || !isFullyStatic(subsets)) return;
    const ports = portPacks(subsets, minor).filter(({ addresses }) => [...addresses.values()].some(isValid));
    for (const { item, first } of repeated(ports, keyOf)) {
      if (!item.node || !first.node || item.subsets[0] === first.subsets[0]) continue;
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
function keyOf(pack: PortPack): string | undefined {
  return pack.node && JSON.stringify([nameIn(pack.node), addressesKey(pack)]);
}

function isValid({ record }: PackedAddress): boolean {
  return record.parsed !== undefined;
}

function nameIn(port: Bound): string {
  return textOf(member(port, 'name')) ?? '';
}

function placeIn(port: Bound): Bound {
  return (nameIn(port) !== '' && member(port, 'name')) || member(port, 'port') || port;
}
