/** What `endpoints slices` is called with. */
import { formatOption, versionOption } from './command.ts';
import type { Command, CommandOptions } from './command.ts';

export const slicesOptions = {
  'assume-service': {
    type: 'boolean',
    default: false,
    does: 'take for granted a Service that is not among the files',
  },
  format: formatOption,
  'kubernetes-version': {
    ...versionOption,
    does: 'the version whose control plane mirrors, from 1.20; the newest by default',
  },
} as const satisfies CommandOptions;

export const slicesCommand: Command = {
  name: 'slices',
  operands: 'FILES…',
  summary: 'show the EndpointSlices that Kubernetes makes of Endpoints',
  usage: ['FILES… [options]'],
  about: [
    'Shows which EndpointSlices the control plane makes of Endpoints, and what of them is lost on the way. FILES are files, directories, globs or -, as for "endpoints check". There are no slices without the Service of the same namespace and name, so name its file as well.',
  ],
  options: slicesOptions,
  exitCodes: [
    ['0', 'shown'],
    ['1', 'the API server refuses an Endpoints or one of its slices'],
    ['2', 'wrong usage, an unreadable file, or slices that cannot be known; the others are shown'],
    ['3', 'a bug of ours'],
  ],
  examples: ['endpoints slices k8s/', 'kubectl get service,endpoints -A -o yaml | endpoints slices - --format json'],
};
