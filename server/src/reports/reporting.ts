/** What a reporter is told of the place that its report is written to. */
export interface Reporting {
  readonly isColored: boolean;
  /** True if only errors are reported, and no summary of a clean run. */
  readonly isQuiet: boolean;
  /** True if the report for people repeats what it would fold: findings of one rule in one object, and equal messages. */
  readonly isWhole: boolean;
  /** Columns of the terminal; undefined if the output is not a terminal. */
  readonly width: number | undefined;
  /** The directory that relative file names are relative to. */
  readonly cwd: string;
  readonly version: string;
}
