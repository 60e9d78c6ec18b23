/** The options and help of `endpoints traffic`. */
import { consumerNames } from '../../analysis/traffic/consumers/consumers.ts';
import { reporterNames } from '../../reports/reporters.ts';
import { formatOption, type Command, type CommandOptions } from './command.ts';
import { trafficFilesOptions } from './traffic-files.ts';

const { build, mirroring, 'kubernetes-version': kubernetesVersion, ...others } = trafficFilesOptions;

export const trafficOptions = {
  node: { type: 'string', value: 'NAME', does: 'node whose kube-proxy is asked (default: any other)' },
  zone: { type: 'string', value: 'ZONE', does: 'zone of the node (default: label of its Node object)' },
  family: { type: 'string', value: 'IPv4|IPv6', does: 'IP family (default: those of each Service)' },
  consumer: {
    type: 'string',
    value: 'NAME',
    does: 'who reads Services, such as traefik-tcp (default kube-proxy)',
    words: consumerNames,
  },
  mirroring,
  since: { type: 'string', value: 'GITREF', does: 'show only what changes since a commit' },
  build,
  format: {
    ...formatOption,
    value: 'NAME',
    words: [...reporterNames, 'markdown'],
    does: 'text or json; with --since also markdown, github, sarif, …',
  },
  ...others,
  'kubernetes-version': { ...kubernetesVersion, isRare: true },
} as const satisfies CommandOptions;

export const trafficCommand: Command = {
  name: 'traffic',
  operands: '[PATH…]',
  summary: 'show which endpoints of Services get traffic',
  usage: ['[PATH…] [options]', '--build ROOT [options]'],
  about: [
    'Simulates kube-proxy: shows for each Service port the endpoints that get traffic, and for each other address the reason and its place.',
    'PATH is a file, a directory, a glob or -, as for "endpoints check"; default: this directory. The files around it are read, too. The answer assumes that the API server accepts the objects: "endpoints check" reports those that it rejects.',
  ],
  options: trafficOptions,
  exitCodes: [
    ['0', 'each Service port with hand-written objects may get traffic'],
    ['1', 'such a port has no endpoint (--since: any more), or an object has no reader'],
    ['2', 'wrong usage or settings, or an unreadable file'],
    ['3', 'internal error'],
  ],
  examples: [
    'endpoints traffic k8s/ --node worker-1 --zone eu-1a',
    'kubectl get nodes,services,endpointslices -A -o yaml | endpoints traffic -',
  ],
};
