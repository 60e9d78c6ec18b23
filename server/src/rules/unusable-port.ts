/** Reports port numbers of a slice outside of 1 to 65535, which the API server does not check. */
import { integerOf, member } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { defineRule } from '../lint/rule.ts';
import { leavesPortUnserved, portsOfSlice } from '../lint/unnumbered-ports.ts';

export const unusablePort = defineRule({
  code: 'unusable-port',
  summary: 'A port number of an EndpointSlice should be between 1 and 65535.',
  enforcedBy: 'advice',
  on: { relationsOf: ['EndpointSlice', 'EndpointSlicePatch'] },
  check(_resource, { report, binding, around }) {
    if (isLive(binding)) return;
    const misfits = new Set(binding.mismatches.flatMap((mismatch) => ('node' in mismatch ? [mismatch.node] : [])));
    for (const entry of portsOfSlice(binding.root)) {
      const port = member(entry, 'port');
      const number = integerOf(port);
      if (port?.value.kind !== 'scalar' || number === undefined || (number >= 1n && number <= 65535n)) continue;
      if (misfits.has(port) || leavesPortUnserved(entry, around)) continue;
      const { text } = port.value;
      const read = String(number) === text ? String(number) : `${text} (read as ${number})`;
      const message = `Port ${read} does not exist. The API server does not check the number, and consumers ignore such a port. Write a number from 1 to 65535.`;
      report(port, message);
    }
  },
});
