/** Opens the text at a place of the picture, beside the picture and never over it. */
import { Position, Range, TabInputText, Uri, ViewColumn, window, type TextEditor } from 'vscode';
import type { PicturePlace } from './picture-parts.ts';

/** `own` is the column of the picture. Does nothing for a part without a place. */
export async function revealPlace({ file, range }: PicturePlace, own: ViewColumn | undefined): Promise<void> {
  if (file !== null && range) await openAt(file, startOf(range), own);
}

/** With the cursor at the position. */
export async function openAt(file: string, position: Position, own: ViewColumn | undefined): Promise<TextEditor> {
  const uri = Uri.parse(file);
  const selection = new Range(position, position);
  return window.showTextDocument(uri, { selection, viewColumn: columnFor(uri, own) });
}

export function startOf(range: NonNullable<PicturePlace['range']>): Position {
  return new Position(range[0] - 1, range[1] - 1);
}

/** Where the file is open, else where another text is, else any other column. */
function columnFor(uri: Uri, own: ViewColumn | undefined): ViewColumn {
  const groups = window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== own);
  const hasFile = groups.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString()),
  );
  const hasText = groups.find(({ activeTab }) => activeTab?.input instanceof TabInputText);
  return (hasFile ?? hasText ?? groups[0])?.viewColumn ?? ViewColumn.Beside;
}
