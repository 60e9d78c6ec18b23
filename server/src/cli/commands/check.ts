/** What `endpoints check` is called with. */
import { listed } from '../../text/quote.ts';
import { reporterNames } from '../../reports/reporters.ts';
import { configOption, versionOption } from './command.ts';
import type { Command, CommandOptions } from './command.ts';

export const checkOptions = {
  'stdin-files': {
    type: 'boolean',
    default: false,
    does: 'check the files that standard input names, as git diff --name-only prints them',
  },
  markdown: { type: 'boolean', default: false, does: 'check the blocks of Markdown files in directories, too' },
  fix: { type: 'boolean', default: false, does: 'apply the safe fixes and report what remains' },
  quiet: { type: 'boolean', short: 'q', default: false, does: 'report errors only' },
  'kubernetes-version': versionOption,
  severity: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'CODE=LEVEL',
    does: 'the level of a rule: off, hint, info, warning or error; may be repeated',
  },
  'max-warnings': { type: 'string', value: 'N', does: 'more warnings than N count as failure' },
  baseline: { type: 'string', value: 'FILE', does: 'what stands in FILE does not count, only what is new' },
  'write-baseline': {
    type: 'boolean',
    default: false,
    does: 'write the findings to the file of --baseline; endpoints-baseline.json by default',
  },
  since: { type: 'string', value: 'GITREF', does: 'report only on files that changed since a branch, tag or commit' },
  config: configOption,
  format: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'NAME',
    heading: 'Reports',
    does: `${listed(reporterNames, 'or')}; text by default, may be repeated`,
  },
  output: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'FILE',
    does: 'write the report of the --format before it to a file',
  },
  watch: {
    type: 'boolean',
    default: false,
    heading: 'The run',
    does: 'check again whenever a file changes',
  },
  shard: { type: 'string', value: 'I/N', does: 'check the I-th of N parts only; see "endpoints merge"' },
  cache: {
    type: 'string',
    value: 'FILE',
    does: 'keep in FILE what was found, and check only what has changed next time',
  },
  stats: { type: 'boolean', default: false, does: 'say where the time went, on standard error' },
  'no-progress': { type: 'boolean', default: false, does: 'draw no line that says how far a long run is' },
} as const satisfies CommandOptions;

export const checkCommand: Command = {
  name: 'check',
  operands: '[PATH…]',
  summary: 'check files, directories, globs or standard input (-)',
  usage: ['[PATH…] [options]'],
  about: [
    'Checks Endpoints and EndpointSlices in Kubernetes YAML and JSON, Helm templates, kustomize patches and Pulumi YAML programs. PATH is a file, a directory (searched for .yaml, .yml and .json, leaving out what .gitignore excludes), a quoted glob, or - for standard input; ! before a glob leaves out what it matches. Without a PATH: this directory.',
  ],
  options: checkOptions,
  exitCodes: [
    ['0', 'no errors, and not too many warnings'],
    ['1', 'errors, or too many warnings'],
    ['2', 'wrong usage or configuration, or a path that cannot be read or written'],
    ['3', 'a bug of ours'],
  ],
  examples: [
    'endpoints check --kubernetes-version 1.30 k8s/',
    'git diff --name-only -z origin/main | endpoints check --stdin-files',
    'endpoints check --severity deprecated-endpoints=off --max-warnings 0',
    'endpoints check --format text --format json --output report.json',
    'endpoints check --shard 1/4 --format json --output part-1.json',
  ],
};
