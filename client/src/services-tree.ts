/** The view "Services" in the Activity Bar: namespaces, Services and their objects, with what is ready and what is wrong. */
import {
  Disposable,
  EventEmitter,
  Range,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  commands,
  env,
  window,
  type TreeView,
} from 'vscode';
import type { SymbolInformation } from 'vscode-languageclient';
import type { ListedObject, ListedService, ServicesAnswer } from '../../server/src/lsp/requests/services.ts';
import { setContext } from './contexts.ts';
import type { ServerSupervisor } from './server.ts';

type Namespace = ServicesAnswer['namespaces'][number];

type Row = Namespace | ListedService | ListedObject;

const openCommand = 'endpoints.openServicePlace';

export function showServices(server: ServerSupervisor): Disposable {
  const changed = new EventEmitter<undefined>();
  let isOutdated = false;
  const view: TreeView<Row> = window.createTreeView<Row>('endpoints.services', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: itemOf,
      async getChildren(row) {
        if (row) return childrenOf(row);
        const answer = await ask(server);
        view.message = answer?.remark ?? '';
        // While something is not known, the view does not say that there is nothing.
        setContext('hasNoServices', answer?.namespaces.length === 0 && answer.remark === '');
        return [...(answer?.namespaces ?? [])];
      },
    },
    showCollapseAll: true,
  });
  // The server is asked only while somebody looks.
  const refresh = (): void => {
    isOutdated = !view.visible;
    if (view.visible) changed.fire(undefined);
  };
  return Disposable.from(
    changed,
    view,
    view.onDidChangeVisibility(() => {
      if (isOutdated) refresh();
    }),
    server.onDidChange(() => {
      server.client?.onNotification('endpoints/didChangeServices', refresh);
      refresh();
    }),
    commands.registerCommand(openCommand, (row: ListedObject) => open(server, row)),
    commands.registerCommand(
      'endpoints.showServicePicture',
      withRow((row: ListedObject) => showPicture(server, row)),
    ),
    commands.registerCommand(
      'endpoints.copyServiceName',
      withRow(({ name }: Row) => env.clipboard.writeText(name)),
    ),
  );
}

/** VS Code gives no row where the view was drawn anew while its menu was open. */
function withRow<T extends Row>(does: (row: T) => Thenable<void>): (row: T | undefined) => Thenable<unknown> {
  return (row) =>
    row ? does(row) : window.showInformationMessage('The view was drawn anew. Choose the object again.');
}

/** Undefined while no server runs. */
async function ask({ client }: ServerSupervisor): Promise<ServicesAnswer | undefined> {
  try {
    return await client?.sendRequest<ServicesAnswer>('endpoints/services', {});
  } catch {
    // The server has ended, and the next one is asked again.
    return undefined;
  }
}

function childrenOf(row: Row): Row[] {
  if ('services' in row) return [...row.services, ...row.strays];
  return 'objects' in row ? [...row.objects] : [];
}

function itemOf(row: Row): TreeItem {
  const { None, Collapsed, Expanded } = TreeItemCollapsibleState;
  if ('services' in row) {
    const item = new TreeItem(row.name, Expanded);
    item.id = row.name;
    item.iconPath = new ThemeIcon('symbol-namespace');
    item.description = counted(row.services.length, 'Service');
    item.accessibilityInformation = { label: `Namespace ${row.name}, ${item.description}` };
    item.contextValue = 'namespace';
    return item;
  }
  const isService = 'objects' in row;
  const item = new TreeItem(
    isService ? row.name : `${row.kind} ${row.name}`,
    childrenOf(row).length > 0 ? Collapsed : None,
  );
  const { icon, color, words } = states[row.traffic ?? 'patch'];
  const problems = [
    row.errors > 0 ? counted(row.errors, 'error') : '',
    row.warnings > 0 ? counted(row.warnings, 'warning') : '',
  ];
  const facts = [row.total > 0 ? `${row.ready} of ${row.total} ready` : '', ...problems, row.build].filter(Boolean);
  item.id = row.id;
  item.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  // Short, because the view is narrow. kubectl writes READY as `1/2`, too.
  item.description = [row.total > 0 ? `${row.ready}/${row.total}` : '', ...problems, row.build]
    .filter(Boolean)
    .join(', ');
  item.tooltip = [`${row.kind} ${row.name}: ${words}`, facts.join(', '), row.note].filter(Boolean).join('\n');
  item.accessibilityInformation = { label: [`${row.kind} ${row.name}`, words, ...facts].join(', ') };
  item.contextValue = row.traffic === null ? 'patch' : 'drawn';
  item.command = { command: openCommand, title: 'Open', arguments: [row] };
  return item;
}

/** The words also tell a screen reader what the icon shows. */
const states = {
  served: { icon: 'pass-filled', color: 'testing.iconPassed', words: 'gets traffic' },
  part: { icon: 'warning', color: 'problemsWarningIcon.foreground', words: 'gets traffic at some ports' },
  none: { icon: 'error', color: 'problemsErrorIcon.foreground', words: 'no traffic' },
  unknown: { icon: 'question', color: undefined, words: 'not known whether traffic arrives' },
  idle: { icon: 'circle-outline', color: undefined, words: 'no endpoint in the files' },
  patch: { icon: 'edit', color: undefined, words: 'patch' },
} as const;

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The place of the name now; undefined where the object is gone. */
async function locate({ client }: ServerSupervisor, { place, name }: ListedObject) {
  const symbol = { name, kind: 5, location: { uri: place.uri }, data: place };
  const found = await client?.sendRequest<SymbolInformation>('workspaceSymbol/resolve', symbol);
  return found?.location;
}

async function open(server: ServerSupervisor, row: ListedObject): Promise<void> {
  const place = await locate(server, row);
  if (!place) return;
  const { start, end } = place.range;
  const selection = new Range(start.line, start.character, end.line, end.character);
  await window.showTextDocument(Uri.parse(place.uri), { selection, preserveFocus: true });
}

async function showPicture(server: ServerSupervisor, row: ListedObject): Promise<void> {
  const place = await locate(server, row);
  if (place) await commands.executeCommand('endpoints.showPicture', { uri: place.uri, position: place.range.start });
}
