/**
 * Reads a document again after a change in the items of a long list. Everything that is found by searching the text is the
 * same, because neither the old nor the new lines have a sign of it. Declines other changes, and other documents.
 */
import { lineStartAt, nextLineAt } from '../../text/line.ts';
import { aroundAll, movedSpan, type Changes } from '../../text/changes.ts';
import { growthOf, type TextChange } from '../../text/edit.ts';
import type { SlicedText } from '../../text/long-text.ts';
import { attachment } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import { hasOpenAction, isBalanced } from '../../text/template-actions.ts';
import type { Document } from '../../tree/document.ts';
import { itemBlocks, keepFrame, keepFrameWithError } from '../../tree/item-blocks.ts';
import { entryOf, type Mapping, type Value } from '../../tree/value.ts';
import { programToken } from '../concern.ts';
import { rereadJson } from '../json/reread-json.ts';
import { namesOurType } from '../resources/pulumi-resources.ts';
import { placeholderPatterns } from '../placeholders.ts';
import { countPlaceholders } from '../resources/opaque.ts';
import { hasBlockScalar, isForeignTemplate, maskJsonTemplates, maskTemplates } from '../template.ts';
import { hasOtherBreak } from '../yaml/line-breaks.ts';
import { KnownBlocks } from '../yaml/plain-blocks.ts';
import { readPlain } from '../yaml/plain-reader.ts';
import { dividedListsIn, isInList } from './divided-lists.ts';
import { rereadBroken, type BrokenRead } from './reread-broken.ts';
import { rereadTemplate, type EarlierTemplate } from './reread-template.ts';
import { keepReading, templateReading, type TemplateReading } from './template-reading.ts';
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
  const reading = templateReading(document);
  if (reading) {
    const changed = changedLines(before, text, change, [change]);
    return rereadInTemplate(document, { root, reading, text: before }, { change, changed, text });
  }
  const changed = changes.flatMap((each) => changedLines(before, text, each, changes));
  if (changed.some((lines) => hasSign.test(lines)) || !isPlainObject(document)) return undefined;
  if (document.syntax === 'json') return withItems(document, text, rereadJson(root, change, text));
  const earlier = { root, text: before, masked: before };
  const { isRead, root: read } = readPlain(text, 'kubernetes', KnownBlocks.after(earlier, change));
  if (!isRead) return withError(document, text, rereadBroken({ root, text: before }, changes, text));
  return withItems(document, text, read);
}

/** The whole lines around one of the changes, before and after it. */
function changedLines(before: string, text: string, change: TextChange, changes: Changes): readonly string[] {
  return [linesAt(before, change), linesAt(text, movedSpan(change, changes))];
}

/** The document with other items in its divided lists. */
function withItems(document: Document, text: string, read: Value | undefined): Document | undefined {
  if (read?.kind !== 'mapping' || !document.root || !hasSameFrame(document.root, read)) return undefined;
  return keepAll(document, withRoot(document, text, read));
}

function keepAll(before: Document, after: Document): Document {
  keepPlain(before, after);
  keepFrame(before, after);
  return after;
}

/** The same for a template. */
function rereadInTemplate(
  document: Document,
  before: EarlierTemplate,
  {
    change,
    changed,
    text,
  }: { readonly change: TextChange; readonly changed: readonly string[]; readonly text: string },
): Document | undefined {
  const isQuiet = changed.every((lines) => !lines.includes('`') && !hasSign.test(withoutActions(lines)));
  const isInDivided = dividedListsIn(before.root).some((list) => isInList(list, change));
  if (!isQuiet || !isInDivided || !isSimpleTemplate(document, before.reading)) return undefined;
  const read = rereadTemplate(before, change, text);
  if (!read || !hasSameFrame(before.reading.root, read.reading.root, { before: before.text, after: text }))
    return undefined;
  const made = withRoot(document, text, read.root);
  const placeholderCount = countPlaceholders(made.resources, text);
  return keepAll(document, keepReading({ ...made, placeholderCount }, read.reading));
}

/** The lines without the braces of actions, and without what is a sign elsewhere only. */
function withoutActions(lines: string): string {
  return lines.replaceAll(/\{\{(?=[-\s\w.$"(/}])([^{}\n]*)\}\}/g, (_, code: string) =>
    code.replaceAll(/\$|%(?=[a-z])/g, ''),
  );
}

/** True for an object in a template whose lines read the same whatever is on lines far from them. */
function isSimpleTemplate(document: Document, { masked }: TemplateReading): boolean {
  const known = plainnessOf(document);
  const { text } = document;
  return (known.isPlain ??=
    isOnlyObject(document) &&
    !/<<|endpoints:[ \t]*ignore|`/.test(text) &&
    !hasOtherBreak(text) &&
    !programToken.test(text) &&
    !namesOurType(text) &&
    !isForeignTemplate(text) &&
    !hasOpenAction(text) &&
    isBalanced(text) &&
    !hasBlockScalar(masked) &&
    placeholderPatterns(masked, 'kubernetes').length === 0);
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
function linesAt(text: string, { start, end }: Span): string {
  return text.slice(lineStartAt(text, start), nextLineAt(text, end));
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

/** The texts of two trees. */
interface Texts {
  readonly before: string;
  readonly after: string;
}

/** True where the values differ only in places, and in the items of divided lists. Templates are compared as they are written. */
function hasSameFrame(a: Value, b: Value, texts?: Texts): boolean {
  if (a.kind === 'mapping') return b.kind === 'mapping' && a.style === b.style && hasSameEntries(a, b, texts);
  if (a.kind === 'sequence') {
    if (b.kind !== 'sequence' || a.style !== b.style) return false;
    // A syntax error opens every collection.
    if (itemBlocks(a)) return itemBlocks(b) !== undefined && (!texts || a.isOpen === b.isOpen);
    return (
      !itemBlocks(b) &&
      a.items.length === b.items.length &&
      a.items.every((item, i) => isSameFrameAs(item, b.items[i], texts))
    );
  }
  if (a.kind === 'opaque') return b.kind === 'opaque' && a.why === b.why && isSameText(a.span, b.span, texts);
  return b.kind === 'scalar' && a.value === b.value && a.text === b.text;
}

function isSameFrameAs(a: Value, b: Value | undefined, texts: Texts | undefined): boolean {
  return b !== undefined && hasSameFrame(a, b, texts);
}

function hasSameEntries({ entries }: Mapping, { entries: others }: Mapping, texts: Texts | undefined): boolean {
  return (
    entries.length === others.length &&
    entries.every((entry, i) => {
      const other = others[i];
      return (
        other?.keyText === entry.keyText &&
        other.name === entry.name &&
        (!entry.isOpaqueKey || isSameText(entry.key, other.key, texts)) &&
        hasSameFrame(entry.value, other.value, texts)
      );
    })
  );
}

/** False for a text without templates. */
function isSameText(a: Span, b: Span, texts: Texts | undefined): boolean {
  return texts !== undefined && texts.before.slice(a.start, a.end) === texts.after.slice(b.start, b.end);
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
