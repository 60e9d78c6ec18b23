/** Reads a file again after a change: only the documents that the change touches. The result equals a full read. */
import { spliced } from '../../text/difference.ts';
import { aroundAll, withChange, type Changes } from '../../text/changes.ts';
import { growthOf, type TextChange } from '../../text/edit.ts';
import { lineStartAt, nextLineAt } from '../../text/line.ts';
import { indexAt } from '../../text/line-index.ts';
import type { SlicedText } from '../../text/long-text.ts';
import { attachment } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import { documentColumns, documentsOf, type Columns, type Document, type SourceFile } from '../../tree/document.ts';
import { hasOpenAction, isBalanced } from '../../text/template-actions.ts';
import { longSequence } from '../../tree/item-blocks.ts';
import { mayConcern } from '../concern.ts';
import { cutByItem, isJson } from './cut.ts';
import { dividedListsIn } from './divided-lists.ts';
import { longList, recutItems, type Cut } from './list-items.ts';
import { isChartValues, isNamedAsPatch, partReader, readFile, type ReadOptions } from '../frontends.ts';
import { readPlain } from '../yaml/plain-reader.ts';
import { isNamedProgram } from '../resources/pulumi-resources.ts';
import { rereadInside } from './reread-inside.ts';

export interface Changed {
  readonly change: TextChange;
  /** The text after the change. */
  readonly after: SlicedText;
  readonly options: Omit<ReadOptions, 'previous'>;
}

/** The file after the change. Long Lists are read by item. Never fails. */
export function rereadFile(path: string, file: SourceFile, changed: Changed): SourceFile {
  const readable = (readableOf(file).last ??= readableBeside(path, file, changed));
  const earlier = readable && since(readable, changed);
  const inside =
    rereadOne(path, { file, changes: [changed.change] }, changed) ?? (earlier && rereadOne(path, earlier, changed));
  if (inside) return inside;
  const touched = touchedDocuments(path, file, changed.change);
  const columns = touched && rereadAround(documentColumns(file), touched, changed);
  if (columns) {
    const edited = new EditedFile(columns);
    knownOf(edited).isUnbound = true;
    return edited;
  }
  const { change, after, options } = changed;
  const read = readFile(path, after.text, { ...options, isByItem: true, previous: file, change });
  if (!hasDivided(read)) readableOf(read).last = earlier ?? lastOf(file, change);
  return read;
}

/** An earlier version of a file, and how its text differs. */
interface Earlier {
  readonly file: SourceFile;
  readonly changes: Changes;
}

/**
 * The last version in which a long list was divided. A line that is being typed makes the text unreadable; what follows is
 * read on the basis of that version.
 */
const readableOf = attachment((_file: SourceFile): { last: Earlier | undefined } => ({ last: undefined }));

/** For a text that had syntax errors when it was opened: the text without their lines. */
function readableBeside(path: string, file: SourceFile, { change, options }: Changed): Earlier | undefined {
  const { documents, starts } = documentColumns(file);
  const own = indexAt(starts, change.start);
  const [document, from = 0] = [documents[own], starts[own]];
  const isNamed = typeof options.isPartial === 'string' || isReadByName(path);
  if (!document || document.issues.length === 0 || isNamed || documents.length > 3 || !mayBeDivided(document))
    return undefined;
  const { text } = document;
  const lines = linesOfIssues(document);
  const without = lines.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  if (!readPlain(without, 'kubernetes').isRead) return undefined;
  const whole = file.text.slice(0, from) + without + file.text.slice(from + text.length);
  const other = readFile(path, whole, { ...options, isByItem: true });
  // From above, so that each line is inserted where it is now.
  const changes = lines.reduce<Changes>((all, { start, end }) => {
    return withChange(all, { start: from + start, end: from + start, length: end - start });
  }, []);
  return hasDivided(other) ? { file: other, changes } : undefined;
}

function linesOfIssues({ text, issues }: Document): readonly Span[] {
  const starts = [...new Set(issues.map(({ span }) => lineStartAt(text, span.start)))].toSorted((a, b) => a - b);
  return starts.map((start) => ({ start, end: nextLineAt(text, start) }));
}

/** True if there are enough dashes for a long list. */
function mayBeDivided({ syntax, form, text }: Document): boolean {
  if (syntax !== 'yaml' || form !== 'kubernetes') return false;
  const dash = /^ *-[ \r\n]/gm;
  for (let count = 0; count < longSequence; count++) if (!dash.test(text)) return false;
  return true;
}

function lastOf(file: SourceFile, change: TextChange): Earlier | undefined {
  return hasDivided(file) ? { file, changes: [change] } : undefined;
}

/** Many changes are searched for as one. */
function since({ file, changes }: Earlier, { change }: Changed): Earlier {
  const all = withChange(changes, change);
  const one = all.length > mostChanges ? aroundAll(all) : undefined;
  return { file, changes: one ? [one] : all };
}

/** With more changes, a shortened text is not much shorter. */
const mostChanges = 32;

function hasDivided(file: SourceFile): boolean {
  return documentsOf(file).some(({ root }) => root !== undefined && dividedListsIn(root).length > 0);
}

/** The file after a change in the items of a long list; undefined for any other change. */
function rereadOne(path: string, earlier: Earlier, { after, options }: Changed): SourceFile | undefined {
  const { file, changes } = earlier;
  const whole = aroundAll(changes);
  if (!whole || typeof options.isPartial === 'string' || isReadByName(path)) return undefined;
  const { documents, starts } = documentColumns(file);
  const own = indexAt(starts, whole.start);
  const [document, start = 0] = [documents[own], starts[own]];
  const made = document && rereadInside(document, start, changes, after);
  if (!made) return undefined;
  const growth = growthOf(whole);
  const edited = new EditedFile({
    documents: spliced(documents, { start: own, before: own + 1 }, [made]),
    starts: starts.map((each, i) => (i > own ? each + growth : each)),
  });
  knownOf(edited).isUnbound = knownOf(file).isUnbound;
  // The next change is read on the basis of the last text without a syntax error.
  if (made.issues.length > 0) readableOf(edited).last = earlier;
  return edited;
}

/** True for a file whose name decides how it is read. */
function isReadByName(path: string): boolean {
  return isNamedProgram(path) || isChartValues(path) || isNamedAsPatch(path);
}

/** A class: V8 keeps the getters of an object literal, and all they reference, until a full garbage collection. */
class EditedFile implements SourceFile {
  readonly columns: Columns;
  #parts: SourceFile['parts'] | undefined;
  #text: string | undefined;

  constructor(columns: Columns) {
    this.columns = columns;
  }

  get parts(): SourceFile['parts'] {
    const { documents, starts } = this.columns;
    return (this.#parts ??= documents.map((document, i) => ({ start: starts[i] ?? 0, document })));
  }

  get text(): string {
    return (this.#text ??= this.columns.documents.map(({ text }) => text).join(''));
  }
}

interface Touched {
  readonly first: number;
  readonly last: number;
  /** True if the last one is behind the change and must stay the same. */
  readonly hasContext: boolean;
}

/** The documents that the change touches, and adjacent ones whose form it may change. Undefined for all documents. */
function touchedDocuments(path: string, file: SourceFile, { start, end }: TextChange): Touched | undefined {
  const { documents, starts } = documentColumns(file);
  if (documents.length < 4 || isReadByName(path) || hasBound(file)) return undefined;
  const own = indexAt(starts, start);
  const last = indexAt(starts, end);
  const first = isInHead(documents[own], start - (starts[own] ?? 0)) ? Math.max(0, own - 1) : own;
  const next = documents[last + 1]?.role;
  const role = documents[first]?.role;
  const isAlike = role !== 'frame' && documents.slice(first, last + 1).every((each) => each.role === role);
  // A document before the frame of a List may become part of the frame.
  if (!isAlike || (next === 'frame' && role === 'document')) return undefined;
  return next === role ? { first, last: last + 1, hasContext: true } : { first, last, hasContext: false };
}

/** True for an offset in the head of a document: the line with the marker or dash, and the comments above it. */
function isInHead(document: Document | undefined, offset: number): boolean {
  if (!document) return false;
  const above = /^(?:[ \t]*(?:#.*)?\r?\n)*/.exec(document.text)?.[0].length ?? 0;
  const end = document.text.indexOf('\n', above);
  return end < 0 || offset <= end;
}

/** Cached per file, so that not every keystroke searches for documents that depend on others. */
const knownOf = attachment((_file: SourceFile) => ({ isUnbound: false }));

function hasBound(file: SourceFile): boolean {
  const known = knownOf(file);
  known.isUnbound ||= !documentsOf(file).some(isBoundToOthers);
  return !known.isUnbound;
}

/**
 * A program's document depends on those before it, the end of a JSON value on how it is parsed, and an open template
 * action on the braces below it. A block of a template may go on in the next one.
 */
function isBoundToOthers({ form, syntax, text }: Document): boolean {
  return form === 'pulumi' || syntax === 'json' || hasOpenAction(text) || !isBalanced(text);
}

function rereadAround(
  { documents, starts }: Columns,
  { first, last, hasContext }: Touched,
  { change, after, options }: Changed,
): Columns | undefined {
  const shift = growthOf(change);
  const from = starts[first] ?? 0;
  const text = after.slice(from, endOf({ documents, starts }, last) + shift);
  const isItem = documents[first]?.role === 'item';
  const cuts = isItem ? recutItems({ start: from, text }) : recutDocuments(text, from);
  if (!cuts || !mayConcern(text)) return undefined;
  const isLast = last + 1 === documents.length;
  // If no unchanged document follows, the region must end with a whole line.
  const isApart = hasContext ? cuts.at(-1)?.text === documents[last]?.text : isLast || text.endsWith('\n');
  if (!isApart || (isItem && !isStillLong({ documents, starts }, first, shift))) return undefined;
  const known = new Map(documents.slice(first, last + 1).map((document) => [document.text, document]));
  const reader = partReader(known, { isPartial: options.isPartial, isNamedProgram: false });
  const made = cuts.map((each) => reader(each).document);
  if (made.some(isBoundToOthers)) return undefined;
  const behind = starts.subarray(last + 1).map((start) => start + shift);
  const moved = new Int32Array(first + made.length + behind.length);
  moved.set(starts.subarray(0, first));
  moved.set(
    cuts.map(({ start }) => start),
    first,
  );
  moved.set(behind, first + made.length);
  return { documents: spliced(documents, { start: first, before: last + 1 }, made), starts: moved };
}

function recutDocuments(text: string, from: number): readonly Cut[] | undefined {
  // A brace starts JSON only at the start of a file.
  if (isJson(text)) return undefined;
  return cutByItem(text).map((each) => ({ ...each, start: each.start + from }));
}

function endOf({ documents, starts }: Columns, index: number): number {
  return (starts[index] ?? 0) + (documents[index]?.text.length ?? 0);
}

/** True if the item's List is still long enough to be read by item. */
function isStillLong(columns: Columns, index: number, shift: number): boolean {
  const { documents, starts } = columns;
  const least = longList - shift;
  let low = index;
  while (documents[low]?.role === 'item' && endOf(columns, index) - (starts[low] ?? 0) < least) low--;
  const isShort = (last: number): boolean => endOf(columns, last) - (starts[low] ?? 0) < least;
  let high = index;
  while (documents[high + 1]?.role === 'item' && isShort(high)) high++;
  return !isShort(isTail(documents, high + 1) ? high + 1 : high);
}

/** A frame that does not start a List itself. */
function isTail(documents: readonly Document[], index: number): boolean {
  return documents[index]?.role === 'frame' && documents[index + 1]?.role !== 'item';
}
