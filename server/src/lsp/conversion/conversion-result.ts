/** Shows the result of a conversion: a report, and after the edit a message about the remaining work. */
import { emptiedFiles, countOutcomes } from '../../convert/report/outcome-counts.ts';
import type { ConversionOutcome, StaleReference } from '../../convert/outcome.ts';
import { referencesTo } from '../../convert/references/references.ts';
import { filesWithReaders } from '../../convert/report/object-readers.ts';
import { reportMarkdown, type FindPlace } from '../../convert/report/report-markdown.ts';
import { shownFile } from '../../features/navigation/object-words.ts';
import { lineEdits } from '../../text/diff.ts';
import { lineStarts, positionAt } from '../../text/line-index.ts';
import { withoutLinks } from '../../text/markdown.ts';
import { counted, grouped } from '../../text/quote.ts';
import { opensDocuments } from '../shown/shown-address.ts';
import { startIn } from './conversion-edits.ts';
import { keepReport, type ConvertedWithSettings } from './conversion-store.ts';
import { textsAround } from './conversion-texts.ts';
import type { ItemRequest, ServerContext } from '../protocol/request.ts';
import { workspacePlatform } from '../readers/reader-settings.ts';
import { withoutSlash, type Session } from '../session.ts';

/** A conversion with the references to the converted objects and their places. */
export interface ConversionResult {
  readonly run: ConvertedWithSettings;
  readonly references: readonly StaleReference[];
  readonly place: FindPlace;
}

/** Finds references to the converted objects, before or after the edit is applied. */
export async function conversionResult(
  run: ConvertedWithSettings,
  server: Pick<ServerContext, 'session' | 'host'>,
): Promise<ConversionResult> {
  const before = new Map(run.files.map((file) => [file.uri, file.before]));
  const now = await textsAround(server);
  const texts = now.map(({ uri, text }) => ({ uri, text: before.get(uri) ?? text }));
  const references = referencesTo(texts, run, run.settings, { platform: workspacePlatform(server.session) });
  return { run, references, place: placeFinder(run, new Map(now.map(({ uri, text }) => [uri, text])), server.session) };
}

/** Opens the report if the client supports it; otherwise the report is the result. */
export async function showReport(
  { run, references, place }: ConversionResult,
  { session, connection }: ItemRequest,
  { isDone = false } = {},
): Promise<string | null> {
  const opens = opensDocuments(session.client);
  const linked: FindPlace = (at) => ({ ...place(at), link: opens ? linkTo(at.uri, session) : undefined });
  const text = reportMarkdown({ ...run, references }, { ...run.settings, isDone }, linked);
  if (!opens) return text;
  const kinds = run.settings.to === 'endpoints' ? 'Endpoints' : 'EndpointSlices';
  const uri = keepReport(session.conversions, `${isDone ? 'Converted' : 'Conversion'} to ${kinds}`, text);
  await connection.sendRequest('window/showDocument', { uri, takeFocus: true });
  return null;
}

/**
 * The path from the first folder: previews of Markdown follow no link with a scheme, and resolve a path there. Undefined
 * where no folder is open.
 */
function linkTo(uri: string, { folders }: Session): string | undefined {
  const [folder] = folders;
  if (folder === undefined) return undefined;
  const own = uri.split('/');
  const base = withoutSlash(folder).split('/');
  const differing = base.findIndex((part, i) => part !== own[i]);
  const common = differing < 0 ? base.length : differing;
  const path = [...base.slice(common).map(() => '..'), ...own.slice(common)].join('/');
  // These would end a link, or a cell of a table.
  return `/${path.replace(/[()|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}

/**
 * Shows what was done, if `done` says it, and the remaining work, with a button for the report. If there is neither, there
 * is no message.
 */
export function showConversionResult(
  result: ConversionResult,
  { done, other = [] }: { readonly done?: string; readonly other?: readonly string[] },
  request: ItemRequest,
): void {
  const { session, connection } = request;
  const remaining = sentencesOf(result);
  const sentences = [...(done === undefined ? [] : [done]), ...other, ...remaining];
  if (sentences.length === 0) return;
  const message = withoutLinks(sentences.join(' '));
  const type = remaining.length > 0 ? 2 : 3;
  if ((done === undefined && remaining.length === 0) || !opensDocuments(session.client)) {
    const lines = result.references.slice(0, mostLines).map((reference) => lineOf(reference, result));
    const rest = result.references.length > mostLines ? ['…'] : [];
    const text = withoutLinks([message, ...lines, ...rest].join('\n'));
    void connection.sendNotification('window/showMessage', { type, message: text });
    return;
  }
  // The user may answer hours later, so the request does not wait.
  offerPage(result, { type, message }, request).catch((error: unknown) =>
    connection.console.warn(`The client failed to show what is left to do: ${String(error)}`),
  );
}

/** A longer list is hard to read in a message. */
const mostLines = 10;

const showTitle = 'Show Report';

async function offerPage(
  result: ConversionResult,
  shown: { type: number; message: string },
  request: ItemRequest,
): Promise<void> {
  const actions = [{ title: showTitle }];
  const choice: unknown = await request.connection.sendRequest('window/showMessageRequest', { ...shown, actions });
  if (isTitled(choice, showTitle)) await showReport(result, request, { isDone: true });
}

export function isTitled(choice: unknown, title: string): boolean {
  return typeof choice === 'object' && choice !== null && 'title' in choice && choice.title === title;
}

function sentencesOf(result: ConversionResult): readonly string[] {
  const { run, references } = result;
  const { of } = countOutcomes({ ...run, references });
  const isForward = run.settings.to === 'endpointslice';
  const count = references.length;
  const lost = filesWithReaders(result).size > 0 ? ['Readers lose converted objects.'] : [];
  const losses = of.lossy.flatMap((outcome) => outcome.losses.map(({ message }) => message));
  return [
    ...(count === 0 ? [] : [`${counted(count, 'reference')} to check.`]),
    ...lost,
    ...(losses.length > 1 ? [`${grouped(losses.length)} fields are dropped.`] : losses),
    ...leftSentences(of.person, isForward),
    ...emptySentences(result),
  ];
}

/** The server does not delete such files: their comments may still be needed. */
function emptySentences({ run, place }: ConversionResult): readonly string[] {
  const span = { start: 0, end: 0 };
  return emptiedFiles(run).map(({ uri }) => `${place({ uri, span }).name} has no objects any more.`);
}

function leftSentences(left: readonly ConversionOutcome[], isForward: boolean): readonly string[] {
  const [only, ...others] = left;
  if (!only) return [];
  const kind = isForward ? 'Endpoints' : `EndpointSlice${others.length > 0 ? 's' : ''}`;
  if (others.length > 0) return [`${grouped(left.length)} ${kind} need a manual change.`];
  return [`1 ${kind} needs a manual change: ${only.reasons[0]?.message ?? ''}`.trim()];
}

function lineOf({ uri, span, message }: StaleReference, { place }: ConversionResult): string {
  const { name, line } = place({ uri, span });
  return `${name}:${line}: ${message}`;
}

/** Maps a span of the old texts to its place now, also in a converted file. */
function placeFinder(
  { files }: ConvertedWithSettings,
  now: ReadonlyMap<string, string>,
  { folders }: Session,
): FindPlace {
  const starts = new Map<string, readonly number[]>();
  const moves = new Map<string, (offset: number) => number>();
  for (const file of files) {
    const isBefore = startIn(now.get(file.uri) ?? file.after, file) !== undefined;
    starts.set(file.uri, lineStarts(isBefore ? file.before : file.after));
    if (!isBefore) moves.set(file.uri, offsetAfter(file.before, file.after));
  }
  return ({ uri, span }) => {
    const lines = starts.get(uri) ?? lineStarts(now.get(uri) ?? '');
    starts.set(uri, lines);
    const { line, character } = positionAt(lines, moves.get(uri)?.(span.start) ?? span.start);
    return { name: shownFile(uri, { folders }), line: line + 1, column: character + 1 };
  };
}

/** Maps an offset of the old text to the new one. An offset in rewritten text maps to the start of its edit. */
function offsetAfter(before: string, after: string): (offset: number) => number {
  const edits = lineEdits(before, after);
  return (offset) => {
    let grown = 0;
    for (const { span, text } of edits) {
      if (offset < span.start) break;
      if (offset < span.end) return span.start + grown;
      grown += text.length - (span.end - span.start);
    }
    return offset + grown;
  };
}
