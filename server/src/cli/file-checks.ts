/**
 * Checks the files of a run, each as soon as it is read where that holds: what it asked about the others is asked again at
 * the end, and only where an answer may be another one is the file read again.
 */
import { indexKey } from '../analysis/file-around.ts';
import type { Answers } from '../analysis/file-around.ts';
import { checkAmong } from '../lint/check.ts';
import type { CheckSettings } from '../lint/check-documents.ts';
import { errorText } from '../text/error-text.ts';
import type { SourceFile } from '../tree/document.ts';
import { locator } from './locate.ts';
import { noticesOf } from './notices.ts';
import type { Notice } from './report.ts';
import type { Source, Sources } from './sources.ts';

/** What is to be said of a file. */
export interface Checked {
  readonly notices: readonly Notice[];
  readonly resourceCount: number;
  /** Sentences on rules that failed. */
  readonly bugs: readonly string[];
}

interface Early extends Checked {
  /** What was asked of the index, and when. */
  readonly asked: readonly string[];
  readonly turn: number;
}

/**
 * After so many files that asked for lists of names, which grow with every file, the others wait: to make the lists again
 * and again would take longer than to read the files twice.
 */
const mostDoubts = 64;

export class FileChecks {
  readonly settings: CheckSettings;
  readonly #early = new Map<string, Early>();
  /** The turn at which the answers under a key of the index were changed last. */
  readonly #changed = new Map<string, number>();
  #turn = 0;
  #doubts = 0;
  #bugs: string[] = [];

  constructor(settings: Omit<CheckSettings, 'onBug'>) {
    const onBug = (code: string, error: unknown): void => {
      this.#bugs.push(`The rule ${code} failed: ${errorText(error)}`);
    };
    this.settings = { ...settings, onBug };
  }

  /** Checks a file while others may not be known yet. */
  readonly look = (source: Source, file: SourceFile, sources: Sources): void => {
    if (this.#doubts >= mostDoubts) return;
    this.#noteChanges(sources);
    const turn = this.#turn++;
    const { notices, resourceCount, bugs, answers } = this.#check(source, file, sources);
    const asked: string[] = [];
    let isDoubtful = false;
    for (const [key, answer] of answers) {
      asked.push(indexKey(key));
      isDoubtful ||= 'token' in answer && answer.token !== '';
    }
    if (isDoubtful) this.#doubts++;
    this.#early.set(source.uri, { notices, resourceCount, bugs, asked, turn });
  };

  /** What holds now that all files are known. */
  finish(source: Source, sources: Sources): Checked {
    const early = this.#early.get(source.uri);
    this.#early.delete(source.uri);
    if (early) this.#noteChanges(sources);
    return early && this.#holds(early) ? early : this.#check(source, sources.fileOf(source), sources);
  }

  /** Sentences on the rules that have failed since this was asked for the last time. */
  takeBugs(): readonly string[] {
    const bugs = this.#bugs;
    this.#bugs = [];
    return bugs;
  }

  #holds({ asked, turn }: Early): boolean {
    for (const key of asked) if ((this.#changed.get(key) ?? 0) > turn) return false;
    return true;
  }

  #noteChanges({ workspace }: Sources): void {
    const changes = workspace.takeChanges();
    if (changes) for (const key of changes.keys) this.#changed.set(key, this.#turn);
  }

  #check(source: Source, file: SourceFile, sources: Sources): Checked & { readonly answers: Answers } {
    const { findings, answers } = checkAmong(file, this.settings, sources.workspace.around(source.uri));
    const notices = noticesOf(findings, file, locator(source, sources));
    let resourceCount = 0;
    for (const { document } of file.parts) resourceCount += document.resources.length;
    return { notices, resourceCount, bugs: this.takeBugs(), answers };
  }
}
