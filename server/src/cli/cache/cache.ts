/** `--cache FILE`: stores summaries and results of files, which are valid while texts and answers are the same. */
import type { FileResult } from '../check/file-result.ts';
import { digestOfSettings } from '../../disk/node-crypto.ts';
import type { FileSummary, Project, SummaryCache } from '../../project/project.ts';
import type { Source } from '../source.ts';
import { UsageError } from '../usage.ts';
import { readCache, writeCache, type FileRecord, type ResultRecord } from './cache-file.ts';
import { Digests } from './digests.ts';
import { isPlain } from './plain-data.ts';

export interface CacheFile {
  readonly path: string;
  readonly name: string;
  /** The URI of the folder: a cache stays valid if this folder is moved. */
  readonly folder: string;
}

interface NewResult extends FileResult {
  readonly asked: readonly string[];
}

type Sources = Project<Source>;

export class Cache implements SummaryCache<Source> {
  readonly #file: CacheFile;
  readonly #version: string;
  readonly #before: ReadonlyMap<string, FileRecord>;
  readonly #summaries = new Map<string, FileRecord>();
  readonly #results = new Map<string, ResultRecord | NewResult>();
  readonly #settings = new Map<unknown, string>();
  #digests: Digests | undefined;

  /** Reads the file. `version` is the version of the program. Throws a UsageError for a file that is not a cache. */
  constructor(file: CacheFile, version: string) {
    const records = readCache(file, version);
    if (!records)
      throw new UsageError(
        `--cache ${file.name} is not a cache file, so it is not overwritten. Use another file, or delete it.`,
      );
    this.#file = file;
    this.#version = version;
    this.#before = new Map(records.map((each) => [each.uri, each]));
  }

  recall(source: Source, sources: Sources): FileSummary | undefined {
    const record = this.#before.get(source.uri);
    if (record?.key !== this.#of(sources).ofText(source)) return undefined;
    this.#summaries.set(source.uri, record);
    return record;
  }

  keep(source: Source, sources: Sources, { facts, isChecked }: FileSummary): void {
    const { uri } = source;
    // Such a text would differ after its folder is moved.
    const isFixed = source.text.includes(this.#file.folder);
    if (!isFixed && isPlain(facts))
      this.#summaries.set(uri, { uri, key: this.#of(sources).ofText(source), facts, isChecked });
  }

  /** The result for a file if it is still valid. Called after all files are read. */
  recallResult(source: Source, sources: Sources, settings: unknown): FileResult | undefined {
    const record = this.#summaries.get(source.uri)?.result;
    if (!record || record.key !== this.#keyOf(source, sources, settings)) return undefined;
    if (this.#of(sources).ofAnswers(record.asked) !== record.answers) return undefined;
    this.#results.set(source.uri, record);
    return { ...record.checked, bugs: [] };
  }

  keepResult(source: Source, result: NewResult): void {
    if (result.bugs.length === 0) this.#results.set(source.uri, result);
  }

  /** Writes the results of existing files. Returns a message if that fails. */
  write(sources: Sources, settingsOf: (source: Source) => unknown): string | undefined {
    const records = [...sources.files.values()].flatMap((source): FileRecord[] => {
      const summary = this.#summaries.get(source.uri);
      const result = this.#results.get(source.uri);
      if (!summary) return [];
      return [{ ...summary, result: result && this.#record(result, source, sources, settingsOf(source)) }];
    });
    const isSame =
      records.length === this.#before.size && records.every(({ uri, key, result }) => this.#has(uri, key, result));
    const why = isSame ? undefined : writeCache(this.#file, this.#version, records);
    return why === undefined
      ? undefined
      : `The cache ${this.#file.name} cannot be written (${why}). Check its directory.`;
  }

  #has(uri: string, key: string, result: ResultRecord | undefined): boolean {
    const before = this.#before.get(uri);
    return before?.key === key && before.result === result;
  }

  #record(result: ResultRecord | NewResult, source: Source, sources: Sources, settings: unknown): ResultRecord {
    if ('answers' in result) return result;
    const { notices, accepted, resourceCount, placeholderCount, unreadLanguage, asked } = result;
    return {
      key: this.#keyOf(source, sources, settings),
      asked,
      answers: this.#of(sources).ofAnswers(asked),
      checked: { notices, accepted, resourceCount, placeholderCount, unreadLanguage },
    };
  }

  #keyOf(source: Source, sources: Sources, settings: unknown): string {
    const known = this.#settings.get(settings) ?? digestOfSettings(settings);
    this.#settings.set(settings, known);
    return `${this.#of(sources).ofFile(source)} ${known} ${sources.workspace.knowledge}`;
  }

  #of(sources: Sources): Digests {
    return (this.#digests ??= new Digests(sources, this.#file.folder));
  }
}
