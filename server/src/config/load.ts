/** Loads settings files and the files that they extend. Asks its caller for texts by URI; the answer may come later. */
import { lineStarts, positionAt } from '../text/line-index.ts';
import { quote } from '../text/quote.ts';
import { contains, type Span } from '../text/span.ts';
import { entryOf, type Value } from '../tree/value.ts';
import type { Layer } from './config.ts';
import { missingWay } from './extended-path.ts';
import { foldersFrom, resolveUri } from './location.ts';
import { readConfig, type ConfigProblem, type Extended, type ReadConfig } from './read-config.ts';

/** The names of settings files in a folder; the first existing one applies. */
export const configFileNames: readonly string[] = [
  'endpoints.config.yaml',
  'endpoints.config.yml',
  'endpoints.config.json',
  'package.json',
];

interface SettingsText {
  readonly text: string;
  readonly root: Value | undefined;
  readonly issues: readonly ConfigProblem[];
}

/** Undefined if the file does not exist. `cannot` continues a sentence that begins with the name of the file. */
export type SettingsAnswer = SettingsText | { readonly cannot: string } | undefined;

/** Asks for the files of these URIs, and receives an answer for each. */
type Loading<T> = Generator<readonly string[], T, readonly SettingsAnswer[]>;

export interface Loaded {
  /** Later layers override earlier ones. */
  readonly layers: readonly Layer[];
  readonly problems: readonly LoadProblem[];
  /** The URI of the settings file, if there is one. */
  readonly file: string | undefined;
  /** The URIs on which this depends, including those of missing files. */
  readonly asked: readonly string[];
}

export interface LoadProblem {
  readonly uri: string;
  /** Both from 0; undefined if the file cannot be read. */
  readonly place: { readonly line: number; readonly character: number } | undefined;
  /** Undefined if the file cannot be read. */
  readonly span: Span | undefined;
  readonly message: string;
}

interface Progress {
  readonly layers: Layer[];
  readonly problems: LoadProblem[];
  readonly asked: Set<string>;
  count: number;
}

/** The most files that settings can extend. More are never intended. */
const mostFiles = 64;

/** The member of a package.json that contains settings. */
const member = 'endpoints';

/** The settings of the nearest file: in the folder or, unless `isAlone`, in a folder above. */
export function* loadNearest(folder: string, isAlone = false): Loading<Loaded> {
  const progress = newProgress();
  for (const each of isAlone ? [folder.replace(/\/$/, '')] : foldersFrom(folder)) {
    const uris = configFileNames.map((name) => `${each}/${name}`);
    const answers = yield* ask(uris, progress);
    const found = answers.findIndex((answer, i) => isSettings(answer, uris[i] ?? ''));
    const [uri, answer] = [uris[found], answers[found]];
    if (uri !== undefined && answer) return yield* loadAnswer(uri, answer, progress);
  }
  return { ...progress, asked: [...progress.asked], file: undefined };
}

export function* loadNamed(uri: string): Loading<Loaded> {
  const progress = newProgress();
  const [answer] = yield* ask([uri], progress);
  return yield* loadAnswer(uri, answer ?? { cannot: 'does not exist. Check the path.' }, progress);
}

function* loadAnswer(uri: string, answer: NonNullable<SettingsAnswer>, progress: Progress): Loading<Loaded> {
  const settings = settingsIn(answer, uri);
  if ('cannot' in settings)
    progress.problems.push({ uri, place: undefined, span: undefined, message: settings.cannot });
  else yield* add(uri, settings, [uri], progress);
  return { ...progress, asked: [...progress.asked], file: uri };
}

function newProgress(): Progress {
  return { layers: [], problems: [], asked: new Set(), count: 0 };
}

function* ask(uris: readonly string[], { asked }: Progress): Loading<readonly SettingsAnswer[]> {
  for (const uri of uris) asked.add(uri);
  return yield uris;
}

function isSettings(answer: SettingsAnswer, uri: string): boolean {
  return answer !== undefined && !(isPackage(uri) && 'cannot' in settingsIn(answer, uri));
}

/** Adds the layers of a file after those of the files that it extends. `trail` contains the extending files and the file. */
function* add(
  uri: string,
  { text, root, issues }: SettingsText,
  trail: readonly string[],
  progress: Progress,
): Loading<void> {
  const starts = lineStarts(text);
  const complain = ({ span, message }: ConfigProblem): void => {
    progress.problems.push({ uri, place: positionAt(starts, span.start), span, message });
  };
  const linesOf = (places: ReadonlyMap<string, Span>): ReadonlyMap<string, number> =>
    new Map([...places].map(([key, { start }]) => [key, positionAt(starts, start).line + 1]));
  const read: ReadConfig = readConfig(root);
  for (const problem of [...issues, ...read.problems]) complain(problem);
  for (const extended of read.extended) {
    const problem = yield* extend(extended, trail, progress);
    if (problem !== undefined) complain({ span: extended.span, message: problem });
  }
  progress.layers.push({ config: read.config, file: uri, places: read.places, lines: linesOf(read.places) });
  for (const [override, { config, files, places }] of read.overrides.entries())
    progress.layers.push({ config, file: uri, files, override, places, lines: linesOf(places) });
}

/** Loads an extended file, and returns the problem, if there is one. */
function* extend({ path }: Extended, trail: readonly string[], progress: Progress): Loading<string | undefined> {
  const uri = resolveUri(trail.at(-1) ?? '', path);
  const name = quote(path);
  if (trail.includes(uri)) {
    const names = [...trail.slice(trail.indexOf(uri)), uri].map((each) => each.slice(each.lastIndexOf('/') + 1));
    return `${name} creates a circle: ${names.join(' extends ')}. Remove one of these lines.`;
  }
  if (++progress.count > mostFiles)
    return `${name} is one file too many: settings can extend at most ${mostFiles} files. Merge some.`;
  const [answer] = yield* ask([uri], progress);
  if (answer === undefined) return `${name} does not exist. ${missingWay(path)}`;
  const settings = settingsIn(answer, uri);
  if ('cannot' in settings) return `${name} ${settings.cannot}`;
  yield* add(uri, settings, [...trail, uri], progress);
  return undefined;
}

function isPackage(uri: string): boolean {
  return uri.endsWith('/package.json');
}

/** In a package.json, only the member with settings is read and checked. */
function settingsIn(answer: NonNullable<SettingsAnswer>, uri: string): NonNullable<SettingsAnswer> {
  if ('cannot' in answer || !isPackage(uri)) return answer;
  const { text, root: whole, issues } = answer;
  const root = whole?.kind === 'mapping' ? entryOf(whole, member)?.value : undefined;
  if (root?.kind !== 'mapping') return { cannot: `has no object "${member}". Add one, or name another file.` };
  return { text, root, issues: issues.filter(({ span }) => contains(root.span, span)) };
}
