/** The exit codes, and the error for wrong usage, which ends the program with a message and exit code 2. */
import { withoutControls } from '../text/quote.ts';

export class UsageError extends Error {
  readonly #messages: readonly string[];

  /** With a message for each mistake. */
  constructor(...messages: readonly string[]) {
    super(messages.join(' '));
    this.#messages = messages;
  }

  /** What the program prints: a line for each mistake. */
  get lines(): string {
    return this.#messages.map((message) => `endpoints: ${withoutControls(message)}\n`).join('');
  }
}

export const exitCodes = { clean: 0, findings: 1, usage: 2, bug: 3 } as const;
