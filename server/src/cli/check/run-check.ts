/** `endpoints check`: reads the inputs, checks and, if asked to, fixes them, and reports. */
import { rules } from '../../rules/rules.ts';
import { prepare, startProgress, concludeRun } from './prepare.ts';
import { FileChecks } from './file-checks.ts';
import type { Terminal } from '../terminal.ts';
import { readOptions } from './options.ts';
import { checkInputs } from './run.ts';
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
  const checks = new FileChecks(measured, prepared.settings, {
    compare: prepared.counting.compare,
    cache: prepared.cache,
  });
  const result = await checkInputs(prepared.inputs, checks, prepared, progress);
  progress.enter('reporting');
  const code = await concludeRun(result, prepared, terminal);
  if (costs) terminal.err(statsText(progress, costs, skippedText(result.report)));
  return code;
}
