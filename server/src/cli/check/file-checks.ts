/** Checks the files of a run: each right after it is read, and again if an answer about other files has changed. */
import type { Settings } from '../../config/config.ts';
import { checkedObjects } from '../../analysis/binding/own-services.ts';
import { isTaken } from '../../analysis/workspace/relations.ts';
import { settingsPerFile, type PerFile } from '../../config/per-file.ts';
import { fileFindings } from '../../lint/check-file.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import type { Rule } from '../../lint/rule.ts';
import { Checks, type CheckedText } from '../../project/checks.ts';
import { errorText } from '../../text/error-text.ts';
import { codeOf } from '../../frontends/code/languages.ts';
import { unreadLanguageIn } from '../../frontends/file-languages.ts';
import { isMarkdown } from '../inputs/inputs.ts';
import type { FileResult } from './file-result.ts';
import type { Compare } from './committed.ts';
import { locator } from '../../reports/locate.ts';
import { noticesOf } from '../../reports/notices.ts';
import type { Notice } from '../../reports/report.ts';
import type { Source } from '../source.ts';
import type { Sources } from '../sources.ts';

interface ResultOnRead extends FileResult {
  /** True if the check of the file got a list of names, or many objects of one name. */
  readonly hasLists: boolean;
}

/** Lists grow with every file: after this many files that get one, reading the other files twice is faster. */
const mostWithLists = 64;

/** A list of more objects than these counts. */
const manyObjects = 64;

interface FileChecksOptions {
  readonly compare?: Compare | undefined;
}

export class FileChecks {
  readonly #settings: PerFile<CheckSettings>;
  readonly #compare: Compare | undefined;
  #checks: Checks<CheckSettings, ResultOnRead> | undefined;
  #withLists = 0;
  #bugs: string[] = [];

  constructor(rules: readonly Rule[], { layers }: PerFile<Settings>, { compare }: FileChecksOptions = {}) {
    this.#compare = compare;
    const onBug = (code: string, error: unknown): void =>
      void this.#bugs.push(`The rule ${code} failed: ${errorText(error)}`);
    this.#settings = settingsPerFile(layers, (settings) => ({ ...settings, rules, onBug }));
  }

  settingsOf({ uri }: Pick<Source, 'uri'>): CheckSettings {
    return this.#settings.of(uri);
  }

  readonly checkOnRead = (source: Source, sources: Sources): void => {
    // The earlier place of an object is known only after all files are read.
    if (this.#withLists >= mostWithLists || this.#compare) return;
    // What rules know of such a file changes with the build.
    if (sources.workspace.entriesIn(source.uri).some(isTaken)) return;
    if (this.#of(sources).of(source.uri)?.hasLists) this.#withLists++;
  };

  /** The result for a file, after all files are read. */
  finish(source: Source, sources: Sources): FileResult {
    const result = this.#of(sources).of(source.uri);
    if (!result) throw new Error(`${source.uri} has nothing to check.`);
    return result;
  }

  /** Sentences on the rules that have failed since the last call. */
  takeBugs(): readonly string[] {
    const bugs = this.#bugs;
    this.#bugs = [];
    return bugs;
  }

  #of(sources: Sources) {
    return (this.#checks ??= new Checks(sources, {
      settingsOf: (uri: string) => this.#settings.of(uri),
      resultOf: (text: CheckedText<CheckSettings>) => this.#resultOf(text, sources),
    }));
  }

  #resultOf({ uri, checked, settings }: CheckedText<CheckSettings>, sources: Sources): ResultOnRead {
    const { file } = checked;
    const source = sources.files.get(uri);
    const found = fileFindings(checked);
    const all = (source && this.#compare?.({ source, file, sources, settings }, found)) ?? found;
    const { notices, accepted } = noticesOf(all, file, locator(uri, sources));
    return {
      notices: source?.read || codeOf(source?.path ?? '') ? notices.map(withoutFix) : notices,
      accepted,
      resourceCount: file.parts.reduce((count, { document }) => count + checkedObjects(document).length, 0),
      placeholderCount: file.parts.reduce((count, { document }) => count + document.placeholderCount, 0),
      unreadLanguage: source && isMarkdown(source.input) ? undefined : unreadLanguageIn(source?.path ?? '', file),
      bugs: this.takeBugs(),
      hasLists: checked.documentFindings.some(({ related }) => [...related.answers.values()].some(isList)),
    };
  }
}

function isList(answer: readonly unknown[] | object): boolean {
  if (Array.isArray(answer)) return answer.length > manyObjects;
  return 'token' in answer && answer.token !== '';
}

/** An example is not written: its path does not show how to read it. Nor is a program. */
function withoutFix(notice: Notice): Notice {
  return { ...notice, fix: null };
}
