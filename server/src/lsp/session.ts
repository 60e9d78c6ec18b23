/** The one mutable object of the server: open texts, settings and what the client can do. */
import type { ClientCapabilities, Range } from 'vscode-languageserver';
import { plainPath } from '../analysis/workspace/placement.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import { layersPerFile, settingsPerFile, type PerFile } from '../config/per-file.ts';
import type { Layer, Settings } from '../config/config.ts';
import { locatedIn, offsetOf, replaceIn, type Encoding, type Located } from '../features/lsp.ts';
import { shownFile } from '../features/navigation/object-words.ts';
import { viewIn, type View } from '../features/view.ts';
import type { CheckSettings } from '../lint/check-documents.ts';
import type { Grammar } from '../frontends/code/languages.ts';
import { Project } from '../project/project.ts';
import type { OpenFile, ProjectFile } from '../project/project-file.ts';
import { Reading } from '../project/reading.ts';
import { rules } from '../rules/rules.ts';
import { mergeChanges } from '../text/changes.ts';
import type { TextChange } from '../text/edit.ts';
import { attachment } from '../text/memo.ts';
import type { SourceFile } from '../tree/document.ts';
import type { PatchRole } from '../tree/kustomization.ts';
import { newConversionStore, type ConversionStore } from './conversion/conversion-store.ts';
import { rangeIn, textIn } from './protocol/params.ts';
import { noReaders, type KeptReaders } from './readers/kept-readers.ts';
import type { ShownSubject, ShownText } from '../features/shown/shown-object.ts';

/** One version of an open text. */
export interface OpenText extends OpenFile {
  readonly version: number;
  /** The number of the edit that made it, among those of all texts. Versions start again when a text is reopened. */
  readonly edit: number;
  readonly located: Located;
  /** The settings of its last complete check, of this version or an earlier one. */
  checkedWith: CheckSettings | undefined;
  /** The end of the change that led to this version (UTF-16 units); undefined for the first version. */
  readonly typedTo: number | undefined;
  /** True once completions of this version were requested. */
  isCompleted: boolean;
}

export type FileSettings = CheckSettings & Settings;

export interface Shown extends ShownText {
  readonly subject: ShownSubject;
}

export interface Session {
  readonly project: Project<ProjectFile, OpenText>;
  /** The name of a folder in messages, by its plain path. */
  readonly nameOfFolder: (folder: string) => string;
  readonly texts: ReadonlyMap<string, OpenText>;
  /** The files on the disk that contain objects, also if they are open. */
  readonly disk: ReadonlyMap<string, ProjectFile>;
  readonly workspace: Workspace;
  /** The client's spelling of URIs with several spellings; see spelling.ts. */
  readonly spellings: Map<string, string>;
  /** URIs of texts that were closed, until a client that pulls has the diagnostics of their files. */
  readonly closed: Set<string>;
  /** The documents on server-side apply and on mirrored slices that a client shows, by address, the latest last. */
  readonly shownTexts: Map<string, Shown>;
  /** The keys of the index on which the last picture depends, until the client is told that it may be another one. */
  pictureKeys: ReadonlySet<string>;
  readonly conversions: ConversionStore;
  /** What the last search for readers of Endpoints found; nothing before the first one. */
  readers: KeptReaders;
  /** The name of the overlay that the user has chosen for the preview of server-side apply; empty for none. */
  overlay: string;
  /** The last semantic tokens of each open text, for clients that take differences. */
  readonly sentTokens: Map<string, { readonly resultId: string; readonly data: readonly number[] }>;
  /** The number of such answers, which is the ID of the last one. */
  tokenAnswers: number;
  /** The number of texts that were opened or edited. */
  edits: number;
  /** Tokens of progress that the user has cancelled. */
  readonly cancelled: Set<string | number>;
  readonly folders: string[];
  /** The settings outside of all folders. */
  outside: PerFile<FileSettings>;
  folderSettings: ReadonlyMap<string, PerFile<FileSettings>>;
  /** All layers as text: equal for equal settings. */
  configured: string;
  /** The files that the settings depend on, in the spelling of `plain`; also missing ones. */
  settingsFiles: ReadonlySet<string>;
  /** The settings files in use, each with the file of a folder that is or extends it; in the client's spelling. */
  settingsInUse: ReadonlyMap<string, string>;
  /** How often the settings were read. */
  settingsReads: number;
  encoding: Encoding;
  client: ClientCapabilities;
  /** True once an inlay hint has shown what is behind a port of a Service. */
  hasBackendHints: boolean;
  /** True from an answer with the Services until the client is told that another one is due. */
  areServicesShown: boolean;
  /** Empty if the client sends no name. */
  clientName: string;
  isInitialized: boolean;
  isShutDown: boolean;
  /** How often progress was shown that the client had not asked for. */
  progressCount: number;
  /** Problems of the settings that were shown to the user. */
  shown: ReadonlySet<string>;
  /** Resolves when the last requested settings have arrived; no finding is reported before. Never rejects. */
  ready: Promise<void>;
  /** Resolves when the workspace folders have been read. Never rejects. */
  indexed: Promise<void>;
  /** What reads programs, by grammar: resolves to false where it cannot be loaded. */
  readonly grammars: Map<Grammar, Promise<boolean>>;
  /** Why some programs are not read; empty if all can be read. */
  programProblem: string;
  isWatchingPrograms: boolean;
  isWatchingReaders: boolean;
  /** The folders of Terraform whose files have been read, as paths. */
  readonly readModules: Set<string>;
  /** What the Pulumi.yaml files of the folders say of their programs, by URI. */
  readonly programFolders: Map<string, string>;
  /** Answers in progress for which refreshes and the reading of the workspace wait. */
  readonly firstAnswers: Set<Promise<unknown>>;
  readonly onBug: CheckSettings['onBug'];
}

export function newSession(onBug: CheckSettings['onBug']): Session {
  const folders: string[] = [];
  const nameOfFolder = (folder: string): string =>
    folders.some((each) => plainPath(withoutSlash(each)) === folder) ? '.' : shownFile(folder, { folders });
  const project = new Project<ProjectFile, OpenText>({ isSelective: true, nameOfFolder });
  return {
    project,
    nameOfFolder,
    texts: project.open,
    disk: project.files,
    workspace: project.workspace,
    spellings: new Map(),
    closed: new Set(),
    shownTexts: new Map(),
    pictureKeys: new Set(),
    conversions: newConversionStore(),
    readers: noReaders,
    overlay: '',
    sentTokens: new Map(),
    tokenAnswers: 0,
    edits: 0,
    cancelled: new Set(),
    folders,
    outside: settingsFrom([], onBug),
    folderSettings: new Map(),
    configured: '',
    settingsFiles: new Set(),
    settingsInUse: new Map(),
    settingsReads: 0,
    encoding: 'utf-16',
    client: {},
    hasBackendHints: false,
    areServicesShown: false,
    clientName: '',
    isInitialized: false,
    isShutDown: false,
    progressCount: 0,
    shown: new Set(),
    ready: Promise.resolve(),
    indexed: Promise.resolve(),
    grammars: new Map(),
    programProblem: '',
    isWatchingPrograms: false,
    isWatchingReaders: false,
    readModules: new Set(),
    programFolders: new Map(),
    firstAnswers: new Set(),
    onBug,
  };
}

function settingsFrom(layers: readonly Layer[], onBug: CheckSettings['onBug']): PerFile<FileSettings> {
  return settingsPerFile(layers, (settings) => ({ rules, ...settings, onBug }));
}

/** Sets the layers outside of all folders, and of each folder; later ones win. Equal settings keep all results of checks. */
export function configure(
  session: Session,
  outside: readonly Layer[],
  folders: ReadonlyMap<string, readonly Layer[]>,
): void {
  const text = JSON.stringify([outside, [...folders]], (_, value: unknown) =>
    value instanceof Map ? [...(value as ReadonlyMap<unknown, unknown>)] : value,
  );
  if (text === session.configured) return;
  session.configured = text;
  session.outside = settingsFrom(outside, session.onBug);
  session.folderSettings = new Map(
    [...folders].map(([folder, layers]) => [folder, settingsFrom(layers, session.onBug)]),
  );
}

/** Notes the new text of the client; `change` is its difference from the previous open text, if any. */
export function keepText(session: Session, uri: string, version: number, located: Located, change?: TextChange): void {
  const before = change && session.texts.get(uri);
  const reading = new Reading(pathOfUri(uri), located, { isByItem: true, before: before?.reading, change });
  const typedTo = change && change.start + change.length;
  const { checkedWith } = before ?? {};
  const edit = ++session.edits;
  session.project.edit({ uri, version, edit, located, reading, checkedWith, typedTo, isCompleted: false });
  session.closed.delete(uri);
}

/** Notes that the client has closed a text: its file counts again. */
export function dropText(session: Session, uri: string): void {
  session.project.close(uri);
  session.sentTokens.delete(uri);
  session.closed.add(uri);
}

export function locate(session: Session, text: string): Located {
  return locatedIn(text, session.encoding);
}

/** The text after the changes, each of which is based on the one before it; and all of them as one change. */
export function changedText(
  open: OpenText,
  changes: readonly object[],
): { readonly located: Located; readonly change: TextChange } {
  let { located } = open;
  let merged: TextChange = { start: 0, end: 0, length: 0 };
  for (const [i, each] of changes.entries()) {
    const written = textIn(each);
    const [start, end] = 'range' in each ? offsetsIn(located, rangeIn(each)) : [0, located.length];
    const change = { start, end, length: written.length };
    merged = i === 0 ? change : mergeChanges(merged, change);
    located = 'range' in each ? replaceIn(located, change, written) : locatedIn(written, located.encoding);
  }
  return { located, change: merged };
}

function offsetsIn(located: Located, range: Range): readonly [number, number] {
  const start = offsetOf(located, range.start);
  return [start, Math.max(start, offsetOf(located, range.end))];
}

/** The open text as features see it: one object for as long as nothing changes. */
export function viewOf(session: Session, open: OpenText): View {
  const { minor } = settingsOf(session, open.uri);
  const isPartial = session.workspace.isPatch(open.uri);
  const last = lastView(open);
  const { known } = last;
  const revision = session.project.modules.revisionOf(open.uri);
  const isSame = known?.view.minor === minor && known.isPartial === isPartial && known.revision === revision;
  if (isSame) return known.view;
  const view = viewIn(open, minor, () => fileOf(session, open));
  last.known = { view, isPartial, revision };
  return view;
}

/** Attached to the text: V8 would keep the entry of a WeakMap, with the tree, until the next full garbage collection. */
const lastView = attachment(
  (_open: OpenText): { known?: { view: View; isPartial: PatchRole; revision: number } } => ({}),
);

/** The open text, read now if it was not yet. */
export function fileOf({ workspace, project }: Session, { uri, reading }: OpenText): SourceFile {
  return reading.read(workspace.isPatch(uri), () => project.modules.siblingsOf(uri));
}

/** The settings of the innermost folder that has the file. For a folder itself, with a slash at its end, no override counts. */
export function settingsOf(session: Session, uri: string): FileSettings {
  return perFile(session, uri).of(uri);
}

/** The layers of the settings of a file; later ones win. */
export function layersOf(session: Session, uri: string): readonly Layer[] {
  return layersPerFile(perFile(session, uri).layers)(uri);
}

function perFile({ outside, folderSettings }: Session, uri: string): PerFile<FileSettings> {
  const folders = [...folderSettings.keys()].filter((folder) => uri.startsWith(`${folder}/`));
  const innermost = folders.reduce((a, b) => (b.length > a.length ? b : a), '');
  return folderSettings.get(innermost) ?? outside;
}

export function withoutSlash(folder: string): string {
  return folder.replace(/\/$/, '');
}

export const pathOfUri = plainPath;
