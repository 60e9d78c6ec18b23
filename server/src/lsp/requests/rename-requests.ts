/** textDocument/rename and prepareRename: packs the edits of a renaming for the client. */
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { ChangeAnnotation, Range, WorkspaceEdit } from 'vscode-languageserver-types';
import { protocolEdit, rangeOf } from '../../features/lsp.ts';
import { renameEdits, renamingAt } from '../../features/rename/rename.ts';
import type { RenameEdit } from '../../features/rename/rename.ts';
import { isRefusal } from '../../features/rename/renaming.ts';
import type { RenameTarget } from '../../features/rename/renaming.ts';
import { filesOf } from '../workspace/files.ts';
import type { TextRequest } from '../protocol/request.ts';

/** The name that can be typed over; null where there is none. Refused with the reason where it cannot be. */
export function prepareRename(
  request: TextRequest,
  offset: number,
): { readonly range: Range; readonly placeholder: string } | null {
  const renaming = renamingIn(request, offset);
  return renaming && { range: rangeOf(request.view.located, renaming.span), placeholder: renaming.name };
}

/**
 * The changes of all files, which must be known for it; null where there is no name. Refused where the new name is not
 * right.
 */
export async function rename(request: TextRequest, offset: number, newName: string): Promise<WorkspaceEdit | null> {
  const { session, open } = request;
  await session.indexed;
  // Another text by now: the answer is dropped.
  if (session.texts.get(open.uri) !== open) return null;
  const renaming = renamingIn(request, offset);
  if (!renaming) return null;
  const edits = renameEdits(renaming, newName, filesOf(session));
  if (isRefusal(edits)) throw refused(edits.refusal);
  return packed(edits, request);
}

function renamingIn({ session, view }: TextRequest, offset: number): RenameTarget | null {
  const renaming = renamingAt(view, offset, filesOf(session));
  if (renaming && isRefusal(renaming)) throw refused(renaming.refusal);
  return renaming ?? null;
}

function refused(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}

/** With the versions of open texts, and with what each change is for, where the client can show that. */
function packed(changes: readonly RenameEdit[], { session }: TextRequest): WorkspaceEdit {
  const { client } = session;
  const { documentChanges: isVersioned, changeAnnotationSupport } = client.workspace?.workspaceEdit ?? {};
  const uris = [...new Set(changes.map((change) => change.view.uri))].sort();
  const changesOf = (uri: string): readonly RenameEdit[] => changes.filter((change) => change.view.uri === uri);
  if (!isVersioned) {
    return {
      changes: Object.fromEntries(
        uris.map((uri) => [uri, changesOf(uri).map(({ view, edit }) => protocolEdit(view.located, edit))]),
      ),
    };
  }
  const annotations = changeAnnotationSupport ? annotationsOf(changes) : undefined;
  const documentChanges = uris.map((uri) => ({
    textDocument: { uri, version: session.texts.get(uri)?.version ?? null },
    edits: changesOf(uri).map((change) => ({
      ...protocolEdit(change.view.located, change.edit),
      ...(annotations ? { annotationId: annotationId(change) } : {}),
    })),
  }));
  return annotations ? { documentChanges, changeAnnotations: Object.fromEntries(annotations) } : { documentChanges };
}

/** Changes of one object go together. */
function annotationId({ view, label, warning }: RenameEdit): string {
  return `${label} (${view.uri})${warning ? ' !' : ''}`;
}

/**
 * A client leaves out what needs confirmation until the user ticks it, and the rest not: either all changes need it, because
 * one of them has consequences, or none does. A name that is changed in half of its places is worse than either.
 */
function annotationsOf(changes: readonly RenameEdit[]): ReadonlyMap<string, ChangeAnnotation> {
  const needsConfirmation = changes.some(({ warning }) => warning !== undefined);
  return new Map(
    changes.map((change): [string, ChangeAnnotation] => {
      const { label, warning } = change;
      return [annotationId(change), { label, needsConfirmation, ...(warning ? { description: warning } : {}) }];
    }),
  );
}
