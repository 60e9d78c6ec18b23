/** Offers the Traffic view: its commands, and what restores it after a reload. The view is loaded when it opens. */
import { Disposable, ViewColumn, Uri, commands, window, type ExtensionContext, type WebviewPanel } from 'vscode';
import type { LensPlace } from './lens-place.ts';
import { placeAtCursor } from './server-commands.ts';
import type { ServerSupervisor } from './server.ts';
import type { PartOfMenu, PictureAction } from './traffic-actions.ts';
import type { ShownPicture, TrafficPanel } from './traffic-panel.ts';

const viewType = 'endpoints.picture';

/** Those of the context menu, by command. */
const actions: Readonly<Record<string, PictureAction>> = {
  'endpoints.pictureGoToLine': 'reveal',
  'endpoints.pictureFix': 'fix',
  'endpoints.pictureMarkReady': 'ready',
  'endpoints.pictureMarkNotReady': 'not-ready',
  'endpoints.pictureRename': 'rename',
  'endpoints.pictureConvert': 'convert',
};

export function offerTrafficView(
  { extensionUri, workspaceState: memory }: ExtensionContext,
  server: ServerSupervisor,
): Disposable {
  let open: TrafficPanel | undefined;
  const show = async (panel: WebviewPanel, shown: Partial<ShownPicture>): Promise<void> => {
    const { TrafficPanel: Panel, rememberedPicture } = await import('./traffic-panel.ts');
    const start = { uri: '', position: { line: 0, character: 0 }, view: 'written', isLocked: false };
    open?.dispose();
    const own = new Panel(
      panel,
      { ...start, ...rememberedPicture(memory), ...shown },
      { server, extensionUri, memory },
    );
    open = own;
    panel.onDidDispose(() => {
      own.dispose();
      if (open === own) open = undefined;
    });
  };
  const showAt = async (named: unknown): Promise<void> => {
    const place = named === undefined || named instanceof Uri ? placeAtCursor(named) : (named as LensPlace);
    if (!place) void window.showInformationMessage('Open a file with Endpoints first.');
    else if (open) open.show(place);
    else {
      const column = { viewColumn: ViewColumn.Beside, preserveFocus: true };
      const panel = window.createWebviewPanel(viewType, 'Traffic', column, { enableFindWidget: true });
      await show(panel, { ...place, view: 'written', isLocked: false });
    }
  };
  return Disposable.from(
    window.registerWebviewPanelSerializer(viewType, { deserializeWebviewPanel: (panel) => show(panel, {}) }),
    commands.registerCommand('endpoints.showPicture', showAt),
    commands.registerCommand('endpoints.lockPicture', () => open?.lock(true)),
    commands.registerCommand('endpoints.unlockPicture', () => open?.lock(false)),
    ...Object.entries(actions).map(([command, action]) =>
      commands.registerCommand(command, async (at: PartOfMenu | undefined) => {
        const { runInPicture } = await import('./traffic-actions.ts');
        if (open) await runInPicture(action, at, { panel: open, server });
      }),
    ),
    { dispose: () => open?.dispose() },
  );
}
