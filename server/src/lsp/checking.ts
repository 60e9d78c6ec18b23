/**
 * The diagnostics of every file, open or not, computed again only where something that they depend on has changed: the text,
 * the settings, an answer of the index, or a place in another file that they point to.
 */
import type { Diagnostic } from 'vscode-languageserver-types';
import type { Answers, Changes, Knowledge } from '../analysis/workspace.ts';
import { diagnosticsOf } from '../features/diagnostics.ts';
import type { DiagnosticOptions } from '../features/diagnostics.ts';
import { locationOfField } from '../features/field-location.ts';
import { checkAmong } from '../lint/check.ts';
import type { Finding } from '../lint/check.ts';
import { aroundOf, fileView, settle } from './files.ts';
import type { Host } from './host.ts';
import { settingsOf } from './session.ts';
import type { DiskText, FileSettings, OpenText, Session } from './session.ts';

export interface Report {
  readonly items: readonly Diagnostic[];
  /** The same for as long as the items are. */
  readonly resultId: string;
}

interface Known extends Interest {
  readonly source: OpenText | DiskText;
  readonly settings: FileSettings;
  readonly knowledge: Knowledge;
  readonly report: Report;
  readonly json: string;
}

/** What the diagnostics of a file depend on in others. */
interface Interest {
  readonly answers: Answers;
  /** The other files that the diagnostics point to. */
  readonly places: ReadonlySet<string>;
}

export interface Checking {
  /** What is found in the file; undefined for one that is not open, and not on the disk or nothing to check. */
  reportOn(uri: string): Report | undefined;
  /** The files, checked before, whose diagnostics may be others now. */
  outdated(): ReadonlySet<string>;
}

const noChanges: Changes = { keys: new Set(), uris: new Set() };

/** `onChange` is called with the keys of the index whose answers have changed. */
export function checking(session: Session, host: Host, onChange: (keys: ReadonlySet<string>) => void): Checking {
  const known = new Map<string, Known>();
  const outdated = new Set<string>();
  /** The files that asked for a key, and those that point to a place in a file. */
  const askers = new Map<string, Set<string>>();
  const pointers = new Map<string, Set<string>>();
  const files = { view: (uri: string) => fileView(session, uri) };
  const locate: DiagnosticOptions['locate'] = ({ uri, ordinal }, path) =>
    locationOfField({ uri, ordinal, path }, files);
  let reports = 0;

  const absorb = (): void => {
    const texts = [...session.unsettled];
    settle(session);
    const changes = session.workspace.takeChanges();
    if (!changes && texts.length === 0) return;
    const { keys, uris } = changes ?? noChanges;
    if (keys.size > 0) onChange(keys);
    for (const uri of [...texts, ...uris]) for (const each of pointers.get(uri) ?? []) outdated.add(each);
    for (const uri of uris) if (known.has(uri)) outdated.add(uri);
    for (const key of keys) for (const each of askers.get(key) ?? []) outdated.add(each);
  };
  const note = (uri: string, { answers, places }: Interest, change: typeof addTo): void => {
    for (const key of answers.keys()) change(askers, indexKey(key), uri);
    for (const place of places) change(pointers, place, uri);
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
        if (before) note(uri, before, removeFrom);
        known.delete(uri);
        outdated.delete(uri);
        return undefined;
      }
      if (before && isCurrent(uri, before)) return before.report;
      const { items, answers, places } = check(session, host, uri, locate);
      outdated.delete(uri);
      if (before) note(uri, before, removeFrom);
      note(uri, { answers, places }, addTo);
      const json = JSON.stringify(items);
      const report = before?.json === json ? before.report : { items, resultId: String(++reports) };
      const settings = settingsOf(session, uri);
      const { knowledge } = session.workspace;
      known.set(uri, { source, settings, knowledge, report, json, answers, places });
      return report;
    },
    outdated() {
      absorb();
      return outdated;
    },
  };
}

function sourceOf({ texts, disk }: Session, uri: string): OpenText | DiskText | undefined {
  const open = texts.get(uri);
  if (open) return open;
  const file = disk.get(uri);
  return file?.isChecked ? file : undefined;
}

/** Known names are asked for by kind and namespace, and change with what is found there. */
function indexKey(key: string): string {
  return key.replace(/^names /, 'within ');
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

function removeFrom(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set?.delete(value) && set.size === 0) sets.delete(key);
}

interface Checked extends Interest {
  readonly items: readonly Diagnostic[];
}

function check(session: Session, host: Host, uri: string, locate: DiagnosticOptions['locate']): Checked {
  const settings = settingsOf(session, uri);
  const view = settings.isOn.diagnostics ? fileView(session, uri) : undefined;
  if (!view) return { items: [], answers: new Map(), places: new Set() };
  const { findings, answers } = checkAmong(view.file, settings, aroundOf(session, uri, view.file));
  const { publishDiagnostics, diagnostic } = session.client.textDocument ?? {};
  const hasRelated = diagnostic?.relatedInformation ?? publishDiagnostics?.relatedInformation ?? false;
  const pageUri = (code: string): string | undefined => host.pageUri(code);
  const items = diagnosticsOf(findings, view.located, { uri, hasRelated, pageUri, locate });
  return { items, answers, places: new Set(findings.flatMap(placesIn)) };
}

function placesIn({ diagnostic }: Finding): readonly string[] {
  return diagnostic.related.flatMap((related) => ('entry' in related ? [related.entry.uri] : []));
}
