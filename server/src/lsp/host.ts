/** What the server needs of its platform; Node and a browser worker each give their own. */

export interface Host {
  /** True for files that the platform can read itself. */
  reaches(uri: string): boolean;
  /** The text of a file, or undefined where there is none that can be read. */
  readFile(uri: string): Promise<string | undefined>;
  /** A link to the page of a rule, or undefined where pages are not at hand. */
  pageUri(code: string): string | undefined;
  /** Runs the function once the messages that have arrived are handled. */
  defer(run: () => void): void;
  /** Fulfilled after that time, in ms. */
  delay(time: number): Promise<void>;
  /** Milliseconds since the epoch, with fractions. */
  now(): number;
  readonly version: string;
}
