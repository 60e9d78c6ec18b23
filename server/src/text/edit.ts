/** Replacing stretches of a text. */
import type { Span } from './span.ts';

export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** The text after all edits. Edits that overlap an earlier one (by start) are left out. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
    if (edit.span.start < at) continue;
    result += text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return result + text.slice(at);
}
