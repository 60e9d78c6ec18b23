/** Makes protocol diagnostics of the readers that lose objects. Loaded with the first one. */
import {
  DiagnosticSeverity,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  type Location,
} from 'vscode-languageserver-types';
import { locationOfField } from '../../features/navigation/field-location.ts';
import { rangeOf, type Located } from '../../features/lsp.ts';
import { objectName } from '../../readers/estate.ts';
import type { ReadObject } from '../../readers/reader.ts';
import { isWrittenObject, namesInCluster } from '../../readers/written-entries.ts';
import { textDifference } from '../../text/difference.ts';
import { messageMarkdown, withoutLinks } from '../../text/markdown.ts';
import { attachment } from '../../text/memo.ts';
import { counted, listed } from '../../text/quote.ts';
import { limitNote, type DiagnosticReport } from '../diagnostics/items.ts';
import { locate, type Session } from '../session.ts';
import { filesOf } from '../workspace/files.ts';
import { spanNow, type FileReaders, type LosingReader } from './kept-readers.ts';

/** Of one file: editors show no more. */
const mostItems = 100;

/** A reader of everything may lose thousands of objects. */
const mostObjects = 3;

/** A losing reader, with its diagnostic in the current text. */
export interface ReaderItem {
  readonly losing: LosingReader;
  readonly item: Diagnostic;
}

export function addReaderItems(
  session: Session,
  uri: string,
  { found, report }: { readonly found: FileReaders; readonly report: DiagnosticReport | undefined },
): DiagnosticReport {
  const all = found.losing.length;
  const own = [
    ...(all > mostItems ? [limitNote(readerWords, mostItems, all)] : []),
    ...readerItems(session, uri, found).map(({ item }) => item),
  ];
  const last = lastItems(found);
  const state = JSON.stringify(own);
  // The object of a reader may have moved in its file.
  if (state !== last.state) last.changes++;
  last.state = state;
  const base = report?.resultId ?? String(session.texts.get(uri)?.edit ?? '');
  return { items: [...(report?.items ?? []), ...own], resultId: `${base} readers ${found.id}.${last.changes}` };
}

const readerWords = { what: 'readers of Endpoints in this file', order: '', command: 'endpoints readers' };

const lastItems = attachment((_found: FileReaders) => ({ state: '', changes: 0 }));

/** In the order of the text. A reader in a part of the text that has changed since the search is left out. */
export function readerItems(session: Session, uri: string, { text, losing }: FileReaders): readonly ReaderItem[] {
  const open = session.texts.get(uri)?.located;
  const located = open ?? locate(session, text);
  const change = textDifference(text, open?.text ?? text);
  return losing.slice(0, mostItems).flatMap((each) => {
    const span = spanNow(each.reader.span, change);
    return span ? [{ losing: each, item: itemOf(each, { session, located, span }) }] : [];
  });
}

interface ItemPlace {
  readonly session: Session;
  readonly located: Located;
  readonly span: LosingReader['reader']['span'];
}

function itemOf(losing: LosingReader, { session, located, span }: ItemPlace): Diagnostic {
  const { publishDiagnostics, diagnostic } = session.client.textDocument ?? {};
  const hasRelated = diagnostic?.relatedInformation ?? publishDiagnostics?.relatedInformation ?? false;
  const message = `${readerLead(losing)} ${losing.reader.message}`;
  return {
    range: rangeOf(located, span),
    severity: DiagnosticSeverity.Information,
    code: losing.reader.kind,
    source: 'endpoints',
    message:
      diagnostic?.markupMessageSupport === true
        ? { kind: 'markdown', value: messageMarkdown(message) }
        : withoutLinks(message),
    ...(hasRelated ? { relatedInformation: relatedObjects(losing, session) } : {}),
  };
}

/** What has happened to the objects. */
function readerLead({ certainty, lost }: LosingReader): string {
  const names = [...new Set(lost.map(objectName))];
  const more = names.length > mostObjects ? [counted(names.length - mostObjects, 'other')] : [];
  const shown = listed([...names.slice(0, mostObjects), ...more]);
  const reads = certainty === 'certain' ? 'reads' : 'may read';
  return lost.every(({ isReplaced }) => isReplaced)
    ? `EndpointSlices have replaced the Endpoints ${shown}, which this ${reads}.`
    : `EndpointSlices are beside the Endpoints ${shown}, which this ${reads}.`;
}

function relatedObjects({ lost }: LosingReader, session: Session): DiagnosticRelatedInformation[] {
  return lost.slice(0, mostObjects).flatMap((object) => {
    const location = locationOfObject(object, session);
    const message = object.isReplaced
      ? `This EndpointSlice has replaced the Endpoints ${objectName(object)}.`
      : `EndpointSlices are beside these Endpoints.`;
    return location ? [{ location, message }] : [];
  });
}

function locationOfObject(object: ReadObject, session: Session): Location | undefined {
  const files = filesOf(session);
  const { uri, name, namespace, isReplaced } = object;
  const entry = files.workspace.entriesIn(uri).find((each) => {
    const { kind, slice } = each.facts;
    if (!isWrittenObject(each) || (isReplaced ? slice?.service !== name : kind !== 'Endpoints')) return false;
    return namesInCluster(each).some((own) => own.namespace === namespace && (isReplaced || own.name === name));
  });
  return entry && locationOfField({ ...entry, path: ['metadata', 'name'] }, files);
}
