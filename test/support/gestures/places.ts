/** Prints ranges for fixture pages: positions start at one, with the text of the range. */
import type { Range } from 'vscode-languageserver-types';
import { locatedIn, offsetOf, type Encoding, type Located } from '../../../server/src/features/lsp.ts';
import type { View } from '../../../server/src/features/view.ts';

/** `3:5-3:9`, or `3:5-9` on one line. */
export function placeOf({ start, end }: Range): string {
  const last = end.line === start.line ? '' : `${end.line + 1}:`;
  return `${start.line + 1}:${start.character + 1}-${last}${end.character + 1}`;
}

/** The text of a range in quotes; a long one is shortened in the middle. */
export function quoted(located: Located, { start, end }: Range): string {
  const text = located.text.slice(offsetOf(located, start), offsetOf(located, end));
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 30)}…${text.slice(-25)}` : text);
}

/** The view of a client with another encoding, if the answer's fence names one. */
export function counting(view: View, attributes: string): View {
  const encoding = /\butf-(?:8|16|32)\b/.exec(attributes)?.[0] as Encoding | undefined;
  return encoding ? { ...view, file: view.file, located: locatedIn(view.located.text, encoding) } : view;
}
