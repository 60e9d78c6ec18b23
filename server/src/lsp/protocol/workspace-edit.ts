/** Builds workspace edits: with the versions of open texts, annotations and snippets if the client supports them. */
import type {
  ChangeAnnotation,
  CreateFile,
  TextEdit as ClientEdit,
  SnippetTextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-types';
import { protocolEdit } from '../../features/lsp.ts';
import type { View } from '../../features/view.ts';
import type { TextEdit } from '../../text/edit.ts';
import { snippetOf } from '../../text/snippet.ts';
import type { Session } from '../session.ts';
import { experimentIn } from './experiments.ts';

export interface FileEdits {
  readonly view: Pick<View, 'uri' | 'located'>;
  readonly edits: readonly TextEdit[];
  readonly annotation?: ChangeAnnotation;
}

/** A file that is not open has no version. */
export function workspaceEdit(files: readonly FileEdits[], { client, texts }: Session): WorkspaceEdit {
  if (!client.workspace?.workspaceEdit?.documentChanges) {
    return { changes: Object.fromEntries(files.map((file) => [file.view.uri, clientEdits(file)])) };
  }
  const hasSnippets = client.workspace.workspaceEdit.snippetEditSupport === true;
  const annotations = new Map(files.flatMap(({ annotation }) => (annotation ? [[idOf(annotation), annotation]] : [])));
  const documentChanges = files.map((file) => ({
    textDocument: { uri: file.view.uri, version: texts.get(file.view.uri)?.version ?? null },
    edits: (hasSnippets ? snippetEdits(file) : clientEdits(file)).map((edit) =>
      file.annotation ? { ...edit, annotationId: idOf(file.annotation) } : edit,
    ),
  }));
  return annotations.size > 0
    ? { documentChanges, changeAnnotations: Object.fromEntries(annotations) }
    : { documentChanges };
}

/**
 * An edit whose parts the client lists before it applies them. VS Code lists them only if one needs confirmation, which
 * starts unticked. There it is a file that already exists: creating it changes nothing, and VS Code does not list it.
 */
export function previewedEdit(files: readonly FileEdits[], session: Session): WorkspaceEdit {
  const [first] = files;
  if (!first || experimentIn(session.client, 'tickedPreview') !== true)
    return workspaceEdit(files.map(confirmed), session);
  const { documentChanges = [], changeAnnotations } = workspaceEdit(files, session);
  const opener: ChangeAnnotation = { label: 'Preview', needsConfirmation: true };
  const opening: CreateFile = {
    kind: 'create',
    uri: first.view.uri,
    options: { ignoreIfExists: true },
    annotationId: idOf(opener),
  };
  return {
    documentChanges: [opening, ...documentChanges],
    changeAnnotations: { [idOf(opener)]: opener, ...changeAnnotations },
  };
}

function confirmed({ annotation, ...file }: FileEdits): FileEdits {
  return annotation ? { ...file, annotation: { ...annotation, needsConfirmation: true } } : file;
}

export function asksForConsent({ client }: Session): boolean {
  const { documentChanges, changeAnnotationSupport } = client.workspace?.workspaceEdit ?? {};
  return documentChanges === true && changeAnnotationSupport !== undefined;
}

function clientEdits({ view, edits }: FileEdits): ClientEdit[] {
  return edits.map((edit) => protocolEdit(view.located, edit));
}

function snippetEdits({ view, edits }: FileEdits): (ClientEdit | SnippetTextEdit)[] {
  return edits.map((edit) => {
    const { range, newText } = protocolEdit(view.located, edit);
    // An editor indents the further lines of a snippet like the line on which it starts.
    const isIndented = range.start.character > 0 && newText.includes('\n');
    if (!edit.stops?.length || isIndented) return { range, newText };
    return { range, snippet: { kind: 'snippet', value: snippetOf(edit) } };
  });
}

function idOf({ label, description = '' }: ChangeAnnotation): string {
  return `${label} ${description}`.trim();
}
