/** Writes texts into Mermaid diagrams so that they are shown as they are, whatever they contain. */
import { fitted } from './cells.ts';

/**
 * All but letters, digits and signs that mean nothing in a quoted label become entities, such as `#34;`. So do the first letters of
 * `style` and `classDef`: Mermaid drops the semicolon of the last entity behind them.
 * https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters
 */
const special = /[^\p{L}\p{M}\p{N} .,/()·●○◐✕→–…?×+:\uFFFD-]|^-|s(?=tyle)|c(?=lassDef)/gu;

/** Formulas (`$$x$$`), icons (`fa:fa-user`) and `\n`, which Mermaid looks for once entities are characters again. */
const late = /\$(?=\$)|:(?=fa-)|\\(?=n)/g;

/** Takes no room, and no line ends at it. */
const wordJoiner = '\u2060';

/** One line of a label, cut where it is longer than `most` cells. */
export function mermaidText(text: string, most: number): string {
  const line = fitted(text, most).replace(late, `$&${wordJoiner}`);
  return line.replace(special, (character) => `#${character.codePointAt(0)};`);
}

/** A quoted label of several lines, which are escaped already. */
export function mermaidLabel(lines: readonly string[]): string {
  return `"${lines.join('<br/>')}"`;
}
