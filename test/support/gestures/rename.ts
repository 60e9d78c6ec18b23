/** Prints the edits of a renaming, one line per place, with what the client asks before it applies them, or why there are none. */
import { renameEdits, renamingAt } from '../../../server/src/features/rename/rename.ts';
import { isRefusal } from '../../../server/src/features/rename/renaming.ts';
import { rangeOf } from '../../../server/src/features/lsp.ts';
import { projectUri, type Input } from '../gesture-page.ts';
import { placeOf, quoted } from './places.ts';

/** The attribute `to="…"` is the new name. */
export function drawRename({ view, files, offsets }: Input, attributes: string): string {
  const target = renamingAt(view, offsets[0] ?? 0, files);
  if (!target) return 'nothing: the server of the language may rename here';
  if (isRefusal(target)) return `refused: ${target.refusal}`;
  const edits = renameEdits(target, /\bto="([^"]*)"/.exec(attributes)?.[1] ?? '', files);
  if (isRefusal(edits)) return `refused: ${edits.refusal}`;
  const lines = edits.map(({ view: own, edit, label }) => {
    const range = rangeOf(own.located, edit.span);
    const path = own.uri === view.uri ? '' : `${own.uri.slice(projectUri.length)}:`;
    return `${path}${placeOf(range)} ${quoted(own.located, range)} → ${JSON.stringify(edit.text)}  ${label}`;
  });
  const warnings = new Set(edits.flatMap(({ warning }) => warning ?? []));
  return [...lines.sort(), ...[...warnings].map((warning) => `confirm: ${warning}`)].join('\n');
}
