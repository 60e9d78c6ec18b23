/** `endpoints slices`: prints the EndpointSlices that the mirroring controller creates for the Endpoints in files. */
import { isUncertain } from '../../analysis/slices/slice-words.ts';
import { namedInputs } from '../build/named-inputs.ts';
import { refuseBeside } from '../build/refuse-beside.ts';
import { Places } from '../object-places.ts';
import { parseOptions, readFormat, readSizeLimit, readOneVersion } from '../command-options.ts';
import { slicesOptions } from '../commands/slices.ts';
import { readSettings } from '../config-file.ts';
import { notesOn } from '../inputs/inputs.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { Sources } from '../sources.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { mirroredIn } from './mirrored.ts';
import { slicesJson } from './slices-report-json.ts';
import { rejectedSlices, slicesReportText, uncertainText } from './slices-report-text.ts';

export async function runSlices(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readSlicesOptions(args);
  const settings = readSettings(options, terminal);
  const { exclude } = settings.all;
  const inputs = await namedInputs(options, terminal.cwd, { exclude, largest: options.largest });
  printMessages(notesOn(inputs), terminal);
  const problems = [...inputs.problems];
  const files = await Sources.reading(inputs.files, problems, { grammars: terminal.grammars });
  const places = new Places([files]);
  const { isServiceAssumed } = options;
  const found = mirroredIn(files, ({ uri }) => ({ minor: settings.of(uri).minor, isServiceAssumed }), places, problems);
  const uncertain = found.filter(({ outlook }) => isUncertain(outlook));
  problems.push(...uncertain.map((each) => uncertainText(each, places)));
  const rejected = found.flatMap((each) => [...each.refusals, ...rejectedSlices(each, places)]);
  printMessages(new Set([...rejected, ...problems]), terminal);
  const minors = found.map(({ entry }) => settings.of(entry.uri).minor);
  if (options.format === 'json') terminal.out(slicesJson(found));
  // What cannot be read may hold Endpoints.
  else if (found.length > 0 || problems.length === 0)
    terminal.out(slicesReportText(found, { places, minors, isColored: terminal.isColored, files }));
  if (problems.length > 0) return exitCodes.usage;
  return rejected.length > 0 ? exitCodes.findings : exitCodes.clean;
}

function readSlicesOptions(args: readonly string[]) {
  const { values, positionals } = parseOptions('slices', args, slicesOptions);
  const format = readFormat(values.format);
  const config = readOneVersion('slices', values['kubernetes-version']);
  refuseBeside(values.build, positionals);
  if (values.build === undefined && positionals.length === 0)
    throw new UsageError('"endpoints slices" needs files to read. Name files, a directory, a glob or -.');
  return {
    paths: positionals,
    root: values.build,
    format,
    isServiceAssumed: values['assume-service'],
    largest: readSizeLimit(values['max-file-size']),
    config,
  };
}
