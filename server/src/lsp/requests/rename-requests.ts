/** textDocument/rename and prepareRename: packs the edits of a renaming for the client. */
import type { ChangeAnnotation, Range, WorkspaceEdit } from 'vscode-languageserver-types';
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import { protocolEdit, rangeOf } from '../../features/lsp.ts';
import type { CursorPlace } from '../../features/navigation/object-at-cursor.ts';
import { renameEdits, renamingAt } from '../../features/rename/rename.ts';
import { isRefusal, type RenameEdit, type RenameRefusal, type RenameTarget } from '../../features/rename/renaming.ts';
import { filesOf } from '../workspace/files.ts';
import { requestFailed } from '../protocol/errors.ts';
import type { TextRequest } from '../protocol/request.ts';

/** The name at the cursor and its range; null without a name. Fails with the reason if the name cannot be changed. */
export async function prepareRename(
  request: TextRequest,
  offset: number,
): Promise<{ readonly range: Range; readonly placeholder: string } | null> {
  const renaming = await renamingIn(request, offset);
  return renaming && { range: rangeOf(request.view.located, renaming.span), placeholder: renaming.name };
}

/** The edits of all files, which must be indexed first; null without a name. Fails if the new name is invalid. */
export async function rename(request: TextRequest, offset: number, newName: string): Promise<WorkspaceEdit | null> {
  const { session, open } = request;
  await session.indexed;
  // The text has changed meanwhile, so the client drops the answer.
  if (session.texts.get(open.uri)?.located !== open.located) return null;
  const renaming = await renamingIn(request, offset);
  if (!renaming) return null;
  const edits = renameEdits(renaming, newName, filesOf(session));
  if (isRefusal(edits)) throw requestFailed(edits.refusal);
  const others = edits.length > 0 ? await inKustomizations(request, renaming, newName) : [];
  if (isRefusal(others)) throw requestFailed(others.refusal);
  return packed([...edits, ...others], request);
}

async function inKustomizations(
  { session }: TextRequest,
  renaming: RenameTarget,
  newName: string,
): Promise<readonly RenameEdit[] | RenameRefusal> {
  const found = renaming.renamed?.(newName);
  if (!found || isRefusal(found)) return found ?? [];
  const { renamesInKustomizations } = await import('../../features/kustomize/rename-in-kustomizations.ts');
  return renamesInKustomizations(found, filesOf(session));
}

async function renamingIn({ session, view }: TextRequest, offset: number): Promise<RenameTarget | null> {
  const files = filesOf(session);
  const renaming = (await namedInKustomization({ view, offset, files })) ?? renamingAt(view, offset, files);
  if (renaming && isRefusal(renaming)) throw requestFailed(renaming.refusal);
  return renaming ?? null;
}

async function namedInKustomization(at: CursorPlace): Promise<RenameTarget | RenameRefusal | undefined> {
  if (surroundingKind(at.view.uri) !== 'kustomization') return undefined;
  const { renamingInKustomization } = await import('../../features/kustomize/rename-in-kustomizations.ts');
  return renamingInKustomization(at);
}

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

/** Equal for edits with the same label, file and warning, which the client groups. */
function annotationId({ view, label, warning }: RenameEdit): string {
  return `${label} (${view.uri})${warning ? ' !' : ''}`;
}

/** Clients omit unselected edits, so one warning makes all edits need confirmation: no rename is partial. */
function annotationsOf(changes: readonly RenameEdit[]): ReadonlyMap<string, ChangeAnnotation> {
  const needsConfirmation = changes.some(({ warning }) => warning !== undefined);
  return new Map(
    changes.map((change): [string, ChangeAnnotation] => {
      const { label, warning } = change;
      return [annotationId(change), { label, needsConfirmation, ...(warning ? { description: warning } : {}) }];
    }),
  );
}
