/** Computes what an edit of the server makes of the files, before anything changes. */
import type { Text } from '@codemirror/state';
import type { Position, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';

export interface PlannedChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface PlannedFile {
  readonly uri: string;
  /** Undefined for a new file. */
  readonly before: Text | undefined;
  readonly changes: readonly PlannedChange[];
}

export interface PlannedEdit {
  readonly files: readonly PlannedFile[];
  /** Why the server wants a confirmation, in sentences; empty if it wants none. */
  readonly reasons: readonly string[];
}

/** Throws for an edit that an earlier version of a text is the base of. */
export function planEdit(
  edit: WorkspaceEdit,
  fileOf: (uri: string) => { readonly version: number; readonly current: { readonly doc: Text } } | null,
): PlannedEdit {
  const edits = new Map<string, TextEdit[]>();
  const add = (uri: string, more: readonly TextEdit[]): void =>
    void edits.set(uri, [...(edits.get(uri) ?? []), ...more]);
  for (const [uri, more] of Object.entries(edit.changes ?? {})) add(uri, more);
  for (const change of edit.documentChanges ?? []) {
    if ('textDocument' in change) {
      const { uri, version } = change.textDocument;
      if (version !== null && version !== fileOf(uri)?.version) throw outdatedEdit();
      add(
        uri,
        change.edits.filter((each): each is TextEdit => 'newText' in each),
      );
    } else if (change.kind === 'create') add(change.uri, []);
    else throw new Error(`The playground cannot ${change.kind} files.`);
  }
  const reasons = Object.values(edit.changeAnnotations ?? {}).flatMap(({ needsConfirmation, label, description }) =>
    needsConfirmation === true ? [description === undefined ? label : `${label}: ${description}`] : [],
  );
  return {
    files: [...edits].map(([uri, more]) => {
      const before = fileOf(uri)?.current.doc;
      const at = (position: Position): number => (before ? offsetIn(before, position) : 0);
      const changes = more
        .map(({ range, newText }) => ({ from: at(range.start), to: at(range.end), insert: newText }))
        .sort((a, b) => a.from - b.from);
      return { uri, before, changes };
    }),
    reasons: [...new Set(reasons)],
  };
}

export function isSameEdit(one: PlannedEdit, other: PlannedEdit): boolean {
  const changesOf = ({ files }: PlannedEdit): string => JSON.stringify(files.map(({ uri, changes }) => [uri, changes]));
  return changesOf(one) === changesOf(other) && one.files.every(({ before }, i) => before === other.files[i]?.before);
}

export function outdatedEdit(): Error {
  return new Error('The text has changed since. Try again.');
}

/** The offset in UTF-16 units. A position behind a line or the text is its end. */
export function offsetIn(text: Text, { line, character }: Position): number {
  if (line >= text.lines) return text.length;
  const found = text.line(line + 1);
  return Math.min(found.from + character, found.to);
}

export function positionIn(text: Text, offset: number): Position {
  const line = text.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}
