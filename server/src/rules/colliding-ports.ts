/** Reports ports of different subsets with the same name and addresses: mirroring puts them into one EndpointSlice, which the API server rejects. */
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { addressesKey, isRepacked, portPacks, type PortPack } from '../analysis/slices/repack.ts';
import { isFullyStatic } from '../analysis/binding/static-value.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const collidingPorts = defineRule({
  code: 'colliding-ports',
  summary: 'Ports for the same addresses should not share a name, even in different subsets.',
  enforcedBy: 'advice',
  explains: ['unmirrored:rejected', 'unmirrored-address:rejected'],
  on: [Endpoints, 'subsets'],
  check(subsets, { report, binding, document, minor }) {
    if (!isRepacked(subsets, binding.root, minor) || document.issues.length > 0 || !isFullyStatic(subsets)) return;
    const ports = portPacks(subsets, minor).filter(({ addresses }) =>
      [...addresses.values()].some(({ record }) => record.parsed !== undefined),
    );
    for (const { item, first } of repeated(ports, collisionKey)) {
      if (!item.node || !first.node || item.subsets[0] === first.subsets[0]) continue;
      const name = nameIn(item.node);
      const called = name === '' ? 'without a name' : `named ${quote(name)}`;
      const todo =
        name === '' ? 'Give both ports the names of their Service ports.' : 'Give the ports different names.';
      const message = `Another subset has a port ${called} for the same addresses. Both end up in one EndpointSlice, which the API server rejects: port names must be unique. ${todo}`;
      const related = [{ span: placeIn(first.node).value.span, message: 'The other port is here.' }];
      report(placeIn(item.node), message, { related });
    }
  },
});

/** The same text for ports that end up in one slice and share a name. */
function collisionKey(pack: PortPack): string | undefined {
  return pack.node && JSON.stringify([nameIn(pack.node), addressesKey(pack)]);
}

function nameIn(port: Bound): string {
  return textOf(member(port, 'name')) ?? '';
}

function placeIn(port: Bound): Bound {
  return (nameIn(port) !== '' && member(port, 'name')) || member(port, 'port') || port;
}
