/** Reports port numbers of a slice outside of 1 to 65535, which the API server does not check. */
import { isLive } from '../analysis/binding/live.ts';
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';

export const unusablePort = defineRule({
  code: 'unusable-port',
  summary: 'A port number of an EndpointSlice should be between 1 and 65535.',
  enforcedBy: 'advice',
  explains: ['port-number'],
  on: [EndpointSlicePort, 'port'],
  check(port, { report, binding }) {
    const number = port.value.value;
    if ((number >= 1n && number <= 65535n) || isLive(binding)) return;
    const read = String(number) === port.value.text ? String(number) : `${port.value.text} (read as ${number})`;
    const message = `Port ${read} does not exist. The API server does not check the number, and consumers ignore such a port. Write a number from 1 to 65535.`;
    report(port, message);
  },
});
