/** `endpoints check`: reads the inputs, checks and, if asked to, fixes them, and reports. */
import { rules } from '../../rules/rules.ts';
import { prepare, startProgress, concludeRun } from './prepare.ts';
import { FileChecks } from './file-checks.ts';
import type { Terminal } from '../terminal.ts';
import { counted } from '../../text/quote.ts';
import { diffText } from '../diff-text.ts';
import { exitCodes } from '../usage.ts';
import { readOptions, type CheckCommandOptions } from './options.ts';
import { checkInputs, type RunResult } from './run.ts';
import { statsText, timed } from './stats.ts';
import { skippedText } from '../../reports/summary.ts';

export async function runCheck(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(args);
  if (options.isWatch) return (await import('../watch/run-watch.ts')).runWatch(options, terminal);
  const progress = startProgress(options, terminal);
  progress.enter('finding files');
  const prepared = await prepare(options, terminal);
  if (options.isListing) return (await import('./list-files.ts')).listFiles(prepared, progress, terminal);
  const { rules: measured, costs } = options.isStats ? timed(rules) : { rules, costs: undefined };
  const checks = new FileChecks(measured, prepared.settings, { compare: prepared.counting.compare });
  const result = await checkInputs(prepared.inputs, checks, prepared, progress);
  progress.enter('reporting');
  // Standard output holds either texts or the report.
  const hasTexts = options.isFix && (options.isDiff || options.stdinName !== undefined);
  if (hasTexts) terminal.out(fixedOutput(result, options, terminal));
  const code = await concludeRun(result, prepared, hasTexts ? reportingOnErr(terminal) : terminal);
  const count = options.isDiff ? (result.fixedTexts?.length ?? 0) : 0;
  if (count > 0) terminal.err(`Remove --diff to write ${counted(count, 'file')}.\n`);
  if (costs) terminal.err(statsText(progress, costs, skippedText(result.report)));
  return code === exitCodes.clean && count > 0 ? exitCodes.findings : code;
}

/** The diff of the fixes, or the fixed text of standard input. */
function fixedOutput(
  { fixedTexts = [], stdinText = '' }: RunResult,
  { isDiff }: CheckCommandOptions,
  { isColored }: Terminal,
): string {
  if (!isDiff) return stdinText;
  const changes = fixedTexts.map(({ source: { input, bom, text }, after }) => ({
    name: input.name,
    before: bom + text,
    after: bom + after,
  }));
  return diffText(changes, isColored);
}

function reportingOnErr(terminal: Terminal): Terminal {
  return { ...terminal, width: terminal.errWidth, out: (text) => terminal.err(text) };
}
