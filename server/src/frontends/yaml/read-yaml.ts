/**
 * Reads one YAML document into the located tree. Never fails; the issues report what could not be read. The `yaml`
 * package reads what the fast reader declines.
 */
import { quote } from '../../text/quote.ts';
import { lineEndAt, lineStartAt } from '../../text/line.ts';
import { trailingStart } from '../../text/trailing.ts';
import type { Anchor, Form, Issue, ReadingRemark } from '../../tree/document.ts';
import { childrenOf, type Value } from '../../tree/value.ts';
import { mask, type TemplateLine } from '../template.ts';
import { characterIssues } from './go-yaml.ts';
import { aliasBudget, weigh } from './alias.ts';
import { convertNode, unprintable, type YamlConversion } from './convert-nodes.ts';
import { withFlowOnOneLine } from './flow.ts';
import { longQuoteAt, withLongQuote } from './long-quote.ts';
import { respelled, withLineFeeds } from './line-breaks.ts';
import { isMap, parseYaml, type Parsed } from './parse.ts';
import { readPlain } from './plain-reader.ts';
import type { KnownBlocks } from './plain-blocks.ts';
import { openTemplates } from './plain-templates.ts';
import { syntaxMessage } from './syntax-message.ts';

export interface YamlRead {
  readonly root: Value | undefined;
  readonly issues: readonly Issue[];
  readonly remarks: readonly ReadingRemark[];
  readonly anchors: readonly Anchor[];
  /** The root as the fast reader has read it, before template lines were applied; undefined where it has declined. */
  readonly plainRoot?: Value | undefined;
}

interface Source {
  readonly form: Form;
  readonly templateLines: readonly TemplateLine[];
  readonly isFast: boolean;
  readonly known?: KnownBlocks | undefined;
}

/**
 * The tree of one document. Spans are relative to `text`, in which templates are already masked. With known blocks, long
 * lists are divided (see `tree/item-blocks.ts`).
 */
export function readYaml(
  text: string,
  form: Form,
  templateLines: readonly TemplateLine[],
  known?: KnownBlocks,
): YamlRead {
  return readLines(text, { form, templateLines, isFast: true, known });
}

/** The same with the `yaml` package only. */
export function readAnyYaml(text: string, form: Form, templateLines: readonly TemplateLine[]): YamlRead {
  return readLines(text, { form, templateLines, isFast: false });
}

function readLines(text: string, source: Source): YamlRead {
  const lines = withLineFeeds(text);
  const result = read(lines, lines === text ? source : { ...source, known: undefined }, 0);
  return result.root && lines !== text ? { ...result, root: respelled(result.root, text) } : result;
}

/** The maximum number of unclosed quotes to recover from. A text with more is not YAML. */
const mostQuotes = 10;

/** From this number on, no quote is handled. */
const lastQuote = 2 * mostQuotes;

/** Reads a text in which this many unclosed quotes are masked. From `mostQuotes` on, only quotes over several lines are read. */
function read(text: string, source: Source, quotes: number): YamlRead {
  return readFast(text, source, quotes) ?? readParsed(text, source, quotes);
}

/** Undefined if the fast reader declines. */
function readFast(text: string, source: Source, quotes: number): YamlRead | undefined {
  if (!source.isFast) return undefined;
  // Where a quote is masked, the text is another one.
  const { isRead, root, openQuote } = readPlain(text, source.form, quotes === 0 ? source.known : undefined);
  if (isRead) return plainRead(root, source, text);
  if (openQuote < 0 || quotes >= lastQuote) return undefined;
  return readPastQuote(text, openQuote, quotes, (other, count) => readFast(other, source, count));
}

function readParsed(text: string, source: Source, quotes: number): YamlRead {
  const parsed = parseYaml(text);
  const joined = parsed.isFlowCut ? readJoined(text, source, quotes) : undefined;
  if (joined) return joined;
  const above = readAbove(text, source, parsed);
  if (above) return above;
  const { openQuote } = parsed;
  const past =
    openQuote === undefined || quotes >= lastQuote
      ? undefined
      : readPastQuote(text, openQuote, quotes, (other, count) =>
          // The fast reader has declined what it gets when quotes are read with all their lines.
          count < mostQuotes ? read(other, source, count) : readParsed(other, source, count),
        );
  return past ?? readNodes(text, source, parsed);
}

/**
 * Reads a document whose first line is indented deeper than a later line, or one in flow style with more behind its last
 * bracket. go-yaml ends the document there and ignores the rest. Undefined for any other text.
 */
function readAbove(text: string, source: Source, { contents, issues: [issue] }: Parsed): YamlRead | undefined {
  const [rootStart, rootEnd] = contents?.range ?? [];
  if (!issue || rootStart === undefined || rootEnd === undefined || source.form === 'pulumi' || text.includes(mask))
    return undefined;
  const isFlow = isMap(contents) && contents.flow === true && rootEnd <= issue.span.start;
  const start = isFlow ? issue.span.start : contentLine(text, issue.span.start);
  const indent = isFlow ? 0 : indentAt(text, start);
  const isBelow = !isFlow && indent >= indentAt(text, lineStartAt(text, rootStart));
  // go-yaml still reads the first token of the rest.
  const isToken = issue.span.start <= start + indent && /[^\t@`%"'|>]/.test(text[start + indent] ?? '');
  if (start <= rootStart || isBelow || !isToken || characterIssues(text).length > 0) return undefined;
  const above = read(text.slice(0, start), source, lastQuote);
  const end = lineEndAt(text, start);
  const remark: ReadingRemark = { what: 'ignored-text', span: { start: start + indent, end }, written: '' };
  const isObject = above.issues.length === 0 && above.root?.kind === 'mapping';
  return isObject ? { ...above, remarks: [...above.remarks, remark] } : undefined;
}

/** The start of the line at the offset, or of the next one that has more than a comment. */
function contentLine(text: string, offset: number): number {
  const blank = /(?:[ \t]*(?:#[^\n]*)?\r?\n)*/y;
  blank.lastIndex = lineStartAt(text, offset);
  blank.test(text);
  return Math.max(blank.lastIndex, lineStartAt(text, offset));
}

/** The blanks at the start of a line. A byte order mark has no width. */
function indentAt(text: string, start: number): number {
  const blanks = /\uFEFF?( *)/y;
  blanks.lastIndex = start;
  return blanks.exec(text)?.[1]?.length ?? 0;
}

/** Reads with every flow collection on one line; undefined if that does not help. */
function readJoined(text: string, source: Source, quotes: number): YamlRead | undefined {
  const joined = withFlowOnOneLine(text);
  // Without masking, or each unclosed quote doubles the work.
  const result = joined === text ? undefined : read(joined, source, Math.max(quotes, mostQuotes));
  if (!result?.root || result.issues.length > 0) return undefined;
  const root = respelled(result.root, text);
  return hasLongKey(root, text) ? undefined : { ...result, root };
}

function plainRead(root: Value | undefined, { templateLines }: Source, text: string): YamlRead {
  const opened = root && openTemplates(root, templateLines, text);
  return { root: opened, issues: [], remarks: [], anchors: [], plainRoot: root };
}

/** True for a key over several lines with a colon, which go-yaml rejects. */
function hasLongKey(value: Value, text: string): boolean {
  if (value.kind !== 'mapping') return childrenOf(value).some((child) => hasLongKey(child, text));
  return value.entries.some(
    (entry) =>
      (entry.keyText.includes('\n') && /^[ \t]*:/.test(text.slice(entry.key.end, entry.value.span.start + 1))) ||
      hasLongKey(entry.value, text),
  );
}

function readNodes(text: string, { form, templateLines }: Source, { contents, issues, anchors }: Parsed): YamlRead {
  const isBroken = issues.length > 0;
  const budget = aliasBudget();
  const reading: YamlConversion = {
    text,
    form,
    templateLines,
    isBroken,
    issues,
    remarks: [],
    unprintable: [],
    anchors: new Map(),
    budget,
  };
  const root = contents ? convertNode(contents, reading, { start: 0, end: text.length }) : undefined;
  // Without copies there is nothing to count.
  if (root && budget.copied > 0 && budget.isExceeded(weigh(root, budget))) {
    const message = 'The aliases of this document expand to far more than is written. Write the values out.';
    issues.push({ span: root.span, message });
    return { root: undefined, issues, remarks: reading.remarks, anchors };
  }
  if (root && reading.unprintable.length > 0) issues.push(...unprintableIssues(root, text));
  return { root, issues, remarks: reading.remarks, anchors };
}

/** The numbers that JSON does not have, except those that a later entry of the same name overwrites. */
function unprintableIssues(value: Value, text: string): Issue[] {
  if (value.kind === 'opaque' && value.why === unprintable) {
    const span = value.origin ?? value.span;
    const number = quote(text.slice(span.start, span.end));
    return [
      { span, message: `${number} reads as a number that JSON does not have. Put it in quotes if it is a text.` },
    ];
  }
  if (value.kind !== 'mapping') return childrenOf(value).flatMap((child) => unprintableIssues(child, text));
  const effective = new Map(value.entries.map((entry) => [entry.name, entry.value]));
  return [...effective.values()].flatMap((child) => unprintableIssues(child, text));
}

/**
 * Reads the quoted scalar with all its lines if that makes the text readable. Otherwise masks the rest of its first line,
 * except closing brackets, so lines below keep their meaning.
 */
function readPastQuote(
  text: string,
  at: number,
  quotes: number,
  readOther: (other: string, quotes: number) => YamlRead | undefined,
): YamlRead | undefined {
  // Once a quote is masked, the text is broken anyway, so only this one is tried.
  const next = quotes > 0 && quotes < mostQuotes ? lastQuote : Math.max(quotes + 1, mostQuotes);
  const long = longQuoteAt(text, at, next - mostQuotes);
  const whole = long && readOther(long.filled, next);
  if (long && !whole) return undefined;
  const root = long && whole?.root && whole.issues.length === 0 && withLongQuote(whole.root, long, text);
  if (whole && root) return { ...whole, root };
  if (quotes >= mostQuotes) return undefined;
  const line = /[\r\n]/g;
  line.lastIndex = at;
  const lineEnd = line.exec(text)?.index ?? text.length;
  const end = Math.max(at + 1, trailingStart(text, ']}, \t', at, lineEnd));
  const masked = readOther(text.slice(0, at) + mask.repeat(end - at) + text.slice(end), quotes + 1);
  const quote: Issue = { span: { start: at, end }, message: syntaxMessage('MISSING_CHAR', 'quote') };
  return masked && { ...masked, issues: [quote, ...masked.issues] };
}
