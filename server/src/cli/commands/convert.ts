/** What `endpoints convert` is called with. */
import { configOption, versionOption } from './command.ts';
import type { Command, CommandOptions } from './command.ts';

export const convertOptions = {
  diff: {
    type: 'boolean',
    default: false,
    heading: 'What to do with the result',
    does: 'show it as a diff, for git apply or patch -p1 (this is the default)',
  },
  stdout: {
    type: 'boolean',
    default: false,
    does: 'print the texts that change, as one YAML stream; of a single file, its text',
  },
  write: { type: 'boolean', default: false, does: 'show the diff, ask on a terminal, and write the files' },
  yes: { type: 'boolean', short: 'y', default: false, does: 'write without asking' },
  report: {
    type: 'boolean',
    default: false,
    does: 'count what converts, what is lost, what needs a person; writes nothing',
  },
  format: {
    type: 'string',
    value: 'text|json|markdown',
    does: 'how to report; text by default, markdown for a pull request',
  },
  to: {
    type: 'string',
    value: 'endpointslice|endpoints',
    default: 'endpointslice',
    heading: 'Options',
    does: 'what to convert to; endpointslice by default',
  },
  mode: {
    type: 'string',
    value: 'replace|add',
    default: 'replace',
    does: 'add keeps the Endpoints, labeled so that they are not mirrored; replace by default',
  },
  'managed-by': {
    type: 'string',
    value: 'NAME',
    does: 'who looks after the slices, as a label; hand-written by default',
  },
  'kubernetes-version': versionOption,
  config: configOption,
} as const satisfies CommandOptions;

export const convertCommand: Command = {
  name: 'convert',
  operands: 'PATH…',
  summary: 'move Endpoints to EndpointSlices, or back',
  usage: ['[--to endpointslice|endpoints] PATH… [options]'],
  about: [
    'Moves Endpoints to EndpointSlices, or back, in manifests and in Pulumi YAML programs: what is written is kept, with its comments, and what cannot be kept is named. Resources with errors stay as they are. PATH is a file, a directory, a quoted glob, or - for standard input, as for "endpoints check".',
  ],
  options: convertOptions,
  notes: [
    'Results go to standard output; problems, and what needs a person, to standard error. Each file is written as a whole or not at all, and not if it has changed since it was read.',
  ],
  exitCodes: [
    ['0', 'everything converts that should, or there is nothing to convert'],
    ['1', 'something needs a person'],
    ['2', 'wrong usage, or a file that cannot be read or written'],
    ['3', 'a bug of ours'],
  ],
  examples: [
    'endpoints convert --to endpointslice k8s/',
    'endpoints convert --to endpointslice --write k8s/ --managed-by platform-team',
    'endpoints convert --to endpointslice --report --format markdown . > report.md',
    'helm template . | endpoints convert --to endpointslice --stdout -',
  ],
};
