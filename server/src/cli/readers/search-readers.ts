/** Reads all texts of a run and finds the readers in them, with their places. */
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import type { Platform } from '../../contract/platform.ts';
import { codeOf, mayConstruct } from '../../frontends/code/languages.ts';
import type { GrammarFiles } from '../../frontends/code/load.ts';
import { findReaders } from '../../readers/find-readers.ts';
import { writtenObjects } from '../../readers/written-objects.ts';
import type { Reader, ReadObject } from '../../readers/reader.ts';
import { isGenerated, type NamedText } from '../../readers/searched-text.ts';
import { isConcerned, isProse, mayHoldWritten } from '../../readers/concerned-texts.ts';
import { uriOfPath } from '../../disk/paths.ts';
import { counted, listed } from '../../text/quote.ts';
import type { Input } from '../inputs/inputs.ts';
import { readInput } from '../inputs/read-input.ts';
import { Sources } from '../sources.ts';

/** A text that is searched, with the input that holds it. */
export interface SearchedInput extends NamedText {
  readonly input: Input;
  readonly bom: string;
}

export interface ReaderSearchResult {
  readonly readers: readonly Reader[];
  readonly objects: readonly ReadObject[];
  /** Only texts that may hold a reader or an object. */
  readonly texts: ReadonlyMap<string, SearchedInput>;
  readonly fileCount: number;
  readonly problems: readonly string[];
  /** True if a part that names endpoints could not be read, so that readers in it are unknown. */
  readonly isPartial: boolean;
  /** Sentences on what was not searched; not problems. */
  readonly notes: readonly string[];
}

export interface ReaderSearchOptions {
  readonly platform: Platform;
  readonly grammars: GrammarFiles | undefined;
}

export interface ReadTexts {
  /** Only texts that may hold a reader or an object. */
  readonly texts: ReadonlyMap<string, SearchedInput>;
  readonly problems: readonly string[];
  /** The names of files that other programs write, which are not searched. */
  readonly generated: readonly string[];
}

/** Reads the inputs as plain texts. */
export function readTexts(inputs: readonly Input[]): ReadTexts {
  const problems: string[] = [];
  const texts = new Map<string, SearchedInput>();
  const generated: string[] = [];
  for (const input of inputs) {
    if (isProse(input.name)) continue;
    const read = readInput(input);
    if (read.kind === 'problem') problems.push(read.message);
    if (read.kind !== 'text') continue;
    const uri = input.path === undefined ? 'stdin:/stdin.yaml' : uriOfPath(input.path);
    const found = { uri, text: read.text, input, bom: read.bom };
    if (!isConcerned(found)) continue;
    if (isGenerated(read.text)) generated.push(input.name);
    else texts.set(uri, found);
  }
  return { texts, problems, generated };
}

export async function searchReaders(
  inputs: readonly Input[],
  { platform, grammars }: ReaderSearchOptions,
): Promise<ReaderSearchResult> {
  const { texts, problems, generated } = readTexts(inputs);
  const all = [...texts.values()];
  const unreadable: string[] = [];
  const sources = await Sources.reading(holdersOf(all), unreadable, { grammars });
  const objects = writtenObjects(sources.workspace.all(), all);
  const { readers, unread } = findReaders(all, { objects, platform });
  return {
    readers,
    objects,
    texts,
    fileCount: inputs.length,
    isPartial: unread.length > 0,
    problems: [...new Set([...problems, ...unreadable])],
    notes: [...sources.notes, ...unsearchedNotes(generated, unread, (uri) => texts.get(uri)?.input.name ?? uri)],
  };
}

/** The files that decide on the names and namespaces of objects; none where no file has an object. */
function holdersOf(all: readonly SearchedInput[]): readonly Input[] {
  const holders = all.filter(mayHoldObjects);
  const areOnlyAround = holders.every(({ input: { name } }) => surroundingKind(name) !== undefined);
  return areOnlyAround ? [] : holders.map(({ input, text, bom }) => ({ ...input, content: { text, bom } }));
}

/** Sentences on texts that were not searched, or only in part. */
export function unsearchedNotes(
  generated: readonly string[],
  unread: readonly string[],
  nameOf: (uri: string) => string,
): readonly string[] {
  return [
    ...(generated.length > 0 ? [`${generatedNames(generated)} not searched: other programs write such files.`] : []),
    ...unread.map(
      (uri) =>
        `${nameOf(uri)} has parts that cannot be read as YAML, so readers in them are not found. Correct or exclude it.`,
    ),
  ];
}

/** A message lists only a few names. */
function generatedNames(names: readonly string[]): string {
  const left = names.length - mostNamed;
  const shown = [...names.slice(0, mostNamed), ...(left > 0 ? [counted(left, 'other file')] : [])];
  return `${listed(shown)} ${names.length === 1 ? 'is' : 'are'}`;
}

const mostNamed = 3;

function mayHoldObjects({ input: { name, path }, text }: SearchedInput): boolean {
  const code = codeOf(name);
  if (code) return path !== undefined && mayConstruct(code.language, text);
  return (
    surroundingKind(name) !== undefined ||
    (path === undefined || /\.(?:ya?ml|json)$/i.test(name) ? mayHoldWritten(text) : false)
  );
}
