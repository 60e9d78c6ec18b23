/** Reports port numbers outside of 1 to 65535. */
import { EndpointPort } from '../contract/endpoints.ts';
import { ServicePort } from '../contract/service.ts';
import { defineRule } from '../lint/rule.ts';

export const portOutOfRange = defineRule({
  code: 'port-out-of-range',
  summary: 'A port number must be between 1 and 65535.',
  enforcedBy: 'server',
  on: [EndpointPort, 'port'],
  alsoOn: [ServicePort],
  check(port, { report }) {
    const number = port.value.value;
    if (number >= 1n && number <= 65535n) return;
    const read = String(number) === port.value.text ? String(number) : `${port.value.text} (read as ${number})`;
    report(port, `Port ${read} does not exist. Write a number from 1 to 65535.`);
  },
});
