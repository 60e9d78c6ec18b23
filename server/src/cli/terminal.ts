/** What a command reads from and writes to. */
import type { GrammarFiles } from '../frontends/code/load.ts';
import { printableJson, withoutControls } from '../text/quote.ts';

export interface Terminal {
  readonly cwd: string;
  readonly isColored: boolean;
  /** The columns of the terminal that `out` writes to; undefined if `out` is not a terminal. */
  readonly width: number | undefined;
  /** The columns of the terminal that `err` writes to; undefined if lines cannot be redrawn. */
  readonly errWidth?: number | undefined;
  readonly version: string;
  /** The files of the parser for programs; undefined in tests that read none. */
  readonly grammars?: GrammarFiles;
  out(text: string): void;
  err(text: string): void;
  /** Prints a question and waits for a line of answer. Undefined without a person to ask. */
  ask?(question: string): Promise<string>;
}

export function printMessages(sentences: Iterable<string>, terminal: Terminal): void {
  for (const sentence of sentences) terminal.err(`endpoints: ${withoutControls(sentence)}\n`);
}

export function jsonText(value: unknown): string {
  return `${printableJson(value, 2)}\n`;
}

/** With each range, a list of four numbers, on one line. A line break in a text is escaped, so no text is changed. */
export function jsonTextOfRanges(value: unknown): string {
  return jsonText(value).replace(/\[\n *(\d+),\n *(\d+),\n *(\d+),\n *(\d+)\n *\]/g, '[$1, $2, $3, $4]');
}
