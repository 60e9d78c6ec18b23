/** Lists what is possible at the cursor, and runs the selected entry. Nothing is listed that does not work there. */
import {
  CancellationTokenSource,
  QuickPickItemKind,
  Range,
  commands,
  languages,
  window,
  type ExtensionContext,
  type QuickPickItem,
  type TextDocument,
  type TextEditor,
  type Uri,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { FileStatus } from '../../server/src/lsp/requests/status.ts';
import { actionsAt, type OfferedAction } from './actions-at.ts';
import { documentSelector } from './client-options.ts';
import { codesOf, explainRule, findingsAt } from './explain-rule.ts';
import { statusOf } from './file-status.ts';
import { ruleSummaries } from './manifest.ts';
import { runAtPlace } from './server-commands.ts';
import type { ServerSupervisor } from './server.ts';

interface Possibility extends QuickPickItem {
  /** Undefined for a separator. */
  readonly run?: () => unknown;
}

export async function whatCanIDo(context: ExtensionContext, server: ServerSupervisor): Promise<void> {
  const { client } = server;
  const editor = window.activeTextEditor;
  if (!client || !editor || languages.match(documentSelector(), editor.document) === 0) {
    void window.showInformationMessage(
      client ? 'Open a file with Endpoints first.' : 'The Endpoints server is not running.',
    );
    return;
  }
  const cancel = new CancellationTokenSource();
  const found = Promise.all([
    possibleActions(client, editor, cancel),
    placesAt(client, editor, cancel),
    statusOf(server, editor.document, editor.selection.active),
  ]);
  const items = found.then(([actions, places, status]) => [
    ...group('Findings', [...actions.preferred, ...explanationsAt(context, editor), ...actions.fixes]),
    ...group('Changes', [...places.changes, ...actions.others]),
    ...group('Views', [...documentsAt(server, status), ...places.shows]),
    ...group('File', forFile(status, editor.document.uri)),
  ]);
  const choice = await window.showQuickPick(items, { title: 'What Can I Do Here', matchOnDescription: true });
  cancel.dispose();
  await choice?.run?.();
}

function group(label: string, items: readonly Possibility[]): readonly Possibility[] {
  return items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items];
}

interface Actions {
  readonly preferred: readonly Possibility[];
  readonly fixes: readonly Possibility[];
  readonly others: readonly Possibility[];
}

async function possibleActions(
  client: BaseLanguageClient,
  editor: TextEditor,
  { token }: CancellationTokenSource,
): Promise<Actions> {
  const { document, selection: range } = editor;
  const all = await actionsAt(client, { document, range, diagnostics: findingsAt(editor) }, token);
  const entry = ({ title, run }: OfferedAction): Possibility => ({ label: title, run });
  return {
    preferred: all.filter(({ isFix, isPreferred }) => isFix && isPreferred).map(entry),
    fixes: all.filter(({ isFix, isPreferred }) => isFix && !isPreferred).map(entry),
    others: all.filter(({ isFix }) => !isFix).map(entry),
  };
}

function explanationsAt(context: ExtensionContext, editor: TextEditor): readonly Possibility[] {
  const summaries = ruleSummaries(context.extension);
  return codesOf(findingsAt(editor)).flatMap((code) => {
    const summary = summaries.get(code);
    const run = (): Promise<void> => explainRule(context, code);
    return summary === undefined ? [] : { label: `Explain ${code}`, description: summary, run };
  });
}

const documents: Readonly<Record<string, string>> = {
  'endpoints.showApply': 'Show Result of Server-Side Apply',
  'endpoints.showSlices': 'Show Mirrored EndpointSlices',
  'endpoints.showBuilt': 'Show What Overlays Build',
  'endpoints.showTraffic': 'Explain Traffic as Text',
  'endpoints.showPicture': 'Show Traffic View',
};

function documentsAt(server: ServerSupervisor, status: FileStatus | undefined): readonly Possibility[] {
  const { shows = [] } = status ?? {};
  return shows.map((command) => ({
    label: documents[command] ?? command,
    run: () => runAtPlace(server, command, undefined),
  }));
}

function forFile(status: FileStatus | undefined, uri: Uri): readonly Possibility[] {
  const { resources = [], overlays = [], kubernetesVersion = '' } = status ?? {};
  const item = (label: string, command: string, description = ''): Possibility => ({
    label,
    description,
    run: () => commands.executeCommand(command, uri),
  });
  const hasEndpoints = resources.some(({ type }) => type === 'Endpoints');
  return [
    ...(hasEndpoints ? [item('Preview Conversion', 'endpoints.showConversion', 'of this file to EndpointSlices')] : []),
    ...(overlays.length > 0 ? [item('Select Overlay', 'endpoints.selectOverlay', status?.overlay)] : []),
    item('Insert Skeleton', 'endpoints.insertSkeleton'),
    item('Select Kubernetes Version', 'endpoints.selectKubernetesVersion', kubernetesVersion),
  ];
}

interface Places {
  readonly changes: readonly Possibility[];
  readonly shows: readonly Possibility[];
}

/** Renaming, the definition and the references of the word at the cursor. */
async function placesAt(
  client: BaseLanguageClient,
  { document, selection: { active } }: TextEditor,
  { token }: CancellationTokenSource,
): Promise<Places> {
  const [definitions, references, rename] = [
    client.getFeature('textDocument/definition').getProvider(document),
    client.getFeature('textDocument/references').getProvider(document),
    client.getFeature('textDocument/rename').getProvider(document),
  ];
  const [definition, used, renamed] = await Promise.all([
    definitions?.provideDefinition(document, active, token),
    references?.provideReferences(document, active, { includeDeclaration: true }, token),
    // The server rejects a place that has no name.
    Promise.resolve(rename?.prepareRename?.(document, active, token)).catch(() => undefined),
  ]);
  const item = (label: string, command: string): Possibility => ({
    label,
    run: () => commands.executeCommand(command),
  });
  const hasDefinition = [definition ?? []].flat().length > 0;
  const count = used?.length ?? 0;
  return {
    changes: renamed ? [item(`Rename ${nameIn(renamed, document)}`, 'editor.action.rename')] : [],
    shows: [
      ...(hasDefinition ? [item('Go to Definition', 'editor.action.revealDefinition')] : []),
      ...(count > 1 ? [item(`Show ${count} References`, 'editor.action.referenceSearch.trigger')] : []),
    ],
  };
}

function nameIn(renamed: Range | { readonly placeholder: string }, document: TextDocument): string {
  return renamed instanceof Range ? document.getText(renamed) : renamed.placeholder;
}
