/** Reads the options for reports, and writes the reports to standard output or files. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearest } from '../text/nearest.ts';
import { listed } from '../text/quote.ts';
import { shown } from './command-options.ts';
import type { Terminal } from './terminal.ts';
import type { Report } from '../reports/report.ts';
import { reporterNames, reporters, type ReporterName } from '../reports/reporters.ts';
import type { Reporting } from '../reports/reporting.ts';
import { UsageError } from './usage.ts';
import { cannotWrite, writeWhole } from '../disk/write-file.ts';

export interface ReportOutput {
  readonly format: ReporterName;
  /** Undefined for standard output. */
  readonly file: string | undefined;
}

interface Token {
  readonly kind: string;
  readonly name?: string;
  readonly value?: string | undefined;
}

/** The outputs of `--format` and `--output`: a file gets the format before it. The default is text on standard output. */
export function readOutputs(tokens: readonly Token[]): readonly ReportOutput[] {
  const outputs: ReportOutput[] = [];
  for (const { kind, name, value = '' } of tokens) {
    if (kind !== 'option') continue;
    if (name === 'format') outputs.push({ format: readFormatName(value), file: undefined });
    if (name === 'output') {
      if (value === '') throw new UsageError('--output must not be empty. Use a file.');
      if (value === '-')
        throw new UsageError(
          '--output - is not a file. Remove it: without --output, the report goes to standard output.',
        );
      const last = outputs.at(-1);
      const isFree = last !== undefined && last.file === undefined;
      if (isFree) outputs.pop();
      outputs.push({ format: isFree ? last.format : 'text', file: value });
    }
  }
  if (outputs.length === 0) return [{ format: 'text', file: undefined }];
  const printed = outputs.filter(({ file }) => file === undefined).map(({ format }) => format);
  const early = tokens.find(({ name }) => name === 'format' || name === 'output');
  if (early?.name === 'output' && printed.length > 0)
    throw new UsageError(`--output ${early.value} comes before its --format. Write each --output after its --format.`);
  if (printed.length > 1)
    throw new UsageError(
      `Standard output takes one report, not ${listed(printed)}. Write an --output after each other --format.`,
    );
  return outputs;
}

/** Returns sentences on the files that could not be written. */
export async function writeReports(
  report: Report,
  outputs: readonly ReportOutput[],
  { isQuiet, isWhole }: Pick<Reporting, 'isQuiet' | 'isWhole'>,
  terminal: Terminal,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const { cwd, version } = terminal;
  for (const { format, file } of outputs) {
    const write = await reporters[format].load();
    const isPrinted = file === undefined;
    const reporting: Reporting = {
      isColored: isPrinted && terminal.isColored,
      isQuiet,
      isWhole,
      width: isPrinted ? terminal.width : undefined,
      cwd,
      version,
    };
    const text = write(report, reporting);
    if (isPrinted) terminal.out(text);
    else problems.push(...writeOutput(file, text, cwd));
  }
  return problems;
}

/** A member of a manifest or of a Pulumi program. No report has it: quotes inside of strings are escaped. */
const manifestMember = /"apiVersion"\s*:|"type"\s*:\s*"(?:kubernetes|provider):/;

function writeOutput(file: string, text: string, cwd: string): readonly string[] {
  const path = resolve(cwd, file);
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) return [`--output ${file} is a directory. Name a file in it.`];
    // With `--output k8s/*.yaml`, the shell names many manifests.
    if (stat && /\.ya?ml$/i.test(path))
      return [
        `--output ${file} has the name of a manifest, so it is not overwritten. Use another file for the report.`,
      ];
    if (stat?.isFile() === true && /\.json$/i.test(path) && manifestMember.test(readFileSync(path, 'utf8')))
      return [`--output ${file} is a manifest, so it is not overwritten. Use another file for the report.`];
    writeWhole(path, text);
    return [];
  } catch (error) {
    return [cannotWrite(`--output ${file}`, error)];
  }
}

function readFormatName(text: string): ReporterName {
  const known = reporterNames.find((name) => name === text);
  if (known) return known;
  const meant = nearest(text, reporterNames);
  const wayOut = meant === undefined ? `Use ${listed(reporterNames, 'or')}.` : `Did you mean ${meant}?`;
  throw new UsageError(`--format ${shown(text)} is not a valid format. ${wayOut}`);
}
