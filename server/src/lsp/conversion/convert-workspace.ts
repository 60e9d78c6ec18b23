/** Converts all files of the workspace after the client has shown a preview or the user has agreed. */
import type { ApplyWorkspaceEditResult } from 'vscode-languageserver';
import { mayDeclareOurs } from '../../frontends/terraform/module-file.ts';
import { minorsOf } from '../../contract/version.ts';
import { convertInSteps, mergeConverted } from '../../convert/convert.ts';
import { referencesTo } from '../../convert/references/references.ts';
import {
  keptByReferences,
  requiredEndpoints,
  requirementsIn,
  type FindRequirement,
} from '../../convert/required-endpoints.ts';
import { workspacePlatform } from '../readers/reader-settings.ts';
import { sourceKind, type ConvertedFile, type ConvertSettings } from '../../convert/outcome.ts';
import { countOutcomes } from '../../convert/report/outcome-counts.ts';
import { shownFile } from '../../features/navigation/object-words.ts';
import type { View } from '../../features/view.ts';
import { groupBy } from '../../text/group.ts';
import { withoutLinks } from '../../text/markdown.ts';
import { counted, grouped, listed } from '../../text/quote.ts';
import { startIn } from './conversion-edits.ts';
import { editsToApply, selectedFiles } from './conversion-preview.ts';
import type { ConvertedWithSettings } from './conversion-store.ts';
import { sessionRoots } from './session-roots.ts';
import { textsAround } from './conversion-texts.ts';
import { isTitled, conversionResult, showReport, showConversionResult } from './conversion-result.ts';
import { fileView, filesOf } from '../workspace/files.ts';
import { isProgramUri } from '../workspace/programs.ts';
import { isTerraformUri } from '../workspace/terraform.ts';
import { pacer } from '../pace.ts';
import { showProgress } from '../protocol/work-progress.ts';
import { requestFailed, stopIfCancelled } from '../protocol/errors.ts';
import type { ItemRequest } from '../protocol/request.ts';
import { pathOfUri, settingsOf, withoutSlash, type FileSettings, type Session } from '../session.ts';
import { asksForConsent, previewedEdit, workspaceEdit, type FileEdits } from '../protocol/workspace-edit.ts';

export interface WorkspaceConversion extends Pick<ConvertSettings, 'to' | 'mode'> {
  /** The URIs of the files and folders to convert; undefined for the whole workspace. */
  readonly within?: readonly string[];
}

/** Shows the report without converting anything. Returns it if the client cannot open documents. */
export async function showConversion(request: ItemRequest, wanted: WorkspaceConversion): Promise<string | null> {
  const run = await runAll(request, wanted);
  return showReport(await conversionResult(run, request), request);
}

/** Converts all files except those that change in the meantime. */
export async function convertWorkspace(request: ItemRequest, wanted: WorkspaceConversion): Promise<null> {
  const { session, connection } = request;
  if (session.client.workspace?.applyEdit !== true) {
    throw requestFailed(
      'This editor does not support edits by the server. Run "endpoints convert --write" in a terminal instead.',
    );
  }
  const run = await runAll(request, wanted);
  if (run.files.length === 0) {
    showConversionResult(await conversionResult(run, request), { other: [nothingOf(run)] }, request);
    return null;
  }
  // If slices of several files become one object, a partial edit would lose addresses.
  const isSelectable = !isLinked(run) && asksForConsent(session);
  if (!isSelectable && !(await isConfirmed(run, request))) return null;
  const possible = await currentEdits(run, request, isSelectable);
  const taken = takenFiles(run, new Set(possible.map(({ view }) => view.uri)));
  const edits = isIncomplete(run, taken) ? [] : possible.filter(({ view }) => taken.has(view.uri));
  const current = partOf(run, taken);
  const left = staleSentences(
    run,
    run.files.filter(({ uri }) => !taken.has(uri)),
    session,
  );
  const result: ApplyWorkspaceEditResult | null =
    edits.length === 0
      ? null
      : await connection.sendRequest('workspace/applyEdit', {
          label: titleOf(run),
          edit: isSelectable ? previewedEdit(edits, session) : workspaceEdit(edits, session),
          // VS Code then saves the files that were not open.
          ...(session.client.workspace.workspaceEdit?.metadataSupport && { metadata: { isRefactoring: true } }),
        });
  if (result?.applied === true) {
    const done = isSelectable ? partOf(current, await selectedFiles(current, request)) : current;
    const sentences = { done: convertedSentence(done), other: left };
    showConversionResult(await conversionResult(done, request), sentences, request);
  } else if (result?.failureReason !== undefined) say(`Nothing was converted: ${result.failureReason}`, request);
  else if (edits.length === 0) say(left.join(' '), request);
  return null;
}

function say(message: string, { connection }: ItemRequest): void {
  void connection.sendNotification('window/showMessage', { type: 2, message: withoutLinks(message) });
}

/** Reads and converts all files in small steps, once the index is complete. */
async function runAll(request: ItemRequest, wanted: WorkspaceConversion): Promise<ConvertedWithSettings> {
  const { session, token } = request;
  await session.indexed;
  const progress = showProgress(request, 'Converting Endpoints');
  const pace = pacer(request.host);
  const rest = (message: string): Promise<void> | undefined => {
    progress.report(message);
    if (progress.isCancelled()) throw requestFailed('The conversion was cancelled.');
    stopIfCancelled(token);
    return pace();
  };
  try {
    const texts = await textsAround(request);
    const views = await readAll(session, wanted, rest);
    const required = requiredEndpoints(() => texts.flatMap(requirementsIn));
    const first = await runOver(views, { ...wanted, requirementOf: required }, session, rest);
    const platform = workspacePlatform(session);
    const keptOf = keptByReferences(referencesTo(texts, first, first.settings, { platform }));
    if (!keptOf) return first;
    const requirementOf: FindRequirement = (object) => required(object) ?? keptOf(object);
    return await runOver(views, { ...wanted, requirementOf }, session, rest);
  } finally {
    progress.end();
  }
}

/** Reports progress and pauses after each step. */
type Rest = (message: string) => Promise<void> | undefined;

/** The files that may contain resources to convert. Their trees stay in memory with the views. */
async function readAll(session: Session, { to, within }: WorkspaceConversion, rest: Rest): Promise<readonly View[]> {
  const word = to === 'endpointslice' ? /\bEndpoints\b/ : /\bEndpointSlice\b/;
  const mayHold = (uri: string, text: string): boolean =>
    isTerraformUri(uri) ? mayDeclareOurs(text) : word.test(text) && !isProgramUri(uri);
  const uris = [...filesOf(session).texts()].flatMap(([uri, text]) =>
    isWithin(uri, within) && mayHold(uri, text) ? [uri] : [],
  );
  const held: View[] = [];
  for (const uri of uris.sort()) {
    const view = fileView(session, uri);
    if (view && view.file.parts.length > 0) held.push(view);
    await rest(counted(held.length, 'file'));
  }
  filesOf(session);
  // Another request may have changed a text in the meantime.
  return held.flatMap(({ uri }) => fileView(session, uri) ?? []);
}

function isWithin(uri: string, within: readonly string[] | undefined): boolean {
  const path = `${pathOfUri(uri)}/`;
  return within === undefined || within.some((each) => path.startsWith(`${pathOfUri(withoutSlash(each))}/`));
}

/** Converts groups of files with the same settings. Files that change from now on are left out at the end. */
async function runOver(
  views: readonly View[],
  { requirementOf, ...wanted }: WorkspaceConversion & { readonly requirementOf: FindRequirement },
  session: Session,
  rest: Rest,
): Promise<ConvertedWithSettings> {
  const groups = groupBy(views, ({ uri }) => settingsKey(session, uri));
  const runs: ConvertedWithSettings[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    const settings = settingsFor(settingsOf(session, first?.uri ?? ''), wanted);
    runs.push(await runGroup(group, { settings, requirementOf }, session, rest));
  }
  return { settings: runs[0]?.settings ?? settingsFor(session.outside.all, wanted), ...mergeConverted(runs, views) };
}

function settingsKey(session: Session, uri: string): string {
  const settings = settingsOf(session, uri);
  return `${minorsOf(settings).join()} ${settings.managedBy}`;
}

function settingsFor({ minor, minors, managedBy }: FileSettings, { to, mode }: WorkspaceConversion): ConvertSettings {
  return { to, mode, managedBy, minor, minors };
}

async function runGroup(
  views: readonly View[],
  { settings, requirementOf }: { readonly settings: ConvertSettings; readonly requirementOf: FindRequirement },
  session: Session,
  rest: Rest,
): Promise<ConvertedWithSettings> {
  const sources = views.map(({ uri, file }) => ({ uri, path: pathOfUri(uri), file }));
  const steps = convertInSteps(sources, session.workspace, settings, {
    requirementOf,
    leavesDumps: true,
    roots: sessionRoots(session, (uri) => settingsKey(session, uri) === settingsKey(session, views[0]?.uri ?? '')),
  });
  let step = steps.next();
  for (let count = 1; step.done !== true; count++) {
    await rest(`${grouped(count)} of ${counted(sources.length, 'file')}`);
    step = steps.next();
  }
  return { ...step.value, settings };
}

function nothingOf(run: ConvertedWithSettings): string {
  const kind = sourceKind(run.settings);
  return run.outcomes.length === 0
    ? `No ${kind} found in this workspace.`
    : `No ${kind} in this workspace can be converted without a manual change.`;
}

/** `Converted 3 Endpoints in 2 files.` */
function convertedSentence({ settings, outcomes, files }: ConvertedWithSettings): string {
  const count = outcomes.filter(({ what }) => what === 'converted').length;
  const kind = `${sourceKind(settings)}${settings.to === 'endpoints' && count > 1 ? 's' : ''}`;
  return `Converted ${grouped(count)} ${kind} in ${counted(files.length, 'file')}.`;
}

function titleOf({ settings }: ConvertedWithSettings): string {
  return settings.to === 'endpointslice'
    ? 'Convert Endpoints to EndpointSlices'
    : 'Convert EndpointSlices to Endpoints';
}

async function isConfirmed(run: ConvertedWithSettings, request: ItemRequest): Promise<boolean> {
  const { of } = countOutcomes({ ...run, references: (await conversionResult(run, request)).references });
  const count = of.clean.length + of.read.length + of.lossy.length;
  const part = (outcomes: readonly unknown[], how: string): string =>
    outcomes.length === 0 ? '' : ` ${grouped(outcomes.length)} of them ${how}.`;
  const parts =
    part(of.lossy, 'with loss') + part(of.read, of.read.length === 1 ? 'still has readers' : 'still have readers');
  const message = `${titleOf(run)}: ${counted(count, 'resource')} in ${counted(run.files.length, 'file')}?${parts}`;
  const actions = [{ title: 'Convert' }, { title: 'Show' }];
  const ask = { type: 3, message, actions };
  const choice: unknown = await request.connection.sendRequest('window/showMessageRequest', ask);
  if (isTitled(choice, 'Show'))
    logReport(run, await showReport(await conversionResult(run, request), request), request);
  return isTitled(choice, 'Convert');
}

/** If the client cannot open documents, the report goes to its log. */
function logReport(run: ConvertedWithSettings, text: string | null, { connection }: ItemRequest): void {
  if (text !== null) connection.console.info(`${titleOf(run)}:\n${text}`);
}

/** The edits of files that are unchanged since the conversion, in the editor and on disk. */
async function currentEdits(
  run: ConvertedWithSettings,
  request: ItemRequest,
  isSelectable: boolean,
): Promise<readonly FileEdits[]> {
  const { session, host } = request;
  const edits = await editsToApply(run, request, isSelectable);
  const changed = new Set<string>();
  for (const file of run.files) {
    if (session.texts.has(file.uri)) continue;
    const text = await host.readFile(file.uri);
    if (text === undefined || startIn(text, file) === undefined) changed.add(file.uri);
  }
  return edits.filter(({ view }) => !changed.has(view.uri) && fileView(session, view.uri)?.located === view.located);
}

/** The part of the conversion for some of its files. Outcomes in files without changes are always included. */
function partOf(
  { files, outcomes, ...rest }: ConvertedWithSettings,
  concerned: ReadonlySet<string>,
): ConvertedWithSettings {
  const all = new Set(files.map(({ uri }) => uri));
  return {
    ...rest,
    files: files.filter(({ uri }) => concerned.has(uri)),
    outcomes: outcomes.filter(({ uri }) => concerned.has(uri) || !all.has(uri)),
  };
}

/** True if an object would leave one file without arriving in another. */
function isIncomplete({ files, settings }: ConvertedWithSettings, taken: ReadonlySet<string>): boolean {
  return settings.to === 'endpoints' && files.some(({ uri }) => !taken.has(uri));
}

/** The possible files, without those that must change together with another one. */
function takenFiles({ files }: ConvertedWithSettings, possible: ReadonlySet<string>): ReadonlySet<string> {
  const whole = files.filter(({ uri, together = [uri] }) => together.every((each) => possible.has(each)));
  return new Set(whole.map(({ uri }) => uri));
}

/** True for files that must change together. */
function isLinked({ files, settings }: ConvertedWithSettings): boolean {
  return settings.to === 'endpoints' || files.some(({ together }) => together !== undefined);
}

function staleSentences(
  { settings }: ConvertedWithSettings,
  files: readonly ConvertedFile[],
  session: Session,
): readonly string[] {
  if (files.length === 0) return [];
  const names = files.slice(0, 3).map(({ uri }) => shownFile(uri, session));
  const shown = files.length > 3 ? [...names, `${files.length - 3} more`] : names;
  const isWhole = settings.to === 'endpoints';
  const what = isWhole ? 'Nothing was converted' : 'Not converted';
  const subject = files.length > 1 ? 'these files' : 'the file';
  return [`${what}, because ${subject} changed: ${listed(shown)}. Run the command again.`];
}
