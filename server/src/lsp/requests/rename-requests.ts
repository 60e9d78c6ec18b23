/** textDocument/rename and prepareRename: spells the changes of every file, proves them, and packs them for the client. */
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { AnnotatedTextEdit, ChangeAnnotation, Range, WorkspaceEdit } from 'vscode-languageserver-types';
import { fileNameOf } from '../../analysis/workspace/placement.ts';
import { rangeOf } from '../../features/lsp.ts';
import { renamingAt } from '../../features/rename/rename.ts';
import { isRefusal } from '../../features/rename/renaming.ts';
import type { DocumentRewrite, RenameTarget, Rewrite } from '../../features/rename/renaming.ts';
import type { View } from '../../features/view.ts';
import { fixEdits } from '../../edits/apply-fix.ts';
import type { TextEdit } from '../../text/edit.ts';
import { quote } from '../../text/quote.ts';
import { contains, shift } from '../../text/span.ts';
import { filesOf } from '../workspace/files.ts';
import type { TextRequest } from '../protocol/request.ts';
import { pathOfUri } from '../session.ts';
import type { Session } from '../session.ts';

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
  const rewrites = newName === renaming.name ? [] : renaming.rewrite(newName);
  if (isRefusal(rewrites)) throw refused(rewrites.refusal);
  const changes = rewrites.flatMap((each) => spell(each, session));
  return packed(changes, request);
}

function renamingIn({ session, view }: TextRequest, offset: number): RenameTarget | null {
  const renaming = renamingAt(view, offset, filesOf(session));
  if (renaming && isRefusal(renaming)) throw refused(renaming.refusal);
  return renaming ?? null;
}

function refused(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}

/** An edit of a file, and what it is for. */
interface Change extends Pick<Rewrite, 'label' | 'warning'> {
  readonly view: View;
  readonly edit: TextEdit;
}

function spell({ view, document, start, rewrites }: DocumentRewrite, { workspace }: Session): readonly Change[] {
  const fix = { title: '', safety: 'suggested', edits: rewrites.map(({ edit }) => edit) } as const;
  const options = { isPartial: workspace.isPatch(view.uri) };
  const edits = fixEdits(pathOfUri(view.uri), view.file, { fix, document, start }, options);
  if (!edits) {
    const name = quote(fileNameOf(pathOfUri(view.uri)));
    throw refused(
      `In ${name} the name cannot be changed without changing something else, such as what an alias repeats.`,
    );
  }
  return edits.map((edit) => {
    const own = rewrites.find(({ span }) => contains(shift(span, start), edit.span));
    return { view, edit, label: own?.label ?? '', ...(own?.warning ? { warning: own.warning } : {}) };
  });
}

/** With the versions of open texts, and with what each change is for, where the client can show that. */
function packed(changes: readonly Change[], { session }: TextRequest): WorkspaceEdit {
  const { client } = session;
  const { documentChanges: isVersioned, changeAnnotationSupport } = client.workspace?.workspaceEdit ?? {};
  const uris = [...new Set(changes.map((change) => change.view.uri))].sort();
  const changesOf = (uri: string): readonly Change[] => changes.filter((change) => change.view.uri === uri);
  if (!isVersioned) {
    return { changes: Object.fromEntries(uris.map((uri) => [uri, changesOf(uri).map(textEdit)])) };
  }
  const annotations = changeAnnotationSupport ? annotationsOf(changes) : undefined;
  const documentChanges = uris.map((uri) => ({
    textDocument: { uri, version: session.texts.get(uri)?.version ?? null },
    edits: changesOf(uri).map((change) => ({
      ...textEdit(change),
      ...(annotations ? { annotationId: annotationId(change) } : {}),
    })),
  }));
  return annotations ? { documentChanges, changeAnnotations: Object.fromEntries(annotations) } : { documentChanges };
}

function textEdit({ view, edit }: Change): Omit<AnnotatedTextEdit, 'annotationId'> {
  return { range: rangeOf(view.located, edit.span), newText: edit.text };
}

/** Changes of one object go together. */
function annotationId({ view, label, warning }: Change): string {
  return `${label} (${view.uri})${warning ? ' !' : ''}`;
}

/**
 * A client leaves out what needs confirmation until the user ticks it, and the rest not: either all changes need it, because
 * one of them has consequences, or none does. A name that is changed in half of its places is worse than either.
 */
function annotationsOf(changes: readonly Change[]): ReadonlyMap<string, ChangeAnnotation> {
  const needsConfirmation = changes.some(({ warning }) => warning !== undefined);
  return new Map(
    changes.map((change): [string, ChangeAnnotation] => {
      const { label, warning } = change;
      return [annotationId(change), { label, needsConfirmation, ...(warning ? { description: warning } : {}) }];
    }),
  );
}
