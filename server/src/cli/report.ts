/** What a check has to say, as every reporter gets it. */
import type { Finding } from '../lint/check.ts';
import type { Related } from '../lint/rule.ts';
import type { SourceFile } from '../tree/document.ts';

export interface CheckedFile {
  /** As it is shown. */
  readonly name: string;
  readonly uri: string;
  readonly file: SourceFile;
  readonly findings: readonly Finding[];
  /** Fixes that were applied. */
  readonly fixed: number;
}

export interface Report {
  readonly files: readonly CheckedFile[];
  /** How many files were looked into, also those without a resource of ours. */
  readonly fileCount: number;
  readonly resourceCount: number;
  readonly problems: readonly string[];
  /** Where a place is that a finding in the file points to. */
  readonly locate: (related: Related, file: CheckedFile, finding: Finding) => Place | undefined;
}

/** Lines and columns start at 1. */
export interface Place {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

export function resourceCount(file: SourceFile): number {
  return file.parts.reduce((count, { document }) => count + document.resources.length, 0);
}
