/** Spells an edit with placeholders as a snippet of the protocol. */
import type { TextEdit } from './edit.ts';

/** `text` with each stop as `${1:placeholder}`. */
export function snippetOf({ text, stops = [] }: Pick<TextEdit, 'text' | 'stops'>): string {
  let at = 0;
  let snippet = '';
  for (const [i, { start, end }] of stops.entries()) {
    snippet += `${escapedSnippet(text.slice(at, start))}\${${i + 1}:${escapedSnippet(text.slice(start, end))}}`;
    at = end;
  }
  return snippet + escapedSnippet(text.slice(at));
}

/** The text with a backslash before each character that would act in a snippet. */
export function escapedSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
