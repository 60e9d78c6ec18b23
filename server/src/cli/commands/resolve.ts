/** The options and help of `endpoints resolve`. */
import { formatOption, type Command, type CommandOptions } from './command.ts';
import { trafficFilesOptions } from './traffic-files.ts';

const { build, mirroring, ...others } = trafficFilesOptions;

export const resolveOptions = {
  namespace: {
    type: 'string',
    short: 'n',
    value: 'NAME',
    default: 'default',
    does: 'namespace of the Pod that asks, for short names (default "default")',
  },
  mirroring,
  build,
  format: formatOption,
  ...others,
} as const satisfies CommandOptions;

export const resolveCommand: Command = {
  name: 'resolve',
  operands: 'NAME [TYPE] [PATH…]',
  summary: 'show what DNS answers for a name, or why not',
  usage: ['NAME [TYPE] [PATH…] [options]', 'NAME [TYPE] --build ROOT [options]'],
  about: [
    'Simulates CoreDNS: prints what it answers for a name of the cluster, from the Services and EndpointSlices in files. If there is no answer, it prints the reason and what to change.',
    'NAME is a name as a Pod writes it, such as db, db.shop or _postgres._tcp.db.shop, or an IP address. TYPE is A, AAAA, SRV, CNAME, PTR, TXT or another type. The default is PTR for an IP address, SRV for a name that starts with _, and A and AAAA for any other name.',
    'PATH is a file, a directory, a glob or -, as for "endpoints check"; default: this directory. The files around it are read, too. The answer assumes that the API server accepts the objects.',
  ],
  options: resolveOptions,
  exitCodes: [
    ['0', 'there is an answer'],
    ['1', 'there is no answer'],
    ['2', 'wrong usage or settings, or an unreadable file'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints resolve db.shop', 'endpoints resolve _postgres._tcp.db SRV k8s/ --namespace shop'],
};
