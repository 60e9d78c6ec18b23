/** `endpoints slices`: which EndpointSlices the control plane makes of the Endpoints in files. */
import { isUncertain } from '../../analysis/slices/slice-words.ts';
import type { Config } from '../../config/config.ts';
import { withoutControls } from '../../text/quote.ts';
import { Places } from '../object-places.ts';
import { parseOptions, readFormat, readVersion } from '../command-options.ts';
import { slicesOptions } from '../commands/slices.ts';
import { readSettings } from '../config-file.ts';
import { findInputs } from '../inputs/inputs.ts';
import type { Terminal } from '../main.ts';
import { Sources } from '../sources.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { mirroredIn } from './mirrored.ts';
import { slicesJson } from './slices-report-json.ts';
import { refusedSlices, slicesReportText, uncertainText } from './slices-report-text.ts';

/** Runs the command and returns the exit code. */
export async function runSlices(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readSlicesOptions(args);
  const settings = readSettings(options, terminal.cwd);
  const { exclude } = settings.all;
  const inputs = await findInputs(options.paths, terminal.cwd, { exclude });
  const problems = [...inputs.problems];
  const files = new Sources(inputs.files, problems);
  const places = new Places([files]);
  const { isServiceAssumed } = options;
  const found = mirroredIn(files, ({ uri }) => ({ minor: settings.of(uri).minor, isServiceAssumed }), places, problems);
  const uncertain = found.filter(({ outlook }) => isUncertain(outlook));
  problems.push(...uncertain.map((each) => uncertainText(each, places)));
  const refused = found.flatMap((each) => [...each.refusals, ...refusedSlices(each, places)]);
  for (const sentence of new Set([...refused, ...problems])) terminal.err(`endpoints: ${withoutControls(sentence)}\n`);
  const minors = found.map(({ entry }) => settings.of(entry.uri).minor);
  if (options.format === 'json') terminal.out(slicesJson(found));
  else if (files.all().length > 0 || problems.length === 0)
    terminal.out(slicesReportText(found, { places, minors, isColored: terminal.isColored, files }));
  if (problems.length > 0) return exitCodes.usage;
  return refused.length > 0 ? exitCodes.findings : exitCodes.clean;
}

interface SlicesOptions {
  readonly paths: readonly string[];
  readonly format: 'text' | 'json';
  readonly isServiceAssumed: boolean;
  readonly config: Config;
}

function readSlicesOptions(args: readonly string[]): SlicesOptions {
  const { values, positionals } = parseOptions('slices', args, slicesOptions);
  const format = readFormat(values.format);
  const config = readVersion(values['kubernetes-version']);
  if (positionals.length === 0)
    throw new UsageError(
      '"endpoints slices" needs the files with the Endpoints. Name files, a directory, a glob or -.',
    );
  return { paths: positionals, format, isServiceAssumed: values['assume-service'], config };
}
