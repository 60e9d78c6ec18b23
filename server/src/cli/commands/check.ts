/** The options and help of `endpoints check`. */
import { listed } from '../../text/quote.ts';
import { reporterNames } from '../../reports/reporters.ts';
import {
  buildOption,
  configOption,
  maxFileSizeOption,
  versionsOption,
  type Command,
  type CommandOptions,
} from './command.ts';

export const checkOptions = {
  fix: { type: 'boolean', default: false, does: 'apply safe fixes and report what remains' },
  quiet: { type: 'boolean', short: 'q', default: false, does: 'report errors only' },
  'kubernetes-version': versionsOption,
  severity: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'CODE=LEVEL',
    does: 'set a rule to off, hint, info, warning or error',
  },
  baseline: { type: 'string', value: 'FILE', does: 'ignore findings recorded in FILE' },
  'write-baseline': {
    type: 'boolean',
    default: false,
    does: 'record all findings in the baseline file',
  },
  since: { type: 'string', value: 'GITREF', does: 'report only files changed since a commit' },
  format: {
    type: 'string',
    short: 'f',
    multiple: true,
    default: [] as string[],
    value: 'NAME',
    does: 'report format, such as json, sarif, junit or github',
  },
  output: {
    type: 'string',
    short: 'o',
    multiple: true,
    default: [] as string[],
    value: 'FILE',
    does: 'write the report of the --format before it to FILE',
  },
  watch: { type: 'boolean', default: false, does: 'check again whenever a file changes' },
  diff: { type: 'boolean', default: false, does: 'with --fix, only print a diff of the fixes', isRare: true },
  all: { type: 'boolean', default: false, does: 'show repeated findings one by one in the text report', isRare: true },
  'max-warnings': { type: 'string', value: 'N', does: 'exit with 1 if there are more than N warnings', isRare: true },
  'stdin-files': {
    type: 'boolean',
    default: false,
    does: 'check the files that standard input lists, such as the output of git diff --name-only',
    isRare: true,
  },
  'stdin-filename': {
    type: 'string',
    value: 'FILE',
    does: 'check standard input as the text of FILE; with --fix, print the fixed text',
    isRare: true,
  },
  markdown: {
    type: 'boolean',
    default: false,
    does: 'also check the YAML and JSON blocks of Markdown files in directories',
    isRare: true,
  },
  build: { ...buildOption, does: 'check what the kustomization at ROOT builds', isRare: true },
  'list-files': { type: 'boolean', default: false, does: 'list how each file is read, without a check', isRare: true },
  config: configOption,
  'max-file-size': maxFileSizeOption,
  shard: {
    type: 'string',
    value: 'I/N',
    does: 'check only part I of N; "endpoints merge" merges the reports',
    isRare: true,
  },
  stats: { type: 'boolean', default: false, does: 'print timings to standard error', isRare: true },
  'no-progress': { type: 'boolean', default: false, does: 'hide the progress bar', isRare: true },
} as const satisfies CommandOptions;

export const checkCommand: Command = {
  name: 'check',
  operands: '[PATH…]',
  summary: 'check files, directories, globs or standard input',
  usage: ['[PATH…] [options]'],
  about: [
    'Checks Endpoints and EndpointSlices as the API server will. PATH is a file, a directory, a quoted glob or - (standard input); default: this directory.',
    'Reads Kubernetes YAML and JSON, Helm templates, kustomize patches and Pulumi YAML programs. In a directory it reads .yaml, .yml and .json files, and templates in other languages that contain Endpoints, except those that .gitignore excludes. A quoted glob that starts with ! excludes the files that it matches.',
    `--severity, --format and --output can be repeated; CODE can have a *, such as malformed-*. The formats are ${listed(reporterNames, 'and')}; text is the default. --write-baseline writes endpoints-baseline.json unless --baseline names a file. GITREF is a branch, a tag or a commit. --kubernetes-version 1.30,1.36 checks for both versions; a finding that only one of them has names it.`,
  ],
  options: checkOptions,
  exitCodes: [
    ['0', 'no errors, and not too many warnings'],
    ['1', 'errors, or too many warnings, or --diff found fixes'],
    ['2', 'wrong usage or settings, or a file that cannot be read or written'],
    ['3', 'internal error'],
  ],
  examples: [
    'endpoints check --kubernetes-version 1.30,1.36 k8s/',
    'git diff --name-only -z origin/main | endpoints check --stdin-files',
    'endpoints check --severity deprecated-endpoints=off --max-warnings 0',
    'endpoints check --format text --format json --output report.json',
    'endpoints check --shard 1/4 --format json --output part-1.json',
  ],
};
