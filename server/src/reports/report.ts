/**
 * What a check has to say, as every reporter gets it: plain data without texts and trees, so that it can be kept, merged and
 * written down.
 */
import type { EnforcedBy, Severity } from '../lint/rule.ts';
import { withoutControls } from '../text/quote.ts';

export interface Report {
  /** Those that hold a resource of ours, or of which something is to be said; in the order in which they are looked into. */
  readonly files: readonly CheckedFile[];
  /** How many files were looked into, also those without a resource of ours. */
  readonly fileCount: number;
  /** Sentences on what could not be read or written, and on rules that failed. */
  readonly problems: readonly string[];
  /** Where only a part of the files of a run were looked into. */
  readonly shard?: Shard;
  /** Where only files that changed since a commit were looked into: the commit, as it was named. */
  readonly since?: string;
}

/** How a report in JSON begins, and no manifest. */
export const jsonReportStart = '{\n  "version": 1,\n  "files": ';

/** What standard input is called. */
export const standardInput = '<stdin>';

/** One of several parts that a run was cut into. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
  /** How many warnings the whole run may have; undefined where any number will do. */
  readonly maxWarnings?: number | undefined;
  /** The same for all parts of one run: of the same files, settings and version. */
  readonly run: string;
}

export interface CheckedFile {
  /** As it is shown. */
  readonly name: string;
  readonly resourceCount: number;
  /** In order of position. */
  readonly notices: readonly Notice[];
  /** What was found and does not count, in order of position. */
  readonly accepted: readonly Accepted[];
  /** Fixes that were applied. */
  readonly fixed: number;
}

/** A finding, without the tree that it was made in. */
export interface Notice {
  readonly code: string;
  readonly severity: Severity;
  readonly enforcedBy: EnforcedBy;
  readonly message: string;
  readonly range: Range;
  readonly excerpt: Excerpt;
  readonly resource: ResourceIdentity | null;
  /** The field; null where none is concerned. */
  readonly path: string | null;
  readonly related: readonly { readonly place: FilePlace; readonly message: string }[];
  /** Null where there is no fix that could be written. */
  readonly fix: 'safe' | 'suggested' | null;
  /**
   * The same for as long as the finding is: wherever in the file it is moved to, and whatever else changes. Differs from those of all
   * other findings in the file.
   */
  readonly fingerprint: string;
}

/** A finding that somebody has decided to live with. */
export interface Accepted {
  readonly notice: Notice;
  /** Who did: a comment or an annotation in the text, the baseline, or the server, which lets pass what is as it was committed. */
  readonly by: 'ignore' | 'baseline' | 'unchanged';
  /** Why, where it is said. */
  readonly reason: string | null;
}

/** What is said of a finding that is accepted so. */
export const acceptedWords: Readonly<Record<Accepted['by'], string>> = {
  ignore: 'ignored',
  baseline: 'in the baseline',
  unchanged: 'unchanged',
};

/** The end is exclusive. */
export interface Range {
  readonly start: LineAndColumn;
  readonly end: LineAndColumn;
}

/** Both count from 1, columns in UTF-16 units. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** The line of a finding in three parts, cut where it is long: `marked` is what is meant. */
export interface Excerpt {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** What a person calls an object; null for what is not written or not known. */
export interface ResourceIdentity {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string | null;
}

export interface FilePlace extends LineAndColumn {
  readonly name: string;
}

/** For sorting by where findings start. */
export function compareNotices({ range: { start: a } }: Notice, { range: { start: b } }: Notice): number {
  return a.line - b.line || a.column - b.column;
}

/** All that counts, in order. */
export function noticesIn({ files }: Report): readonly Notice[] {
  return files.flatMap(({ notices }) => notices);
}

/** How many findings of that severity count. */
export function countOf(report: Report, severity: Severity): number {
  return noticesIn(report).filter((notice) => notice.severity === severity).length;
}

/** That there was nothing to look into, since nothing has changed; undefined where there was, or where that cannot be told. */
export function unchangedText({ fileCount, problems, shard, since }: Report): string | undefined {
  if (since === undefined || shard || fileCount > 0 || problems.length > 0) return undefined;
  return `None of the files here has changed since ${withoutControls(since)}; nothing to check.`;
}

export function resourcesIn({ files }: Report): number {
  return files.reduce((count, file) => count + file.resourceCount, 0);
}
