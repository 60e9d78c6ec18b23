/** Draws code actions: the list of them at the cursor, or the text after one of them. */
import { offersAt } from '../../../server/src/features/code-actions.ts';
import { editsOf } from '../../../server/src/lsp/action-edits.ts';
import type { Scope } from '../../../server/src/lsp/action-edits.ts';
import { checkFile } from '../../../server/src/lint/check.ts';
import { applyEdits } from '../../../server/src/text/edit.ts';
import { settingsFor } from '../checking.ts';
import type { Input } from '../gesture-page.ts';

/** One line an action that can be done: its kind and title. Several cursors are drawn one after the other. */
export function drawActions(input: Input): string {
  const scope = scopeOf(input);
  const lists = spansOf(input).map((span) =>
    offersAt(scope.view, checkFile(scope.view.file, scope.settings), span)
      .filter(({ task }) => editsOf(task, scope) !== undefined)
      .map(({ kind, title, isPreferred }) => `${kind}: ${title}${isPreferred ? ' (preferred)' : ''}`)
      .join('\n'),
  );
  return lists.join('\n\n');
}

/** The text after the action that `action="…"` names, at the first cursor. A fence cannot name backticks. */
export function drawEdit(input: Input, attributes: string): string {
  const scope = scopeOf(input);
  const [, , title = ''] = /action=(["'])(.*?)\1/.exec(attributes) ?? [];
  const [span = { start: 0, end: 0 }] = spansOf(input);
  const offers = offersAt(scope.view, checkFile(scope.view.file, scope.settings), span);
  const offer = offers.find((each) => each.title.replaceAll('`', '') === title);
  const edits = offer && editsOf(offer.task, scope);
  const { text } = scope.view.file;
  if (!edits) return `(not offered)`;
  return applyEdits(text, edits).replace(/\n$/, '').replaceAll('\r', '␍');
}

function spansOf({ offsets }: Input): { start: number; end: number }[] {
  return offsets.map((offset) => ({ start: offset, end: offset }));
}

function scopeOf({ path, view, isPartial }: Input): Scope {
  return { path, view, isPartial, settings: settingsFor(view.minor) };
}
