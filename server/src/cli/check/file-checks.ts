/**
 * Checks the files of a run, each as soon as it is read where that holds: what it asked about the others is asked again at
 * the end, and only where an answer may be another one is the file read again.
 */
import { indexKey } from '../../analysis/workspace/file-around.ts';
import type { Settings } from '../../config/config.ts';
import type { PerFile } from '../../config/per-file.ts';
import { checkAmong } from '../../lint/check-file.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import type { Rule } from '../../lint/rule.ts';
import { errorText } from '../../text/error-text.ts';
import type { SourceFile } from '../../tree/document.ts';
import type { Cache } from '../cache/cache.ts';
import { textKey } from '../cache/digests.ts';
import type { Checked } from './checked.ts';
import type { Compare } from './committed.ts';
import { locator } from '../../reports/locate.ts';
import { noticesOf } from '../../reports/notices.ts';
import type { Notice } from '../../reports/report.ts';
import type { Source } from '../source.ts';
import type { Sources } from '../sources.ts';

interface Early extends Checked {
  /** What was asked of the index and where others were looked at, and when. */
  readonly asked: readonly string[];
  readonly turn: number;
  /** True where it asked for a list of names. */
  readonly isDoubtful: boolean;
}

/**
 * After so many files that asked for lists of names, which grow with every file, the others wait: to make the lists again
 * and again would take longer than to read the files twice.
 */
const mostDoubts = 64;

interface FileChecksOptions {
  readonly isKept?: boolean;
  readonly compare?: Compare | undefined;
  readonly cache?: Cache | undefined;
}

export class FileChecks {
  readonly #rules: readonly Rule[];
  readonly #settings: PerFile<Settings>;
  readonly #isKept: boolean;
  readonly #compare: Compare | undefined;
  readonly #cache: Cache | undefined;
  readonly #known = new Map<Settings, CheckSettings>();
  readonly #early = new Map<string, Early>();
  /** The turn at which the answers under a key of the index were changed last. */
  readonly #changed = new Map<string, number>();
  #turn = 0;
  #doubts = 0;
  #bugs: string[] = [];

  /** What is said is kept for the next time where `isKept`. */
  constructor(
    rules: readonly Rule[],
    settings: PerFile<Settings>,
    { isKept = false, compare, cache }: FileChecksOptions = {},
  ) {
    this.#isKept = isKept;
    this.#compare = compare;
    this.#cache = cache;
    this.#rules = rules;
    this.#settings = settings;
  }

  /** What a file is checked with: the same object for all that have the same. */
  settingsOf({ uri }: Source): CheckSettings {
    const settings = this.#settings.of(uri);
    const known = this.#known.get(settings);
    if (known) return known;
    const made = { ...settings, rules: this.#rules, onBug: this.#noteBug };
    this.#known.set(settings, made);
    return made;
  }

  /** Checks a file while others may not be known yet. */
  readonly look = (source: Source, file: SourceFile, sources: Sources): void => {
    // Where an object was before is known when all files are.
    if (this.#doubts >= mostDoubts || this.#compare) return;
    const early = this.#lookAt(source, file, sources);
    if (early.isDoubtful) this.#doubts++;
    this.#early.set(source.uri, early);
  };

  /** What holds now that all files are known. */
  finish(source: Source, sources: Sources): Checked {
    this.#noteChanges(sources);
    const early = this.#early.get(source.uri);
    const checked = early && this.#holds(early) ? early : this.#checkedNow(source, sources);
    this.#cache?.keepSaid(source, checked);
    if (this.#isKept) this.#early.set(source.uri, checked);
    else this.#early.delete(source.uri);
    return checked;
  }

  /** The file has another text: what was said of it no longer holds, nor where its lines were shown. */
  forget({ uri }: Source): void {
    this.#early.delete(uri);
    this.#changed.set(textKey(uri), this.#turn);
  }

  /** Sentences on the rules that have failed since this was asked for the last time. */
  takeBugs(): readonly string[] {
    const bugs = this.#bugs;
    this.#bugs = [];
    return bugs;
  }

  readonly #noteBug = (code: string, error: unknown): void => {
    this.#bugs.push(`The rule ${code} failed: ${errorText(error)}`);
  };

  #checkedNow(source: Source, sources: Sources): Early {
    const said = this.#cache?.recallSaid(source, sources, this.settingsOf(source));
    if (said) return { ...said, isDoubtful: false, turn: this.#turn };
    return this.#lookAt(source, sources.fileOf(source), sources);
  }

  #holds({ asked, turn }: Early): boolean {
    for (const key of asked) if ((this.#changed.get(key) ?? 0) > turn) return false;
    return true;
  }

  #noteChanges({ workspace }: Sources): void {
    const changes = workspace.takeChanges();
    if (changes) for (const key of changes.keys) this.#changed.set(key, this.#turn);
  }

  #lookAt(source: Source, file: SourceFile, sources: Sources): Early {
    this.#noteChanges(sources);
    const turn = this.#turn++;
    const asked: string[] = [];
    const locate = locator(source.uri, sources);
    const settings = this.settingsOf(source);
    const alone = checkAmong(file, settings, sources.around(source));
    const checked = this.#compare?.({ source, file, sources, settings }, alone) ?? alone;
    const told = noticesOf(checked, file, (related, ...at) => {
      if ('entry' in related) asked.push(textKey(related.entry.uri));
      return locate(related, ...at);
    });
    let isDoubtful = false;
    for (const [key, answer] of checked.answers) {
      asked.push(indexKey(key));
      isDoubtful ||= 'token' in answer && answer.token !== '';
    }
    let resourceCount = 0;
    for (const { document } of file.parts) resourceCount += document.resources.length;
    const notices = source.input.read ? told.notices.map(withoutFix) : told.notices;
    const { accepted } = told;
    return { notices, accepted, resourceCount, bugs: this.takeBugs(), asked, isDoubtful, turn };
  }
}

/** Nothing is written where the text is not read by its name. */
function withoutFix(notice: Notice): Notice {
  return { ...notice, fix: null };
}
