/**
 * Provides the code actions that convert Endpoints to EndpointSlices, or back: their edits and the reasons why they are
 * disabled.
 */
import { plainPath } from '../../analysis/workspace/placement.ts';
import type { CodeAction, Command, WorkspaceEdit } from 'vscode-languageserver-types';
import { tellConversionCommand } from '../../features/vocabulary.ts';
import type { ConversionOffer } from '../../features/refactor/conversions.ts';
import type { View } from '../../features/view.ts';
import { withoutLinks } from '../../text/markdown.ts';
import { attachment } from '../../text/memo.ts';
import type { Resource, SourceFile } from '../../tree/document.ts';
import type { Builds } from '../../project/builds.ts';
import type { reasonOf, convertOffer } from './conversion.ts';
import { editsOfRun } from './conversion-edits.ts';
import { keepRun, nextNumber, type ConvertedWithSettings } from './conversion-store.ts';
import { sessionRoots } from './session-roots.ts';
import { filesOf } from '../workspace/files.ts';
import type { ItemRequest } from '../protocol/request.ts';
import { settingsOf, type Session } from '../session.ts';
import { workspaceEdit } from '../protocol/workspace-edit.ts';

/** The functions that are loaded on demand. */
export interface Engine {
  readonly convertOffer: typeof convertOffer;
  readonly reasonOf: typeof reasonOf;
}

export async function loadEngine(): Promise<Engine> {
  return import('./conversion.ts');
}

/** Whether an action is possible, before the user chooses it. */
export type ConversionPreview =
  | { readonly is: 'possible'; readonly number: number; readonly command: Command; readonly edit?: WorkspaceEdit }
  | { readonly is: 'impossible'; readonly reason: string };

/** Runs the conversion at once if the action must be proven or needs its edit now. */
export function previewConversion(
  move: ConversionOffer,
  view: View,
  session: Session,
  { engine, isProven, isLate }: { readonly engine: Engine; readonly isProven: boolean; readonly isLate: boolean },
): ConversionPreview {
  const run = isProven || !isLate ? runFor(move, view, session, engine) : undefined;
  if (run?.files.length === 0) return { is: 'impossible', reason: engine.reasonOf(run) };
  const number = nextNumber(session.conversions);
  const possible = { is: 'possible', number, command: remainingWorkCommand(number) } as const;
  if (isLate || !run) return possible;
  keepRun(session.conversions, number, run);
  return { ...possible, edit: workspaceEdit(editsOfRun(run, session), session) };
}

/** Adds the edit to the action. If there is none, a message shows the reason. */
export function resolveConversion(
  action: CodeAction,
  { move, view, number }: { readonly move: ConversionOffer; readonly view: View; readonly number: number },
  { session, connection }: ItemRequest,
  engine: Engine,
): CodeAction {
  const run = runFor(move, view, session, engine);
  if (run.files.length === 0) {
    void connection.sendNotification('window/showMessage', { type: 2, message: withoutLinks(engine.reasonOf(run)) });
    return action;
  }
  keepRun(session.conversions, number, run);
  return { ...action, edit: workspaceEdit(editsOfRun(run, session), session) };
}

/** Caches the result while no file changes, for the next cursor position. */
function runFor(move: ConversionOffer, view: View, session: Session, engine: Engine): ConvertedWithSettings {
  const files = filesOf(session);
  const { managedBy, minors } = settingsOf(session, view.uri);
  const { to, mode, resources } = move;
  const [first] = resources;
  const key = JSON.stringify([to, mode, resources.size, managedBy, minors ?? view.minor, files.workspace.revision]);
  const known = first && lastRuns(view.file).get(first);
  const before = known?.get(key);
  const built = session.project.builds.roots;
  if (before?.built === built) return before.run;
  const roots = sessionRoots(session);
  const run = engine.convertOffer(move, view, files, { managedBy, minors, roots });
  // These conversions also depend on the texts of other files, so they are not cached.
  const path = plainPath(view.uri);
  const isUnknown = built.size === 0 && roots.list.some(({ reach }) => reach.has(path));
  if (!first || to === 'endpoints' || isUnknown) return run;
  // Results for an older revision are dropped.
  const current = [...(known ?? [])].filter(([each]) => each.endsWith(`,${files.workspace.revision}]`));
  lastRuns(view.file).set(first, new Map([...current, [key, { run, built }]]));
  return run;
}

interface LastRun {
  readonly run: ConvertedWithSettings;
  /** What kustomizations build. Another map after each change of a file that they read. */
  readonly built: Builds['roots'];
}

/** By the first of the resources. */
const lastRuns = attachment((_file: SourceFile) => new Map<Resource, ReadonlyMap<string, LastRun>>());

function remainingWorkCommand(number: number): Command {
  return { title: 'Show what is left to do', command: tellConversionCommand, arguments: [number] };
}
