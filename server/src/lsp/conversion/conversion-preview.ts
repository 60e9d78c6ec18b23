/** Names the edits of a conversion for the client's preview, and finds the files that the user applied. */
import type { ConversionOutcome } from '../../convert/outcome.ts';
import { countOutcomes, fullName, type OutcomeGroup } from '../../convert/report/outcome-counts.ts';
import { listed } from '../../text/quote.ts';
import { pacer } from '../pace.ts';
import type { ItemRequest } from '../protocol/request.ts';
import type { FileEdits } from '../protocol/workspace-edit.ts';
import { startIn, wholeEdit } from './conversion-edits.ts';
import { conversionResult } from './conversion-result.ts';
import type { ConvertedWithSettings } from './conversion-store.ts';

/** The edits of all files; with `isSelectable`, each is named after what it converts. */
export async function editsToApply(
  run: ConvertedWithSettings,
  request: ItemRequest,
  isSelectable: boolean,
): Promise<readonly FileEdits[]> {
  const references = isSelectable ? (await conversionResult(run, request)).references : [];
  const { of } = countOutcomes({ ...run, references });
  const pace = pacer(request.host);
  const edits: FileEdits[] = [];
  for (const file of run.files) {
    const own = (group: OutcomeGroup): readonly ConversionOutcome[] => of[group].filter(({ uri }) => uri === file.uri);
    const [lossy, read] = [own('lossy'), own('read')];
    const description = lossy.length > 0 ? 'with loss' : read.length > 0 ? 'still has readers' : 'without loss';
    const edit = wholeEdit(file, request.session);
    const label = labelOf([...own('clean'), ...read, ...lossy]);
    if (edit) edits.push(isSelectable ? { ...edit, annotation: { label, description } } : edit);
    await pace();
  }
  return edits;
}

/** A longer label hides what follows it. */
const mostNamed = 3;

/** `shop/orders-db → orders-db-ipv4`. */
function labelOf(outcomes: readonly ConversionOutcome[]): string {
  const named = [...outcomes]
    .sort((a, b) => a.span.start - b.span.start)
    .map((outcome) => `${fullName(outcome)} → ${listed(outcome.made.map(({ name }) => name))}`);
  const rest = named.length - mostNamed;
  return [...named.slice(0, mostNamed), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

/**
 * The files that the user left ticked, told from their texts: a client only reports that it applied something. All of
 * them where no text differs, because a client may keep its changes from the server and the disk.
 */
export async function selectedFiles(
  { files }: ConvertedWithSettings,
  { session, host }: ItemRequest,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const file of files) {
    const text = session.texts.get(file.uri)?.located.text ?? (await host.readFile(file.uri));
    if (text !== undefined && startIn(text, file) === undefined) changed.add(file.uri);
  }
  return changed.size > 0 ? changed : new Set(files.map(({ uri }) => uri));
}
