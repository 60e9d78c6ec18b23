/** The findings of one file of a run, before the baseline and `--since` are applied. */
import type { CheckedFile } from '../../reports/report.ts';

export interface FileResult extends Omit<CheckedFile, 'name' | 'fixed'> {
  /** The language of a text in the file that is not read; undefined where everything is read. */
  readonly unreadLanguage: string | undefined;
  /** A sentence for each rule that failed. */
  readonly bugs: readonly string[];
}
