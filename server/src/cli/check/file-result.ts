/** The findings of one file of a run, before settings decide which of them count. */
import type { CheckedFile } from '../../reports/report.ts';

export interface FileResult extends Omit<CheckedFile, 'name' | 'fixed'> {
  /** A sentence for each rule that failed. */
  readonly bugs: readonly string[];
}
