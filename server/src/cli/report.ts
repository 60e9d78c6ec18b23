/** What a check has to say, as every reporter gets it. */
import type { Finding } from '../lint/check.ts';
import type { SourceFile } from '../tree/document.ts';

export interface CheckedFile {
  /** As it is shown. */
  readonly name: string;
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
}

export function resourceCount(file: SourceFile): number {
  return file.parts.reduce((count, { document }) => count + document.resources.length, 0);
}
