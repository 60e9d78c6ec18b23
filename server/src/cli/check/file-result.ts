/** The findings of one file of a run, before the baseline and `--since` are applied. */
import type { CheckedFile } from '../../reports/report.ts';

export interface FileResult extends Omit<CheckedFile, 'name' | 'fixed'> {
  /** A sentence for each rule that failed. */
  readonly bugs: readonly string[];
}
