/** Writes texts into Mermaid diagrams so that they are shown as they are, whatever they contain. */
import { fitted } from './cells.ts';

/**
 * Letters, digits and signs that mean nothing in a quoted label. Others, such as quotes, brackets and those of Markdown, formulas,
 * directives and markup, become entities: https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters
 */
const special = /[^\p{L}\p{M}\p{N} .,/()·●○◐✕→–…?×+:\uFFFD-]|:(?=fa)|^-/gu;

/** One line of a label, cut where it is longer than `most` cells. */
export function mermaidText(text: string, most: number): string {
  return fitted(text, most).replace(special, (character) => `#${character.codePointAt(0)};`);
}

/** A quoted label of several lines, which are escaped already. */
export function mermaidLabel(lines: readonly string[]): string {
  return `"${lines.join('<br/>')}"`;
}
