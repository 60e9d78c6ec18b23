/**
 * `--cache FILE`: what was found out about files, for the next run. The facts of a file hold for as long as its text does; what
 * was said of it, for as long as every answer that it got is the same.
 */
import type { Facts } from '../../analysis/facts/facts.ts';
import type { Checked } from '../check/checked.ts';
import { digestOfSettings } from '../../disk/node-crypto.ts';
import type { Source, SourceFiles } from '../source.ts';
import { UsageError } from '../usage.ts';
import { readCache, writeCache } from './cache-file.ts';
import type { Kept, CachedFindings } from './cache-file.ts';
import { Digests } from './digests.ts';
import { isPlain } from './plain-data.ts';

/** Where it is, and how it is called. */
export interface CacheFile {
  readonly path: string;
  readonly name: string;
  /** The URI of the folder with which its files may move. */
  readonly folder: string;
}

/** What a check has said, with what it asked for. */
interface Asking extends Checked {
  readonly asked: readonly string[];
}

/** What is kept of a file but for what is said. */
type Known = Omit<Kept, 'said'>;

export class Cache {
  readonly #file: CacheFile;
  readonly #version: string;
  readonly #before: ReadonlyMap<string, Kept>;
  readonly #now = new Map<string, Known>();
  readonly #said = new Map<string, CachedFindings | Asking>();
  readonly #settings = new Map<unknown, string>();
  #digests: Digests | undefined;

  /** Reads what the file holds. `version` is that of the program. Throws a UsageError for a file that is no cache. */
  constructor(file: CacheFile, version: string) {
    const kept = readCache(file, version);
    if (!kept)
      throw new UsageError(
        `--cache ${file.name} is no cache, and is not written over. Name another file, or delete it.`,
      );
    this.#file = file;
    this.#version = version;
    this.#before = new Map(kept.map((each) => [each.uri, each]));
  }

  /** What the file is known to hold; undefined where it must be read. */
  recall(source: Source, sources: SourceFiles): Pick<Kept, 'facts' | 'isChecked'> | undefined {
    const kept = this.#before.get(source.uri);
    if (!kept || kept.key !== this.#of(sources).ofText(source)) return undefined;
    const { said: _said, ...known } = kept;
    this.#now.set(source.uri, known);
    return known;
  }

  /** Notes what was read in the file. */
  keep(source: Source, sources: SourceFiles, facts: readonly Facts[], isChecked: boolean): void {
    const { uri } = source;
    // Such a text would not move with its folder.
    const isFixed = source.text.includes(this.#file.folder);
    if (!isFixed && isPlain(facts))
      this.#now.set(uri, { uri, key: this.#of(sources).ofText(source), facts, isChecked });
  }

  /** What was said of the file, where that still holds. Asked for when all files are known. */
  recallSaid(source: Source, sources: SourceFiles, settings: unknown): Asking | undefined {
    const said = this.#now.has(source.uri) ? this.#before.get(source.uri)?.said : undefined;
    if (!said || said.key !== this.#keyOf(source, sources, settings)) return undefined;
    if (this.#of(sources).ofAnswers(said.asked) !== said.answers) return undefined;
    this.#said.set(source.uri, said);
    return { ...said.checked, bugs: [], asked: said.asked };
  }

  /** Notes what is said of the file now, unless that is what was recalled. */
  keepSaid(source: Source, said: Asking): void {
    if (said.bugs.length === 0 && !this.#said.has(source.uri)) this.#said.set(source.uri, said);
  }

  /** Writes all that was noted, and nothing of files that are gone. Returns a sentence where that fails. */
  write(sources: SourceFiles, settingsOf: (source: Source) => unknown): string | undefined {
    const records = sources.all().flatMap((source): Kept[] => {
      const known = this.#now.get(source.uri);
      const said = this.#said.get(source.uri);
      return known ? [{ ...known, said: said && this.#record(said, source, sources, settingsOf(source)) }] : [];
    });
    const isSame =
      records.length === this.#before.size && records.every(({ uri, key, said }) => this.#has(uri, key, said));
    const why = isSame ? undefined : writeCache(this.#file, this.#version, records);
    return why === undefined
      ? undefined
      : `The cache ${this.#file.name} cannot be written (${why}). Check its directory.`;
  }

  #has(uri: string, key: string, said: CachedFindings | undefined): boolean {
    const before = this.#before.get(uri);
    return before?.key === key && before.said === said;
  }

  #record(said: CachedFindings | Asking, source: Source, sources: SourceFiles, settings: unknown): CachedFindings {
    if ('answers' in said) return said;
    const { notices, accepted, resourceCount, asked } = said;
    return {
      key: this.#keyOf(source, sources, settings),
      asked,
      answers: this.#of(sources).ofAnswers(asked),
      checked: { notices, accepted, resourceCount },
    };
  }

  #keyOf(source: Source, sources: SourceFiles, settings: unknown): string {
    const known = this.#settings.get(settings) ?? digestOfSettings(settings);
    this.#settings.set(settings, known);
    return `${this.#of(sources).ofFile(source)} ${known}`;
  }

  #of(sources: SourceFiles): Digests {
    return (this.#digests ??= new Digests(sources, this.#file.folder));
  }
}
