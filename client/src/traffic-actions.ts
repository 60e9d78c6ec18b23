/** Runs what the context menu of the Traffic view offers at a part: its line, fixes, marks, renaming, conversion. */
import {
  CancellationTokenSource,
  Range,
  Uri,
  commands,
  languages,
  window,
  workspace,
  type TextDocument,
  type ViewColumn,
} from 'vscode';
import { actionsAt, type OfferedAction } from './actions-at.ts';
import type { PicturePart, PicturePlace } from './picture-parts.ts';
import { openAt, startOf } from './reveal-place.ts';
import type { ServerSupervisor } from './server.ts';

export type PictureAction = 'reveal' | 'fix' | 'ready' | 'not-ready' | 'rename' | 'convert';

/** What the page says of the part below the mouse or the focus, in `data-vscode-context`. */
export interface PartOfMenu {
  readonly id?: string;
}

interface OpenPicture {
  readonly panel: {
    readonly viewColumn: ViewColumn | undefined;
    readonly part: (id: string) => PicturePart | undefined;
    readonly reveal: (place: PicturePlace) => Promise<void>;
  };
  readonly server: ServerSupervisor;
}

export async function runInPicture(
  action: PictureAction,
  at: PartOfMenu | undefined,
  { panel, server }: OpenPicture,
): Promise<void> {
  const part = at?.id === undefined ? undefined : panel.part(at.id);
  if (!part) {
    void window.showInformationMessage('The picture has changed since this menu was opened. Open it again.');
    return;
  }
  if (action === 'reveal') return panel.reveal(part);
  if (action === 'rename') return rename(part, panel.viewColumn);
  const places = action === 'fix' ? [...part.breaks, part] : [part];
  const found = await allActions(places, server);
  if (action === 'fix') return chooseFix(found, part);
  const wanted = titles[action];
  const only = found.find(({ title }) => wanted.test(title));
  if (only) await only.run();
  else void window.showInformationMessage(`${part.name}: ${missing[action]}`);
}

/** Of the server's refactorings. */
const titles = {
  ready: /^Mark .+ as ready$/,
  'not-ready': /^Mark .+ as not ready$/,
  convert: /^Convert to EndpointSlice$/,
};

const missing = {
  ready: 'its readiness cannot be changed from here. Go to its line to change it.',
  'not-ready': 'its readiness cannot be changed from here. It may be the last ready address.',
  convert: 'it cannot be converted from here. "Preview Conversion" says why.',
};

async function chooseFix(found: readonly OfferedAction[], { name }: PicturePart): Promise<void> {
  const fixes = found.filter(({ isFix }) => isFix).toSorted((a, b) => Number(b.isPreferred) - Number(a.isPreferred));
  if (fixes.length === 0) {
    void window.showInformationMessage(`${name}: there is no fix.`);
    return;
  }
  const choice = await window.showQuickPick(
    fixes.map(({ title: label, run }) => ({ label, run })),
    { title: `Fix ${name}` },
  );
  await choice?.run();
}

/** Each title once, in the order of the places. */
async function allActions(
  places: readonly PicturePlace[],
  { client }: ServerSupervisor,
): Promise<readonly OfferedAction[]> {
  const all = new Map<string, OfferedAction>();
  const known = new Set<string>();
  for (const { file, range } of places) {
    const key = JSON.stringify([file, range]);
    if (!client || file === null || !range || known.has(key)) continue;
    known.add(key);
    const document = await workspace.openTextDocument(Uri.parse(file));
    const start = startOf(range);
    const line = document.lineAt(Math.min(start.line, document.lineCount - 1)).range;
    const diagnostics = languages
      .getDiagnostics(document.uri)
      .filter((each) => each.source === 'endpoints' && each.range.intersection(line) !== undefined);
    const source = new CancellationTokenSource();
    const here = { document, range: new Range(start, start), diagnostics };
    for (const action of await actionsAt(client, here, source.token)) all.set(action.title, action);
    source.dispose();
  }
  return [...all.values()];
}

/** As in the editor: the new name is typed there. */
async function rename({ file, range, name }: PicturePart, own: ViewColumn | undefined): Promise<void> {
  if (file === null || !range) return;
  const document = await workspace.openTextDocument(Uri.parse(file));
  await openAt(file, document.positionAt(nameIn(document, range, name)), own);
  await commands.executeCommand('editor.action.rename');
}

/** The offset of the name in the range: that of a port is one of its fields. */
function nameIn(document: TextDocument, range: NonNullable<PicturePlace['range']>, name: string): number {
  const start = document.offsetAt(startOf(range));
  const [, , line, column] = range;
  const text = document.getText(new Range(startOf(range), startOf([line, column, line, column])));
  const [before = ''] = /\bname["']?\s*:\s*["']?/.exec(text) ?? [];
  const at = before === '' ? 0 : text.indexOf(before) + before.length;
  return start + (text.startsWith(name, at) ? at : 0);
}
