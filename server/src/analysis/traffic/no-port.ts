/** The port of a question on a Service that compares no ports, such as a headless one without any. */
import type { OfferedPort } from './model.ts';

export const noPort: OfferedPort = {
  name: '',
  protocol: 'TCP',
  number: 0,
  target: undefined,
  appProtocol: '',
  hasNodePort: false,
  path: [],
};
