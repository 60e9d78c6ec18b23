/** `endpoints convert`: moves Endpoints to EndpointSlices, or back, shows what changes, and writes it if asked to. */
import pc from 'picocolors';
import type { Settings } from '../../config/config.ts';
import type { ConvertedFile } from '../../convert/outcome.ts';
import { reportMarkdown } from '../../convert/report/report-markdown.ts';
import { counted, grouped, withoutControls } from '../../text/quote.ts';
import { unifiedDiff } from '../../text/unified-diff.ts';
import { readSettings } from '../config-file.ts';
import { findInputs } from '../inputs/inputs.ts';
import type { Terminal } from '../main.ts';
import { Sources } from '../sources.ts';
import { exitCodes } from '../usage.ts';
import { replaceFile, replaceTogether } from '../../disk/write-file.ts';
import type { FileReplacement } from '../../disk/write-file.ts';
import { readConvertOptions } from './convert-options.ts';
import type { ConvertOptions } from './convert-options.ts';
import { convertJson } from './convert-report-json.ts';
import { convertText } from './convert-report-text.ts';
import { runConversion } from './conversion-run.ts';
import type { ConversionRun } from './conversion-run.ts';
import { yamlStream } from './yaml-stream.ts';

/** Runs the command and returns the exit code. */
export async function runConvert(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readConvertOptions(args);
  const settings = readSettings(options, terminal.cwd);
  const inputs = await findInputs(options.paths, terminal.cwd, { exclude: settings.all.exclude });
  const problems = [...inputs.problems];
  const sources = new Sources(inputs.files, problems);
  for (const problem of problems) complain(problem, terminal);
  const run = runConversion(
    sources,
    (uri) => ({ ...options.settings, ...forConversion(settings.of(uri)) }),
    terminal.cwd,
  );
  if (options.way === 'report') terminal.out(reportOf(run, options, terminal));
  else {
    terminal.out(options.way === 'stdout' ? textsOf(run, sources) : diffsOf(run, terminal.isColored));
    const isAlone = run.fileCount === 0 && problems.length > 0;
    if (!isAlone) terminal.err(convertText(run, { isColored: terminal.isColored, hasSettled: false }));
    if (options.way === 'diff' && run.files.length > 0) terminal.err('--write writes this.\n');
  }
  const isWritten = options.way !== 'write' || (await write(run, options, problems, terminal));
  if (problems.length > 0) return exitCodes.usage;
  return !isWritten || run.outcomes.some(({ what }) => what === 'person') ? exitCodes.findings : exitCodes.clean;
}

function forConversion({ minor, managedBy }: Settings): Pick<Settings, 'minor' | 'managedBy'> {
  return { minor, managedBy };
}

function reportOf(run: ConversionRun, { format }: ConvertOptions, { isColored }: Terminal): string {
  if (format === 'json') return convertJson(run);
  if (format === 'markdown') return reportMarkdown(run, run.settings, run.place);
  return convertText(run, { isColored, hasSettled: true });
}

function diffsOf(run: ConversionRun, isColored: boolean): string {
  const diffs = run.files.map((file) => {
    const { input, bom } = run.sourceOf(file) ?? { input: { name: file.uri }, bom: '' };
    return unifiedDiff(input.name, bom + file.before, bom + file.after);
  });
  return isColored ? diffs.map(painted).join('') : diffs.join('');
}

function painted(diff: string): string {
  const colors = pc.createColors(true);
  return diff.replace(/^[^\n]+/gm, (line) => {
    if (/^(?:---|\+\+\+) /.test(line)) return colors.bold(line);
    if (line.startsWith('@@')) return colors.cyan(line);
    return line.startsWith('+') ? colors.green(line) : line.startsWith('-') ? colors.red(line) : line;
  });
}

/** What changes, as a stream; of a single file the text, also where nothing changes, so that it can stand in a pipe. */
function textsOf(run: ConversionRun, sources: Sources): string {
  const [only, ...others] = sources.all();
  if (only && others.length === 0) return only.bom + (run.files[0]?.after ?? only.text);
  return yamlStream(run.files.map((file) => ({ name: run.sourceOf(file)?.input.name ?? '', text: file.after })));
}

/** Returns false where somebody who was asked said no. */
async function write(
  run: ConversionRun,
  { isSure }: ConvertOptions,
  problems: string[],
  terminal: Terminal,
): Promise<boolean> {
  const files = counted(run.files.length, 'file');
  if (run.files.length === 0) return true;
  if (!isSure && terminal.ask) {
    const answer = await terminal.ask(`Write ${files}? [y/N] `);
    if (!/^\s*y(?:es)?\s*$/i.test(answer)) {
      terminal.err('Nothing was written.\n');
      return false;
    }
  }
  const replacements = run.files.flatMap((file) => replacementOf(file, run));
  const isWhole = run.settings.to === 'endpoints' && replacements.length > 1;
  const found = isWhole ? replaceTogether(replacements) : replacements.flatMap((each) => replaceFile(each) ?? []);
  for (const problem of found) complain(problem, terminal);
  problems.push(...found);
  if (isWhole && found.length > 0) {
    terminal.err('Nothing was written: what moves from one file to another is written as a whole.\n');
    return true;
  }
  const count = replacements.length - found.length;
  terminal.err(found.length === 0 ? `Wrote ${files}.\n` : `Wrote ${grouped(count)} of ${files}.\n`);
  return true;
}

function replacementOf(file: ConvertedFile, run: ConversionRun): readonly FileReplacement[] {
  const { bom = '', input } = run.sourceOf(file) ?? {};
  if (input?.path === undefined) return [];
  const { path, name, root } = input;
  return [{ path, name, root, before: bom + file.before, after: bom + file.after }];
}

function complain(problem: string, terminal: Terminal): void {
  terminal.err(`endpoints: ${withoutControls(problem)}\n`);
}
