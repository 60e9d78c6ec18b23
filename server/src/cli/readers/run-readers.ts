/** `endpoints readers`: lists everything in a repository that reads, names or writes Endpoints. */
import { nearest } from '../../text/nearest.ts';
import { quote } from '../../text/quote.ts';
import { objectName } from '../../readers/estate.ts';
import type { Reader } from '../../readers/reader.ts';
import { parseOptions, readSizeLimit, readWord } from '../command-options.ts';
import { readersOptions } from '../commands/readers.ts';
import { readSettings } from '../config-file.ts';
import { findInputs, notesOn } from '../inputs/inputs.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { placedReaders, type PlacedReader } from './placed-readers.ts';
import { readersJson } from './readers-json.ts';
import { readersText } from './readers-text.ts';
import { searchReaders, type ReaderSearchResult } from './search-readers.ts';

export async function runReaders(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readReadersOptions(args);
  const settings = readSettings({ configFile: options.configFile, config: {} }, terminal);
  const { exclude, platform } = settings.all;
  const inputs = findInputs(options.paths, terminal.cwd, { exclude, largest: options.largest, hasAnyText: true });
  const result = await searchReaders(inputs.files, { platform, grammars: terminal.grammars });
  const problems = [...inputs.problems, ...result.problems];
  const wanted = options.object === undefined ? result.readers : readersOf(options.object, result);
  const listed = wanted.filter(({ when }) => options.when === 'all' || when === options.when);
  const readers = placedReaders(listed, result.texts);
  printMessages([...notesOn(inputs), ...result.notes, ...problems], terminal);
  terminal.out(await printed(readers, result, options, terminal));
  if (problems.length > 0) return exitCodes.usage;
  if (listed.some(({ certainty }) => certainty === 'certain')) return exitCodes.findings;
  // A part that was not read may have readers.
  return result.isPartial ? exitCodes.usage : exitCodes.clean;
}

interface ReadersOptions {
  readonly paths: readonly string[];
  readonly format: string;
  readonly when: 'replaced' | 'later' | 'all';
  readonly object: string | undefined;
  readonly configFile: string | undefined;
  readonly largest: number | undefined;
}

function readReadersOptions(args: readonly string[]): ReadersOptions {
  const { values, positionals } = parseOptions('readers', args, readersOptions);
  return {
    paths: positionals.length > 0 ? positionals : ['.'],
    format: readWord('format', values.format, ['text', 'json', 'markdown', 'sarif']),
    when: readWord('when', values.when, ['replaced', 'later', 'all']),
    object: values.for,
    configFile: values.config,
    largest: readSizeLimit(values['max-file-size']),
  };
}

/** Throws a UsageError for an object that neither the files nor a reader name. */
function readersOf(name: string, { readers, objects }: ReaderSearchResult): readonly Reader[] {
  const names = [...new Set([...objects.map(objectName), ...readers.flatMap((each) => each.for)])].filter(
    (each) => each !== '*',
  );
  const own = readers.filter(
    (reader) => reader.for.includes(name) || reader.objects.some((object) => objectName(object) === name),
  );
  if (!names.includes(name)) {
    const meant = nearest(name, names);
    throw new UsageError(
      `--for: No file has an Endpoints ${quote(name)}. ${meant ? `Did you mean ${quote(meant)}?` : 'Write it as NAMESPACE/NAME.'}`,
    );
  }
  return own;
}

async function printed(
  readers: readonly PlacedReader[],
  result: ReaderSearchResult,
  { format }: ReadersOptions,
  { cwd, version, isColored }: Terminal,
): Promise<string> {
  if (format === 'json') return readersJson(readers);
  if (format === 'markdown') return (await import('./readers-markdown.ts')).readersMarkdown(readers, result);
  if (format === 'sarif') return (await import('./readers-sarif.ts')).readersSarif(readers, result, { cwd, version });
  return readersText(readers, result, isColored);
}
