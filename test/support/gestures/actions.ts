/** Prints the code actions at the cursor, or the text after one of them. */
import { fileFacts } from '../../../server/src/analysis/facts/file-facts.ts';
import type { FileRelations } from '../../../server/src/analysis/workspace/file-around.ts';
import { offersAt, type ActionOffer, type ActionTask } from '../../../server/src/features/actions/code-actions.ts';
import type { View } from '../../../server/src/features/view.ts';
import { convertWorkspaceCommand } from '../../../server/src/features/vocabulary.ts';
import { editsOf } from '../../../server/src/features/actions/action-edits.ts';
import { reasonOf, convertOffer } from '../../../server/src/lsp/conversion/conversion.ts';
import type { ConvertedWithSettings } from '../../../server/src/lsp/conversion/conversion-store.ts';
import { checkFile } from '../../../server/src/lint/check-file.ts';
import { applyEdits } from '../../../server/src/edits/apply-edits.ts';
import type { TextEdit } from '../../../server/src/text/edit.ts';
import { snippetOf } from '../../../server/src/text/snippet.ts';
import type { SourceFile } from '../../../server/src/tree/document.ts';
import { settingsFor } from '../checking.ts';
import { projectUri, type Input } from '../gesture-page.ts';

/** One line per enabled action: its kind and title. Several cursors follow one another. */
export function drawActions(input: Input): string {
  const lists = spansOf(input).map((span) =>
    offersFor(input, span)
      .flatMap((offer) => lineOf(offer, input))
      .join('\n'),
  );
  return lists.join('\n\n');
}

/** None for what cannot be done; conversions are drawn by themselves. */
function lineOf({ kind, title, isPreferred, task }: ActionOffer, input: Input): string | [] {
  const isPossible = task.does === 'command' || editOf(task, input) !== undefined;
  return isPossible ? `${kind}: ${title}${isPreferred ? ' (preferred)' : ''}` : [];
}

/** One line per conversion at the cursor, with the reason of a disabled one. */
export function drawConversions(input: Input): string {
  const lists = spansOf(input).map((span) =>
    offersFor(input, span, true)
      .flatMap(({ kind, title, task }) => {
        if (task.does === 'command' && task.command.command === convertWorkspaceCommand) return [`${kind}: ${title}`];
        if (task.does !== 'move') return [];
        const run = runOf(task, input);
        return run.files.length > 0 ? [`${kind}: ${title}`] : [`${title} (disabled: ${reasonOf(run)})`];
      })
      .join('\n'),
  );
  return lists.join('\n\n');
}

function runOf({ move }: Extract<ActionTask, { does: 'move' }>, { view, files }: Input): ConvertedWithSettings {
  return convertOffer(move, view, files, { managedBy: 'hand-written' });
}

/** The text after the action that `action="…"` names, at the first cursor; with the attribute `snippet`, with tab stops. */
export function drawEdit(input: Input, attributes: string): string {
  const [, , title = ''] = /action=(["'])(.*?)\1/.exec(attributes) ?? [];
  const [span = { start: 0, end: 0 }] = spansOf(input);
  const offer = offersFor(input, span).find((each) => each.title === title);
  if (offer?.task.does === 'move') return drawRun(runOf(offer.task, input), input);
  const edit = offer && editOf(offer.task, input);
  if (!edit) return `(not offered)`;
  const { view, edits } = edit;
  const file = view === input.view ? '' : `${view.uri.slice(projectUri.length)}:\n`;
  const written = /\bsnippet\b/.test(attributes) ? edits.map((each) => ({ ...each, text: snippetOf(each) })) : edits;
  return file + applyEdits(view.file.text, written).replace(/\n$/, '').replaceAll('\r', '␍');
}

/** The new texts, and the lost data. */
function drawRun({ files, outcomes }: ConvertedWithSettings, { view }: Input): string {
  const texts = files.map(({ uri, after }) => {
    const title = uri === view.uri ? '' : `${uri.slice(projectUri.length)}:\n`;
    return title + after.replace(/\n$/, '').replaceAll('\r', '␍');
  });
  const losses = outcomes.flatMap((outcome) => outcome.losses.map(({ message }) => `(lost: ${message})`));
  return [...texts, ...losses].join('\n\n');
}

function spansOf({ offsets }: Input): { start: number; end: number }[] {
  return offsets.map((offset) => ({ start: offset, end: offset }));
}

function offersFor(
  { view, files }: Input,
  span: { start: number; end: number },
  canConvertAll = false,
): readonly ActionOffer[] {
  const around = files.workspace.around(view.uri, fileFacts(view.file));
  return offersAt(view, files, checkFile(view.file, settingsFor(view.minor), around), {
    span,
    canShowApply: true,
    canConvertAll,
    canExplain: true,
  });
}

/** The edits of the task, and the file that they are for. */
function editOf(task: ActionTask, input: Input): { view: View; edits: readonly TextEdit[] } | undefined {
  const { isPartial, files } = input;
  const view = task.does === 'partner' ? task.partner.view : input.view;
  const around = (file: SourceFile): FileRelations => files.workspace.around(view.uri, fileFacts(file));
  const path = view.uri.slice(projectUri.length);
  const scope = { path, view, isPartial: view === input.view && isPartial, settings: settingsFor(view.minor), around };
  const edits = editsOf(task, scope);
  return edits && { view, edits };
}
