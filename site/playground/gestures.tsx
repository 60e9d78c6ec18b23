/** What keys and buttons do: actions at the cursor, renaming, and applying edits of the server. */
import type { CodeAction, Diagnostic, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { askName, choose, confirmEdit, showMessage } from './dialogs.tsx';
import { capture } from './edit-capture.ts';
import { planEdit } from './planned-edit.ts';
import type { Playground } from './playground.ts';
import { askActions, askEdit, askFormatting, askRename, askRenaming, askText, errorWords } from './server-requests.ts';

export interface Gestures {
  readonly playground: Playground;
  readonly isDark: () => boolean;
  readonly say: (message: string) => void;
  /** Opens the page of a rule, or a guide. */
  readonly openPage: (code: string) => void;
}

/** Offers what can be done at a finding, or at the cursor. */
export function offerActions(gestures: Gestures, at?: FindingInFile): Promise<void> {
  return saying(gestures, async () => {
    const { playground } = gestures;
    const { uri, position } = playground.place;
    const range = at?.finding.range ?? { start: position, end: position };
    const file = at?.uri ?? uri;
    const found = await askActions(playground.client, file, range, playground.findingsIn(file, range));
    await offer(gestures, found);
  });
}

async function offer(gestures: Gestures, actions: readonly CodeAction[]): Promise<void> {
  if (actions.length === 0)
    return gestures.say('Nothing can be done here. Put the cursor on a finding, an address or a name.');
  const index = await choose('What can be done here', actions);
  const action = actions[index ?? -1];
  if (action) await runAction(gestures, action);
}

export interface FindingInFile {
  readonly uri: string;
  readonly finding: Diagnostic;
}

/** Applies the preferred fix of the finding; offers all that can be done where none is. */
export function fixFinding(gestures: Gestures, { uri, finding }: FindingInFile): Promise<void> {
  return saying(gestures, async () => {
    const found = await askActions(gestures.playground.client, uri, finding.range, [finding]);
    const own = found.filter(({ diagnostics = [] }) => diagnostics.some((each) => isSame(each, finding)));
    const fix = own.find(({ isPreferred, disabled }) => isPreferred === true && !disabled);
    await (fix ? runAction(gestures, fix) : offer(gestures, found));
  });
}

function isSame(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && JSON.stringify(one.range) === JSON.stringify(other.range);
}

async function runAction(gestures: Gestures, action: CodeAction): Promise<void> {
  const { playground, openPage } = gestures;
  const { edit, command } = await askEdit(playground.client, action);
  if (edit && !(await applyEdit(gestures, edit, action.title))) return;
  if (!command) return;
  const [argument] = command.arguments ?? [];
  if (command.command === 'endpoints.explainRule') return openPage(String(argument));
  const text = await capture.alone(() => askText(playground.client, command.command, argument));
  if (text !== null) await showMessage(action.title, <pre tabIndex={0}>{text}</pre>);
}

/** True while a gesture runs: the second click of a double click starts no other. */
let isRunning = false;

/** Says what has gone wrong, such as an edit that the text has overtaken. */
export async function saying({ say }: Gestures, run: () => Promise<void> | void): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  say('');
  try {
    await run();
  } catch (error) {
    say(errorWords(error));
  } finally {
    isRunning = false;
  }
}

/** Shows the changes first if the server asks for a confirmation. False if the reader does not want them. */
export async function applyEdit(
  { playground, isDark }: Gestures,
  edit: WorkspaceEdit,
  title: string,
): Promise<boolean> {
  const plan = planEdit(edit, (uri) => playground.fileOf(uri));
  const names = { nameOf: (uri: string) => playground.nameOf(uri), isDark: isDark() };
  if (plan.reasons.length > 0 && !(await confirmEdit(title, plan, names))) return false;
  playground.apply(plan);
  return true;
}

export function formatHere(gestures: Gestures): Promise<void> {
  return saying(gestures, async () => {
    const { playground } = gestures;
    const { uri } = playground.place;
    const version = playground.fileOf(uri)?.version ?? null;
    const edits = await askFormatting(playground.client, uri);
    if (edits) await applyEdit(gestures, { documentChanges: [{ textDocument: { uri, version }, edits }] }, 'Format');
  });
}

export function renameHere(gestures: Gestures): Promise<void> {
  return saying(gestures, async () => {
    const { playground, say } = gestures;
    const { place } = playground;
    const found = await askRenaming(playground.client, place);
    if (!found)
      return say('Nothing to rename here. Put the cursor on the name of a port or a Service, or on an address.');
    const name = await askName(`Rename ${found.placeholder}`, found.placeholder, 'Rename');
    if (name === undefined || name === found.placeholder) return;
    const edit = await askRename(playground.client, place, name);
    if (edit) await applyEdit(gestures, edit, `Rename ${found.placeholder} to ${name}`);
  });
}
