/** The options and help of `endpoints why`. */
import { formatOption, type Command, type CommandOptions } from './command.ts';
import { trafficFilesOptions } from './traffic-files.ts';

const { build, mirroring, ...others } = trafficFilesOptions;

export const whyOptions = {
  namespace: { type: 'string', value: 'NAME', short: 'n', does: 'namespace of the Service (or write NAME/SERVICE)' },
  from: { type: 'string', value: 'zone=…,node=…', does: 'where the client is (default: every node)' },
  through: {
    type: 'string',
    value: 'NAME',
    does: 'another program that reads Services, such as traefik-tcp (default kube-proxy)',
  },
  family: { type: 'string', value: 'IPv4|IPv6', does: 'one IP family (default: those of the Service)' },
  mirroring,
  build,
  format: formatOption,
  ...others,
} as const satisfies CommandOptions;

export const whyCommand: Command = {
  name: 'why',
  operands: 'SERVICE[:PORT] [ADDRESS] [PATH…]',
  summary: 'explain why traffic arrives at a Service, or not',
  usage: ['SERVICE[:PORT] [ADDRESS] [PATH…] [options]'],
  about: [
    'Explains what a client of SERVICE meets: its name, its cluster IP, its port, its slices, its endpoints; where it breaks, and what to change.',
    'PORT is the name or the number of a port of the Service. With ADDRESS, an IP address, the question is whether this endpoint gets traffic. PATH is a file, a directory, a glob or -, as for "endpoints check"; default: this directory. The files around it are read, too.',
    'Without --from, every node and zone that the objects name is considered, and one that they do not name.',
  ],
  options: whyOptions,
  exitCodes: [
    ['0', 'traffic arrives; with ADDRESS, at least from some nodes or at some ports'],
    ['1', 'no traffic arrives, not all of it does, or this is not certain'],
    ['2', 'wrong usage or settings, no such Service, or an unreadable file'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints why shop/orders-db:postgres k8s/', 'endpoints why orders-db 10.20.0.15 --from zone=eu-1a'],
};
