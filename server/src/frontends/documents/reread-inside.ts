/**
 * Reads a document again after a change in the items of a long list. Everything that is found by searching the text is the
 * same, because neither the old nor the new lines have a sign of it. Declines other changes, and other documents.
 */
import { lineStartAt } from '../../text/line.ts';
import { aroundAll, shiftAt, type Changes } from '../../text/changes.ts';
import { growthOf, type TextChange } from '../../text/edit.ts';
import type { SlicedText } from '../../text/long-text.ts';
import { attachment } from '../../text/memo.ts';
import type { Document } from '../../tree/document.ts';
import { itemBlocks, keepFrame, keepFrameWithError } from '../../tree/item-blocks.ts';
import { entryOf, type Mapping, type Value } from '../../tree/value.ts';
import { programToken } from '../concern.ts';
import { rereadJson } from '../json/reread-json.ts';
import { namesOurType } from '../resources/pulumi-resources.ts';
import { isForeignTemplate, maskJsonTemplates, maskTemplates } from '../template.ts';
import { hasOtherBreak } from '../yaml/line-breaks.ts';
import { KnownBlocks } from '../yaml/plain-blocks.ts';
import { readPlain } from '../yaml/plain-reader.ts';
import { dividedListsIn } from './divided-lists.ts';
import { rereadBroken, type BrokenRead } from './reread-broken.ts';
import { isCertain, unreadIssues } from './unread-issues.ts';

/** The document that starts at the offset, after the change of the file. Equal to the document that is read anew. */
export function rereadInside(
  document: Document,
  from: number,
  whole: Changes,
  after: SlicedText,
): Document | undefined {
  const { root, text: before } = document;
  const changes = whole.map((each) => ({ ...each, start: each.start - from, end: each.end - from }));
  const change = aroundAll(changes);
  // A change at an end may join documents.
  if (!change || root?.kind !== 'mapping' || change.start <= 0 || change.end >= before.length) return undefined;
  if (dividedListsIn(root).length === 0) return undefined;
  const text = after.slice(from, from + before.length + growthOf(change));
  if (!changes.every((each) => isQuiet(before, text, each, changes)) || !isPlainObject(document)) return undefined;
  if (document.syntax === 'json') return withItems(document, text, rereadJson(root, change, text));
  const { isRead, root: read } = readPlain(text, 'kubernetes', KnownBlocks.after(root, change));
  if (!isRead) return withError(document, text, rereadBroken({ root, text: before }, changes, text));
  return withItems(document, text, read);
}

/** True where neither the lines before the change nor those after it have a sign. */
function isQuiet(before: string, text: string, { start, end, length }: TextChange, changes: Changes): boolean {
  const made = start + shiftAt(changes, start);
  return !hasSign.test(linesAt(before, start, end)) && !hasSign.test(linesAt(text, made, made + length));
}

/** The document with other items in its divided lists. */
function withItems(document: Document, text: string, read: Value | undefined): Document | undefined {
  if (read?.kind !== 'mapping' || !document.root || !hasSameFrame(document.root, read)) return undefined;
  const made = withRoot(document, text, read);
  keepPlain(document, made);
  keepFrame(document, made);
  return made;
}

/** The document with a syntax error that the change has made. */
function withError(document: Document, text: string, read: BrokenRead | undefined): Document | undefined {
  if (!read || !document.root || !hasSameFrame(document.root, read.root)) return undefined;
  const issues = unreadIssues(document, { ...read, masked: text });
  if (!isCertain(issues, { text }, { masked: text, ...read })) return undefined;
  const made = { ...withRoot(document, text, read.root), issues };
  keepFrameWithError(document, made, read.isOpen ? 'open' : 'quote');
  return made;
}

/** The whole lines around the span, with their line breaks. */
function linesAt(text: string, start: number, end: number): string {
  const lineFeed = text.indexOf('\n', end);
  return text.slice(lineStartAt(text, start), lineFeed < 0 ? text.length : lineFeed + 1);
}

/**
 * Signs of templates, placeholders, directives, program tokens, volumes, document markers and ignores, and line
 * breaks that readers treat differently. A line without indentation or dash is no part of a list.
 */
const hasSign =
  /^[^\s-]|---|\.\.\.|[$<%@\\\uE000\u0085\u2028\u2029\uFEFF]|[^\P{Cc}\t\r\n]|\r(?!\n)|\{[{#]|#\{|[}#]\}|\[\[|\(\(|__|ENC\[|CHANGE|REPLACE|TODO|FIXME|TBD|PLACEHOLDER|YOUR|ignore|glusterfs|(?:kubernetes|provider):/mu;

const plainnessOf = attachment((_document: Document): { isPlain: boolean | undefined } => ({ isPlain: undefined }));

/** Searching the text takes long, so the answer is kept. */
function isPlainObject(document: Document): boolean {
  return (plainnessOf(document).isPlain ??= isOnlyObject(document) && isWithoutSigns(document));
}

function keepPlain(before: Document, after: Document): void {
  plainnessOf(after).isPlain = plainnessOf(before).isPlain;
}

/** True for a document that is one object, read without a remark. */
function isOnlyObject(document: Document): boolean {
  const { resources, neighbours, misnamed, issues, ignores, remarks, anchors, references } = document;
  const [only] = resources;
  const rest = [neighbours, misnamed, issues, ignores, remarks, anchors, references];
  const isOrdinary =
    document.syntax !== 'code' && document.form === 'kubernetes' && document.role === 'document' && !document.blocks;
  const isOwn = only?.properties === document.root && !only?.written && !only?.envelope && !only?.embedding;
  const isRead = document.unreadLanguage === undefined && !document.jsonPatches && !document.chartValues;
  return isOrdinary && isOwn && isRead && resources.length === 1 && rest.every(({ length }) => length === 0);
}

function isWithoutSigns({ text, syntax }: Document): boolean {
  return (
    !/\{\{|<<|endpoints:[ \t]*ignore/.test(text) &&
    !hasOtherBreak(text) &&
    !programToken.test(text) &&
    !namesOurType(text) &&
    !isForeignTemplate(text) &&
    (syntax === 'json' ? maskJsonTemplates(text, 'kubernetes') : maskTemplates(text, 'kubernetes').text) === text
  );
}

/** True where the values differ only in places, and in the items of divided lists. */
function hasSameFrame(a: Value, b: Value): boolean {
  if (a.kind === 'mapping') return b.kind === 'mapping' && a.style === b.style && hasSameEntries(a, b);
  if (a.kind === 'sequence') {
    if (b.kind !== 'sequence' || a.style !== b.style) return false;
    if (itemBlocks(a)) return itemBlocks(b) !== undefined;
    return (
      !itemBlocks(b) && a.items.length === b.items.length && a.items.every((item, i) => isSameFrameAs(item, b.items[i]))
    );
  }
  return a.kind === 'scalar' && b.kind === 'scalar' && a.value === b.value && a.text === b.text;
}

function isSameFrameAs(a: Value, b: Value | undefined): boolean {
  return b !== undefined && hasSameFrame(a, b);
}

function hasSameEntries({ entries }: Mapping, { entries: others }: Mapping): boolean {
  return (
    entries.length === others.length &&
    entries.every((entry, i) => {
      const other = others[i];
      return other?.keyText === entry.keyText && other.name === entry.name && hasSameFrame(entry.value, other.value);
    })
  );
}

/** The document with the object in its new text. */
function withRoot(document: Document, text: string, root: Mapping): Document {
  const resources = document.resources.map((resource) => ({
    ...resource,
    properties: root,
    span: root.span,
    head: entryOf(root, 'kind')?.value.span ?? resource.head,
  }));
  return { ...document, text, root, resources };
}
