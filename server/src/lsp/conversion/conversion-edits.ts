/** Turns the new texts of a conversion into edits of the current texts. */
import { trimmedEdits } from '../../text/diff.ts';
import { shift } from '../../text/span.ts';
import type { ConvertedFile } from '../../convert/outcome.ts';
import type { ConvertedWithSettings } from './conversion-store.ts';
import { fileView } from '../workspace/files.ts';
import type { Session } from '../session.ts';
import type { FileEdits } from '../protocol/workspace-edit.ts';

/** The edits cover only changed text, so that cursors keep their places. A file with a changed text is left out. */
export function editsOfRun({ files }: ConvertedWithSettings, session: Session): readonly FileEdits[] {
  const edits = files.map((file) => editsOf(file, session));
  const isPartial = files.some(({ together }, i) => together !== undefined && edits[i] === undefined);
  return isPartial ? [] : edits.flatMap((each) => each ?? []);
}

function editsOf(file: ConvertedFile, session: Session): FileEdits | undefined {
  const view = fileView(session, file.uri);
  const start = view && startIn(view.located.text, file);
  if (!view || start === undefined) return undefined;
  return {
    view,
    edits: trimmedEdits(file.before, file.after).map((edit) => ({ ...edit, span: shift(edit.span, start) })),
  };
}

/**
 * Joins the edits of a file into one, so that the user cannot accept only some of them. Undefined if the text has
 * changed.
 */
export function wholeEdit(file: ConvertedFile, session: Session): FileEdits | undefined {
  const { view, edits } = editsOf(file, session) ?? {};
  const [first, last] = [edits?.[0], edits?.at(-1)];
  if (!view || !edits || !first || !last) return undefined;
  const { text } = view.located;
  let at = first.span.start;
  let written = '';
  for (const edit of edits) {
    written += text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return { view, edits: [{ span: { start: first.span.start, end: last.span.end }, text: written }] };
}

/** The start of the converted text: after a byte order mark. Undefined if the text has changed. */
export function startIn(text: string, { before }: Pick<ConvertedFile, 'before'>): number | undefined {
  if (text === before) return 0;
  return text === `\uFEFF${before}` ? 1 : undefined;
}
