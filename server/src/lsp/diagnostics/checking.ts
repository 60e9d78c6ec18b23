/**
 * The diagnostics of every file, open or not, computed again only where something that they depend on has changed: the text,
 * the settings, an answer of the index, or a place in another file that they point to.
 */
import type { Diagnostic } from 'vscode-languageserver-types';
import { indexKey } from '../../analysis/workspace/file-around.ts';
import { fileFacts } from '../../analysis/facts/file-facts.ts';
import { Workspace } from '../../analysis/workspace/workspace.ts';
import type { Answers, FileRelations, Knowledge } from '../../analysis/workspace/file-around.ts';
import type { WorkspaceChanges } from '../../analysis/workspace/workspace.ts';
import type { DiagnosticOptions } from '../../features/diagnostics.ts';
import { locationOfField } from '../../features/navigation/field-location.ts';
import { checkDocuments } from '../../lint/check-documents.ts';
import { differenceOf } from '../../text/difference.ts';
import type { SourceFile } from '../../tree/document.ts';
import { aroundOf, fileView, settle } from '../workspace/files.ts';
import type { Host } from '../host.ts';
import { itemsOf, placesIn } from './items.ts';
import { settingsOf } from '../session.ts';
import type { DiskText, FileSettings, OpenText, Session } from '../session.ts';
import { countFindings } from './finding-counts.ts';
import type { FindingCounts } from './finding-counts.ts';

export interface DiagnosticReport {
  readonly items: readonly Diagnostic[];
  /** The same for as long as the items are. */
  readonly resultId: string;
}

interface Known extends Interest {
  readonly source: OpenText | DiskText;
  readonly settings: FileSettings;
  readonly knowledge: Knowledge;
  readonly report: DiagnosticReport;
  /** How its items were made. */
  readonly options: DiagnosticOptions;
  /** Of an open text: what was found, for what is found after an edit. */
  readonly tally: FindingCounts | undefined;
}

/** What a document asked about other files. */
interface Asked {
  readonly related: { readonly answers: Answers };
}

/** What the diagnostics of a file depend on in others. */
interface Interest {
  /** Of each document, in their order. */
  readonly said: readonly Asked[];
  /** The other files that the diagnostics point to. */
  readonly places: ReadonlySet<string>;
}

export interface Checking {
  /** What is found in the file; undefined for one that is not open, and not on the disk or nothing to check. */
  reportOn(uri: string): DiagnosticReport | undefined;
  /** What the documents of an open text say by themselves, whose others are not read yet. */
  sightOf(open: OpenText, file: SourceFile): readonly Diagnostic[];
  /** The files, checked before, whose diagnostics may be others now. */
  outdated(): ReadonlySet<string>;
}

const noChanges: WorkspaceChanges = { keys: new Set(), uris: new Set() };

/** `onChange` is called with the keys of the index whose answers have changed. */
export function checking(session: Session, host: Host, onChange: (keys: ReadonlySet<string>) => void): Checking {
  const known = new Map<string, Known>();
  const outdated = new Set<string>();
  /** The files that asked for a key, and those that point to a place in a file: each with the number of its documents. */
  const askers = new Map<string, DocumentCounts>();
  const pointers = new Map<string, DocumentCounts>();
  const files = { view: (uri: string) => fileView(session, uri) };
  const locate: DiagnosticOptions['locate'] = ({ uri, ordinal }, path) =>
    locationOfField({ uri, ordinal, path }, files);
  const optionsFor = (uri: string): DiagnosticOptions => {
    const { publishDiagnostics, diagnostic } = session.client.textDocument ?? {};
    const hasRelated = diagnostic?.relatedInformation ?? publishDiagnostics?.relatedInformation ?? false;
    return { uri, hasRelated, pageUri: (code) => host.pageUri(code), locate };
  };
  let reports = 0;

  const absorb = (): void => {
    settle(session);
    const texts = [...session.settled];
    session.settled.clear();
    const changes = session.workspace.takeChanges();
    if (!changes && texts.length === 0) return;
    const { keys, uris } = changes ?? noChanges;
    if (keys.size > 0) onChange(keys);
    for (const uri of [...texts, ...uris]) for (const each of pointers.get(uri)?.keys() ?? []) outdated.add(each);
    for (const uri of uris) if (known.has(uri)) outdated.add(uri);
    for (const key of keys) for (const each of askers.get(key)?.keys() ?? []) outdated.add(each);
  };
  /** Notes what the file depends on from now on. Most documents ask what they asked before, and are passed over. */
  const note = (uri: string, before: Interest, after: Interest): void => {
    const changed = differenceOf(before.said, after.said);
    const countAll = (said: readonly Asked[], change: 1 | -1): void => {
      for (const { related } of said)
        for (const key of related.answers.keys()) count(askers, indexKey(key), uri, change);
    };
    countAll(before.said.slice(changed.start, changed.before), -1);
    countAll(after.said.slice(changed.start, changed.after), 1);
    for (const place of before.places) count(pointers, place, uri, -1);
    for (const place of after.places) count(pointers, place, uri, 1);
  };
  const isCurrent = (uri: string, each: Known): boolean =>
    !outdated.has(uri) &&
    each.source === sourceOf(session, uri) &&
    each.settings === settingsOf(session, uri) &&
    each.knowledge === session.workspace.knowledge;

  return {
    reportOn(uri) {
      absorb();
      const source = sourceOf(session, uri);
      const before = known.get(uri);
      if (!source) {
        if (before) note(uri, before, noInterest);
        known.delete(uri);
        outdated.delete(uri);
        return undefined;
      }
      if (before && isCurrent(uri, before)) return before.report;
      const options = before?.options ?? optionsFor(uri);
      const { items, said, places, tally } = check(session, uri, options, before?.tally);
      outdated.delete(uri);
      note(uri, before ?? noInterest, { said, places });
      const isSame = before && areSame(before.report.items, items);
      const report = isSame ? before.report : { items, resultId: String(++reports) };
      const settings = settingsOf(session, uri);
      const { knowledge } = session.workspace;
      known.set(uri, { source, settings, knowledge, report, options, said, places, tally });
      return report;
    },
    sightOf(open, file) {
      const settings = settingsOf(session, open.uri);
      if (!settings.isOn.diagnostics) return [];
      const tally = countFindings(checkDocuments(file, settings, nobodyAround(file)));
      return itemsOf(tally, open.located, optionsFor(open.uri));
    },
    outdated() {
      absorb();
      return outdated;
    },
  };
}

/** Nothing is said of relations. */
function nobodyAround(file: SourceFile): FileRelations {
  const workspace = new Workspace();
  workspace.setKnowledge('none');
  return workspace.around('', fileFacts(file));
}

function sourceOf({ texts, disk }: Session, uri: string): OpenText | DiskText | undefined {
  const open = texts.get(uri);
  if (open) return open;
  const file = disk.get(uri);
  return file?.isChecked ? file : undefined;
}

/** How many documents of each file. */
type DocumentCounts = Map<string, number>;

function count(all: Map<string, DocumentCounts>, key: string, uri: string, change: 1 | -1): void {
  const counts = all.get(key) ?? new Map<string, number>();
  const now = (counts.get(uri) ?? 0) + change;
  if (now > 0) all.set(key, counts.set(uri, now));
  else if (counts.delete(uri) && counts.size === 0) all.delete(key);
}

const noInterest: Interest = { said: [], places: new Set() };

function areSame(before: readonly Diagnostic[], after: readonly Diagnostic[]): boolean {
  const isSame = (item: Diagnostic, i: number): boolean =>
    item === after[i] ||
    (item.range.start.line === after[i]?.range.start.line && JSON.stringify(item) === JSON.stringify(after[i]));
  return before.length === after.length && before.every(isSame);
}

interface Checked extends Interest {
  readonly items: readonly Diagnostic[];
  readonly tally: FindingCounts | undefined;
}

function check(session: Session, uri: string, options: DiagnosticOptions, before: FindingCounts | undefined): Checked {
  const settings = settingsOf(session, uri);
  const view = settings.isOn.diagnostics ? fileView(session, uri) : undefined;
  if (!view) return { items: [], tally: undefined, ...noInterest };
  const checked = checkDocuments(view.file, settings, aroundOf(session, uri, view.file), before?.checked);
  const tally = countFindings(checked, before);
  const items = itemsOf(tally, view.located, options);
  const isOpen = session.texts.has(uri);
  // Of a file that is not open, no more is kept than what it asked.
  const said = isOpen ? checked.said : checked.said.map(({ related: { answers } }) => ({ related: { answers } }));
  return { items, said, places: placesIn(tally), tally: isOpen ? tally : undefined };
}
