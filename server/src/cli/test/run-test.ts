/** `endpoints test`: judges the expectations in endpoints.test.yaml, and reports those that are not met. */
import { expectationFile } from '../../project/expectations/expectation.ts';
import { countOf } from '../../reports/report.ts';
import { listed } from '../../text/quote.ts';
import { parseOptions } from '../command-options.ts';
import { testOptions } from '../commands/test.ts';
import { readOutputs, writeReports } from '../report-outputs.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { readTrafficFilesOptions } from '../traffic/world-of-files.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { judgeFiles } from './judge-files.ts';
import { testReport } from './test-report.ts';

export async function runTest(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, tokens } = parseOptions('test', args, testOptions);
  const options = readTrafficFilesOptions('test', values, positionals);
  if (options.paths.includes('-'))
    throw new UsageError('"endpoints test" reads no standard input. Name files or directories.');
  if (values.record) {
    if (values.format.length + values.output.length > 0)
      throw new UsageError('--record writes no report. Remove --format and --output.');
    return (await import('./run-record.ts')).runRecord(options, values.force, terminal);
  }
  if (values.force) throw new UsageError('--force replaces a recorded file. Add --record, or remove it.');
  const outputs = readOutputs(tokens);
  const { files, problems, notes, fileCount } = await judgeFiles(options, terminal);
  if (files.length === 0 && problems.length === 0) {
    const where = positionals.length === 0 ? 'this directory' : listed(positionals);
    const wayOut = 'Write one with "endpoints test --record", or name another directory.';
    problems.push(`There is no ${expectationFile} in ${where}. ${wayOut}`);
  }
  const report = testReport(files, { fileCount, problems });
  const isRead = files.length > 0;
  const unwritten = isRead ? await writeReports(report, outputs, { isQuiet: false, isWhole: true }, terminal) : [];
  printMessages([...notes, ...problems, ...unwritten], terminal);
  if (problems.length + unwritten.length > 0) return exitCodes.usage;
  if (files.some(({ mistakes }) => mistakes.length > 0)) return exitCodes.usage;
  return countOf(report, 'error') > 0 ? exitCodes.findings : exitCodes.clean;
}
