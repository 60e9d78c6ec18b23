/** What keys and buttons do: actions at the cursor, renaming, and applying edits of the server. */
import type { CodeAction, Range, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { askName, choose, confirmEdit } from './dialogs.tsx';
import { planEdit } from './planned-edit.ts';
import type { Playground } from './playground.ts';
import { askActions, askEdit, askRename, askRenaming, askText } from './server-requests.ts';

export interface Gestures {
  readonly playground: Playground;
  readonly isDark: () => boolean;
  readonly say: (message: string) => void;
  /** Opens the page of a rule, or a guide. */
  readonly openPage: (code: string) => void;
}

/** Offers what can be done at the range, by default at the selection. */
export async function offerActions(gestures: Gestures, uri?: string, range?: Range): Promise<void> {
  const { playground, say } = gestures;
  const at = playground.place;
  const where = range ?? { start: at.position, end: at.position };
  const file = uri ?? at.uri;
  const found = await askActions(playground.client, file, where, playground.findingsIn(file, where));
  if (found.length === 0) return say('Nothing can be done here. Put the cursor on a finding, an address or a name.');
  const index = await choose(
    'What can be done here',
    found.map(({ title, disabled }) => ({ title, disabled: disabled?.reason ?? '' })),
  );
  const action = index === undefined ? undefined : found[index];
  if (action) await runAction(gestures, action);
}

/** The preferred fix, or else the first one, of a finding; false if it has none. */
export async function fixFinding(gestures: Gestures, uri: string, range: Range): Promise<boolean> {
  const { playground } = gestures;
  const found = await askActions(playground.client, uri, range, playground.findingsIn(uri, range));
  const fixes = found.filter(({ kind, disabled }) => kind?.startsWith('quickfix') === true && !disabled);
  const fix = fixes.find(({ isPreferred }) => isPreferred) ?? undefined;
  if (!fix) return false;
  await runAction(gestures, fix);
  return true;
}

async function runAction(gestures: Gestures, action: CodeAction): Promise<void> {
  const { playground, openPage } = gestures;
  const { edit, command } = await askEdit(playground.client, action);
  if (edit && !(await applyEdit(gestures, edit, action.title))) return;
  if (!command) return;
  const [argument] = command.arguments ?? [];
  if (command.command === 'endpoints.explainRule') openPage(String(argument));
  else await askText(playground.client, command.command, argument);
}

/** Shows the changes first if the server asks for a confirmation. False if the reader does not want them. */
export async function applyEdit(
  { playground, isDark }: Gestures,
  edit: WorkspaceEdit,
  title: string,
): Promise<boolean> {
  const plan = planEdit(edit, (uri) => playground.textOf(uri));
  const names = { nameOf: (uri: string) => playground.nameOf(uri), isDark: isDark() };
  if (plan.reasons.length > 0 && !(await confirmEdit(title, plan, names))) return false;
  playground.apply(plan);
  return true;
}

export async function renameHere(gestures: Gestures): Promise<void> {
  const { playground, say } = gestures;
  const { place } = playground;
  try {
    const found = await askRenaming(playground.client, place);
    if (!found)
      return say('Nothing to rename here. Put the cursor on the name of a port or a Service, or on an address.');
    const name = await askName(`Rename ${found.placeholder}`, found.placeholder, 'Rename');
    if (name === undefined || name === found.placeholder) return;
    const edit = await askRename(playground.client, place, name);
    if (edit) await applyEdit(gestures, edit, `Rename ${found.placeholder} to ${name}`);
  } catch (error) {
    say(errorWords(error));
  }
}

/** Errors of the server are its sentences. */
export function errorWords(error: unknown): string {
  return error instanceof Error ? error.message : String((error as { message?: unknown }).message ?? error);
}
