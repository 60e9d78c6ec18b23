/** Accepts a completion like an editor: applies the edits, and fills the snippet with its samples. */
import type { CompletionItem, TextEdit } from 'vscode-languageserver-types';
import { offsetOf, type Located } from '../../server/src/features/lsp.ts';
import { applyEdits } from '../../server/src/edits/apply-edits.ts';

/** The text after the item, with its tab stops filled by their samples or first choices. */
export function accept(located: Located, item: CompletionItem): string {
  const edit = item.textEdit as TextEdit;
  const spanOf = ({ range }: TextEdit): { start: number; end: number } => ({
    start: offsetOf(located, range.start),
    end: offsetOf(located, range.end),
  });
  const newText = item.insertTextFormat === 2 ? fill(edit.newText) : edit.newText;
  const edits = [{ span: spanOf(edit), text: indented(newText, located.text, spanOf(edit).start, item) }];
  for (const more of item.additionalTextEdits ?? []) edits.push({ span: spanOf(more), text: more.newText });
  return applyEdits(located.text, edits);
}

/** A client that indents itself adds the line's indentation to every further line. */
function indented(
  text: string,
  whole: string,
  start: number,
  { insertTextMode, insertTextFormat }: CompletionItem,
): string {
  if (insertTextMode === 1 || insertTextFormat !== 2) return text;
  const blanks = /^[ \t]*/.exec(whole.slice(whole.lastIndexOf('\n', start - 1) + 1))?.[0] ?? '';
  return text.replaceAll('\n', `\n${blanks}`);
}

/** A snippet with samples instead of tab stops. */
export function fill(snippet: string): string {
  const samples = new Map<string, string>();
  const pattern = /\\([\\$}])|\$\{(\d+)(?::((?:[^}\\]|\\.)*)|\|((?:[^|\\]|\\.)*)\|)?\}|\$(\d+)/g;
  return snippet.replace(
    pattern,
    (_all, escaped, number, sample: string | undefined, choices: string | undefined, bare) => {
      if (escaped !== undefined) return escaped as string;
      const id = (number ?? bare) as string;
      const first = sample ?? choices?.split(',')[0];
      if (first !== undefined) samples.set(id, first.replace(/\\(.)/g, '$1'));
      return samples.get(id) ?? '';
    },
  );
}
