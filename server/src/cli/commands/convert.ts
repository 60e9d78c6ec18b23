/** The options and help of `endpoints convert`. */
import { targetLanguages } from '../../convert/translate/carried.ts';
import {
  buildOption,
  configOption,
  maxFileSizeOption,
  versionsOption,
  type Command,
  type CommandOptions,
} from './command.ts';

export const convertOptions = {
  write: { type: 'boolean', default: false, does: 'write the files; asks first on a terminal' },
  yes: { type: 'boolean', short: 'y', default: false, does: 'with --write, do not ask' },
  report: {
    type: 'boolean',
    default: false,
    does: 'only list what converts and what does not',
  },
  format: {
    type: 'string',
    short: 'f',
    value: 'FORMAT',
    words: ['text', 'json', 'markdown'],
    does: 'report as text (default), json or markdown',
  },
  build: buildOption,
  stdout: { type: 'boolean', default: false, does: 'print the changed texts as one YAML stream' },
  to: {
    type: 'string',
    value: 'TARGET',
    words: ['endpointslice', 'endpoints', ...targetLanguages],
    default: 'endpointslice',
    does: 'endpointslice (default), endpoints or a language',
  },
  mode: {
    type: 'string',
    value: 'replace|add',
    default: 'replace',
    does: 'add keeps the Endpoints (default replace)',
  },
  readers: { type: 'boolean', default: false, does: 'also change the readers, and plan the rest in steps' },
  steps: { type: 'string', value: 'DIR', does: 'with --readers, write a plan and patches to DIR' },
  output: { type: 'string', short: 'o', value: 'FILE', does: 'with a language: write FILE', isRare: true },
  'managed-by': {
    type: 'string',
    value: 'NAME',
    does: 'managed-by label (default hand-written)',
    isRare: true,
  },
  'address-type': {
    type: 'string',
    value: 'IPv4|IPv6',
    does: 'family of addresses that are not known',
    isRare: true,
  },
  'app-protocol': {
    type: 'string',
    value: 'NAME',
    does: 'in Terraform: app_protocol of ports, for typed slices',
    isRare: true,
  },
  'ignore-readers': {
    type: 'boolean',
    default: false,
    does: 'also convert objects that a reader certainly loses',
    isRare: true,
  },
  diff: {
    type: 'boolean',
    default: false,
    does: 'print a diff for git apply or patch -p1 (the default)',
    isRare: true,
  },
  'kubernetes-version': { ...versionsOption, isRare: true },
  config: configOption,
  'max-file-size': maxFileSizeOption,
} as const satisfies CommandOptions;

export const convertCommand: Command = {
  name: 'convert',
  operands: 'PATH…',
  summary: 'convert to EndpointSlices, programs or manifests',
  usage: ['PATH… [options]'],
  about: [
    'Converts Endpoints to EndpointSlices, or back, and keeps comments. Without options it prints a diff and writes nothing.',
    `With --to ${targetLanguages.slice(0, -1).join(', ')} or ${targetLanguages.at(-1)}, prints the Endpoints, EndpointSlices and their Services as a program or a manifest.`,
    'Converts manifests, programs and Terraform. Resources with errors in any of the Kubernetes versions stay unchanged. What an EndpointSlice cannot express is listed. PATH is a file, a directory, a quoted glob, or - for standard input, as for "endpoints check".',
  ],
  options: convertOptions,
  notes: [
    'Results go to standard output, problems and resources that need manual work to standard error. Each file is written as a whole or not at all, and not if it has changed since it was read.',
  ],
  exitCodes: [
    ['0', 'everything was converted, or there is nothing to convert'],
    ['1', 'something needs manual work, or a reader loses an object'],
    ['2', 'wrong usage, or a file that cannot be read or written'],
    ['3', 'internal error'],
  ],
  examples: [
    'endpoints convert k8s/',
    'endpoints convert --write k8s/ --managed-by platform-team',
    'endpoints convert --report --format markdown . > report.md',
    'endpoints convert --readers --steps roll-out .',
    'helm template . | endpoints convert --stdout -',
    'endpoints convert --to typescript k8s/ -o index.ts',
  ],
};
