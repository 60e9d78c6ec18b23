/** The options and help of `endpoints slices`. */
import {
  buildOption,
  formatOption,
  maxFileSizeOption,
  versionOption,
  type Command,
  type CommandOptions,
} from './command.ts';

export const slicesOptions = {
  build: buildOption,
  'assume-service': {
    type: 'boolean',
    default: false,
    does: 'assume that missing Services exist',
  },
  format: formatOption,
  'kubernetes-version': { ...versionOption, does: 'control plane version, from 1.20 (default: settings or newest)' },
  'max-file-size': maxFileSizeOption,
} as const satisfies CommandOptions;

export const slicesCommand: Command = {
  name: 'slices',
  operands: 'FILES…',
  summary: 'show the EndpointSlices that mirror Endpoints',
  usage: ['FILES… [options]', '--build ROOT [options]'],
  about: [
    'Shows the EndpointSlices that the mirroring controller makes of Endpoints, and what it drops.',
    'FILES are files, directories, globs or -, as for "endpoints check". Endpoints are mirrored only if a Service of the same namespace and name exists, so include its file as well. Of several Kubernetes versions in the settings, the newest counts.',
  ],
  options: slicesOptions,
  exitCodes: [
    ['0', 'all slices are shown'],
    ['1', 'the API server rejects an Endpoints object or one of its slices'],
    ['2', 'wrong usage, an unreadable file, or slices that cannot be predicted'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints slices k8s/', 'kubectl get service,endpoints -A -o yaml | endpoints slices - --format json'],
};
