/** The options and help of `endpoints test`. */
import { checkOptions } from './check.ts';
import type { Command, CommandOptions } from './command.ts';
import { trafficFilesOptions } from './traffic-files.ts';

const { mirroring, 'kubernetes-version': version, config, 'max-file-size': largest } = trafficFilesOptions;

export const testOptions = {
  format: checkOptions.format,
  output: checkOptions.output,
  record: {
    type: 'boolean',
    default: false,
    does: 'write endpoints.test.yaml from what gets traffic today',
  },
  force: { type: 'boolean', default: false, does: 'with --record, replace an existing file' },
  mirroring,
  'kubernetes-version': version,
  config,
  'max-file-size': largest,
} as const satisfies CommandOptions;

export const testCommand: Command = {
  name: 'test',
  operands: '[PATH…]',
  summary: 'check what must get traffic: endpoints.test.yaml',
  usage: ['[PATH…] [options]', '--record [DIRECTORY] [options]'],
  about: [
    'Compares the expectations in endpoints.test.yaml with a simulation of kube-proxy, DNS and other programs that read Services.',
    'PATH is a file with expectations, or a directory or a glob in which such files are found; default: this directory. Each file names the manifests that it is about, relative to its folder. --format and --output can be repeated; the formats are those of "endpoints check".',
    '--record writes what gets traffic today into a directory; default: this directory. What is not certain is left out and named.',
  ],
  options: testOptions,
  exitCodes: [
    ['0', 'every expectation is met, or the file is written'],
    ['1', 'an expectation is not met'],
    ['2', 'wrong usage, a mistake in a file, an unreadable file, or no expectation file'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints test --record', 'endpoints test --format text --format junit --output report.xml'],
};
