/** The one mutable object of the server: open texts, settings and what the client can do. */
import type { ClientCapabilities, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { reuseFacts } from '../analysis/facts/file-facts.ts';
import { plainPath } from '../analysis/workspace/placement.ts';
import { Workspace } from '../analysis/workspace/workspace.ts';
import { settingsPerFile } from '../config/per-file.ts';
import type { PerFile } from '../config/per-file.ts';
import type { Layer, Settings } from '../config/config.ts';
import { locatedIn, offsetOf } from '../features/lsp.ts';
import type { Encoding, Located } from '../features/lsp.ts';
import { viewIn } from '../features/view.ts';
import type { View } from '../features/view.ts';
import { readFile } from '../frontends/frontends.ts';
import { rereadFile } from '../frontends/documents/reread.ts';
import type { CheckSettings } from '../lint/check-documents.ts';
import { rules } from '../rules/rules.ts';
import { mergeChanges } from '../text/edit.ts';
import type { TextChange } from '../text/edit.ts';
import { lengthOf, replaceSpan } from '../text/long-text.ts';
import { memo } from '../text/memo.ts';
import type { SourceFile } from '../tree/document.ts';
import { newNotes } from './conversion/conversion-notes.ts';
import type { ConversionNotes } from './conversion/conversion-notes.ts';
import { rangeIn, textIn } from './protocol/params.ts';
import type { ShownSubject, ShownText } from '../features/shown/shown-object.ts';

/** An open text. It is read when somebody asks for it, not for every change on the way. */
export interface OpenText {
  readonly uri: string;
  readonly version: number;
  readonly located: Located;
  /** What was read last: of this text, or of an earlier one whose unchanged documents are used again. */
  lastRead: LastRead | undefined;
  /** What was read of it, or of an earlier one, before anybody has asked for the whole. */
  readAhead: Omit<LastRead, 'change'> | undefined;
  /** With what it, or an earlier one, was checked as a whole. */
  checkedWith: CheckSettings | undefined;
}

interface LastRead {
  readonly file: SourceFile;
  readonly isPartial: boolean;
  /** How the text differs from the one that was read; undefined where it does not. */
  readonly change: TextChange | undefined;
}

/** A file as it was read from the disk. */
export interface DiskText {
  readonly uri: string;
  readonly text: string;
  readonly isPartial: boolean;
  /** True where a rule may have something to say of it. */
  readonly isChecked: boolean;
}

/** What holds for a file. */
export type FileSettings = CheckSettings & Settings;

/** A document that a client has asked for. */
export interface Shown extends ShownText {
  readonly subject: ShownSubject;
}

export interface SentTokens {
  readonly resultId: string;
  readonly data: readonly number[];
}

export interface Session {
  readonly texts: Map<string, OpenText>;
  /** What is known of all files together. */
  readonly workspace: Workspace;
  /** Files of the disk that hold objects, by URI; also of those that are open. */
  readonly disk: Map<string, DiskText>;
  /** The client's spelling of URIs that can be spelled in several ways; see spelling.ts. */
  readonly spellings: Map<string, string>;
  /** URIs of open texts whose objects the workspace does not know yet as they are now, and of texts that were closed. */
  readonly unsettled: Set<string>;
  /** URIs of texts that the workspace knows as they are now, and that nobody has looked for who points into them. */
  readonly settled: Set<string>;
  /** URIs of texts that were closed, until a client that pulls has heard what their files have. */
  readonly closed: Set<string>;
  /** What clients show of server-side apply and of mirrored slices, by address, the latest last. */
  readonly shownTexts: Map<string, Shown>;
  readonly conversions: ConversionNotes;
  /** The semantic tokens that were sent of each open text last, to clients that take what is different. */
  readonly sentTokens: Map<string, SentTokens>;
  /** How many such answers there were; each is called by its number. */
  tokenAnswers: number;
  /** Tokens of progress that the user has cancelled. */
  readonly cancelled: Set<string | number>;
  readonly folders: string[];
  /** What holds outside of all folders. */
  settings: FileSettings;
  folderSettings: ReadonlyMap<string, PerFile<FileSettings>>;
  /** On which files the settings depend, as `plain` spells them; also on some that there are not. */
  settingsFiles: ReadonlySet<string>;
  encoding: Encoding;
  client: ClientCapabilities;
  /** What the client calls itself; empty where it does not say. */
  clientName: string;
  isInitialized: boolean;
  isShutDown: boolean;
  /** How many times progress was shown that the client had not asked for. */
  progressCount: number;
  /** Problems of the settings that the user has been told of. */
  shown: ReadonlySet<string>;
  /** Fulfilled once the settings that were last asked for have arrived; nothing is reported before. Never rejected. */
  ready: Promise<void>;
  /** Fulfilled once the workspace folders have been read, as far as was asked for. Never rejected. */
  indexed: Promise<void>;
  readonly onBug: CheckSettings['onBug'];
}

export function newSession(onBug: CheckSettings['onBug']): Session {
  return {
    texts: new Map(),
    workspace: new Workspace(),
    disk: new Map(),
    spellings: new Map(),
    unsettled: new Set(),
    settled: new Set(),
    closed: new Set(),
    shownTexts: new Map(),
    conversions: newNotes(),
    sentTokens: new Map(),
    tokenAnswers: 0,
    cancelled: new Set(),
    folders: [],
    settings: settingsFrom([], onBug).all,
    folderSettings: new Map(),
    settingsFiles: new Set(),
    encoding: 'utf-16',
    client: {},
    clientName: '',
    isInitialized: false,
    isShutDown: false,
    progressCount: 0,
    shown: new Set(),
    ready: Promise.resolve(),
    indexed: Promise.resolve(),
    onBug,
  };
}

function settingsFrom(layers: readonly Layer[], onBug: CheckSettings['onBug']): PerFile<FileSettings> {
  return settingsPerFile(layers, (settings) => ({ rules, ...settings, onBug }));
}

/** The layers that hold outside of all folders, and those of each folder; later ones win. */
export function configure(
  session: Session,
  outside: readonly Layer[],
  folders: ReadonlyMap<string, readonly Layer[]>,
): void {
  session.settings = settingsFrom(outside, session.onBug).all;
  session.folderSettings = new Map(
    [...folders].map(([folder, layers]) => [folder, settingsFrom(layers, session.onBug)]),
  );
}

/** A text as the client now has it; `change` says how it differs from the open text before it, where there is one. */
export function keepText(session: Session, uri: string, version: number, located: Located, change?: TextChange): void {
  const { lastRead, readAhead, checkedWith } = (change && session.texts.get(uri)) ?? {};
  const earlier = lastRead && change && { ...lastRead, change: mergeChanges(lastRead.change, change) };
  session.texts.set(uri, { uri, version, located, lastRead: earlier, readAhead, checkedWith });
  session.closed.delete(uri);
  session.unsettled.add(uri);
}

/** A text that the client has closed: its file counts again. */
export function dropText(session: Session, uri: string): void {
  session.texts.delete(uri);
  session.sentTokens.delete(uri);
  session.closed.add(uri);
  session.unsettled.add(uri);
}

export function locate(session: Session, text: string): Located {
  return locatedIn(text, session.encoding);
}

/** The text after the changes, each of which speaks of the text after the one before it; and all of them as one. */
export function changedText(
  open: OpenText,
  changes: readonly TextDocumentContentChangeEvent[],
): { readonly located: Located; readonly change: TextChange } {
  let { located } = open;
  let merged: TextChange = { start: 0, end: 0, length: 0 };
  for (const [i, each] of changes.entries()) {
    const written = textIn(each);
    const { long, encoding } = located;
    const [start, end] = 'range' in each ? offsetsIn(located, rangeIn(each)) : [0, lengthOf(long)];
    const change = { start, end, length: written.length };
    merged = i === 0 ? change : mergeChanges(merged, change);
    located = locatedIn('range' in each ? replaceSpan(long, change, written) : written, encoding);
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
  if (known?.view.minor === minor && known.isPartial === isPartial) return known.view;
  const view = viewIn(open, minor, () => fileOf(session, open));
  last.known = { view, isPartial };
  return view;
}

/** On the text itself: a WeakMap would keep it, with its tree, until the next full collection of garbage. */
const lastView = memo((_open: OpenText): LastView => ({ known: undefined }));

interface LastView {
  known: { readonly view: View; readonly isPartial: boolean } | undefined;
}

/** The open text, read now if it was not yet. */
export function fileOf({ workspace }: Session, open: OpenText): SourceFile {
  const isPartial = workspace.isPatch(open.uri);
  const { long } = open.located;
  const before = open.lastRead?.isPartial === isPartial ? open.lastRead : undefined;
  if (before && !before.change) return before.file;
  const path = pathOfUri(open.uri);
  const options = { isPartial, isByItem: true };
  const file = before?.change
    ? rereadFile(path, before.file, { change: before.change, long, options })
    : readFile(path, open.located.text, { ...options, ...previousOf(open, isPartial) });
  if (before) reuseFacts(before.file, file);
  keepRead(open, file, isPartial);
  return file;
}

/** What was read ahead, as what is used again. */
export function previousOf({ readAhead }: OpenText, isPartial: boolean): { readonly previous?: SourceFile } {
  return readAhead?.isPartial === isPartial ? { previous: readAhead.file } : {};
}

/** Notes what the text was read to. */
export function keepRead(open: OpenText, file: SourceFile, isPartial: boolean): void {
  open.lastRead = { file, isPartial, change: undefined };
  open.readAhead = undefined;
}

/** Those of the innermost folder that holds the file; of a folder itself, written with a slash at its end, what no override changes. */
export function settingsOf({ settings, folderSettings }: Session, uri: string): FileSettings {
  const folders = [...folderSettings.keys()].filter((folder) => uri.startsWith(`${folder}/`));
  const innermost = folders.reduce((a, b) => (b.length > a.length ? b : a), '');
  return folderSettings.get(innermost)?.of(uri) ?? settings;
}

/** A folder's URI as it is compared. */
export function withoutSlash(folder: string): string {
  return folder.replace(/\/$/, '');
}

/** The path in a URI, for comparing and for its file name. */
export const pathOfUri = plainPath;
