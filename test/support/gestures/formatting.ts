/** Prints the formatted text, or the reason why it does not change. Two cursors limit the range. */
import { formatFile } from '../../../server/src/features/formatting.ts';
import { offsetOf } from '../../../server/src/features/lsp.ts';
import { readFile } from '../../../server/src/frontends/frontends.ts';
import { applyEdits } from '../../../server/src/edits/apply-edits.ts';
import type { Input } from '../gesture-page.ts';

/** The attributes are the client's options: `tab-size=4`, `tabs`. `edits` also prints the number of replaced lines. */
export async function drawFormatted({ path, view, offsets, isPartial }: Input, attributes: string): Promise<string> {
  const [start, end] = offsets;
  const formatted = await formatFile(view, {
    tabSize: Number(/tab-size=(\d+)/.exec(attributes)?.[1] ?? 2),
    isMixed: /\bmixed\b/.test(attributes),
    insertSpaces: !/\btabs\b/.test(attributes),
    ...(start !== undefined && end !== undefined ? { within: { start, end } } : {}),
    read: (text) => readFile(path, text, { isPartial }),
  });
  if (!formatted) return '(not ours to format)';
  if ('problem' in formatted) return `(${formatted.problem})`;
  const { located } = view;
  const edits = formatted.edits.map(({ range, newText }) => ({
    span: { start: offsetOf(located, range.start), end: offsetOf(located, range.end) },
    text: newText,
  }));
  const after = applyEdits(located.text, edits).replace(/\n$/, '').replaceAll('\r', '␍').replaceAll('\t', '→');
  if (!/\bedits\b/.test(attributes)) return after;
  const lines = formatted.edits.map(({ range }) => `${range.start.line + 1}–${range.end.line}`);
  return `${after}\n\nlines ${lines.join(', ')}`;
}
