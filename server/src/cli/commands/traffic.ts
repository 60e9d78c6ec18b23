/** The options and help of `endpoints traffic`. */
import { formatOption, type Command, type CommandOptions } from './command.ts';
import { trafficFilesOptions } from './traffic-files.ts';

const { build, mirroring, ...others } = trafficFilesOptions;

export const trafficOptions = {
  node: { type: 'string', value: 'NAME', does: 'ask the kube-proxy of this node (default: none, so nothing is local)' },
  zone: { type: 'string', value: 'ZONE', does: 'zone of the node (default: the label of its Node object, or none)' },
  family: { type: 'string', value: 'IPv4|IPv6', does: 'one IP family (default: those of each Service)' },
  consumer: {
    type: 'string',
    value: 'NAME',
    does: 'another program that reads Services, such as traefik-tcp (default kube-proxy)',
  },
  mirroring,
  build,
  format: formatOption,
  ...others,
} as const satisfies CommandOptions;

export const trafficCommand: Command = {
  name: 'traffic',
  operands: '[PATH…]',
  summary: 'show which endpoints get traffic, and why others do not',
  usage: ['[PATH…] [options]', '--build ROOT [options]'],
  about: [
    'Simulates kube-proxy: shows for each Service port the endpoints that get traffic, and for each other address the reason and its place.',
    'PATH is a file, a directory, a glob or -, as for "endpoints check"; default: this directory. The files around it are read, too. The answer assumes that the API server accepts the objects: "endpoints check" reports those that it rejects.',
  ],
  options: trafficOptions,
  exitCodes: [
    ['0', 'every port of a Service with hand-written endpoints gets traffic, or this is not certain'],
    ['1', 'a port of such a Service certainly has no endpoint, or nothing reads a slice or an Endpoints'],
    ['2', 'wrong usage or settings, or an unreadable file'],
    ['3', 'internal error'],
  ],
  examples: [
    'endpoints traffic k8s/ --node worker-1 --zone eu-1a',
    'kubectl get nodes,services,endpointslices -A -o yaml | endpoints traffic -',
  ],
};
