/**
 * The adapter to the `yaml` package, the only file that imports it: one document's text to the located tree.
 * Reading never fails; what could not be read is among the issues. Scalars are resolved by `scalar.ts`, not by the package.
 */
import { Composer, isAlias, isMap, isScalar, isSeq, Lexer, Parser } from 'yaml';
import type { CST, Document as YamlDocument, Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import type { Span } from '../../text/span.ts';
import type { Form, Issue, Remark } from '../../tree/document.ts';
import type { Entry, Mapping, Scalar, Sequence, Value } from '../../tree/value.ts';
import { mask } from '../template.ts';
import type { TemplateLine } from '../template.ts';
import { addAliased, aliasBudget, respan, weigh } from './alias.ts';
import type { AliasBudget } from './alias.ts';
import { goYamlIssues } from './go-yaml.ts';
import type { Lexeme } from './go-yaml.ts';
import { isUnprintable, keyName, resolvePlain, resolveTagged } from './scalar.ts';
import { syntaxMessage } from './syntax-message.ts';

export interface YamlRead {
  readonly root: Value | undefined;
  readonly issues: readonly Issue[];
  readonly remarks: readonly Remark[];
}

/** No resource of ours nests deeper than ten; past this the text is not looked into. */
const deepest = 500;

/** The tree of one document. Spans are relative to `text`, whose templates are masked already. */
export function readYaml(text: string, form: Form, templateLines: readonly TemplateLine[]): YamlRead {
  const { tokens, lexemes } = tokenize(text);
  const tooDeep = depthIssue(tokens);
  if (tooDeep) return { root: undefined, issues: [tooDeep], remarks: [] };
  const documents = [...new Composer(composerOptions).compose(tokens, true, text.length)];
  const document = documents.find((candidate) => candidate.contents !== null) ?? documents[0];
  const issues = documents.flatMap((candidate) => syntaxIssues(candidate, text));
  const unclosed = issues.length > 0 && document ? unclosedQuote(document, text) : undefined;
  if (unclosed !== undefined) return readPastQuote(text, unclosed, form, templateLines);
  const reading: Reading = { text, form, templateLines, issues, remarks: [], anchors: new Map(), budget: aliasBudget() };
  issues.push(...goYamlIssues(text, lexemes));
  const contents = document?.contents;
  const root = contents ? convert(contents as Node, reading, { start: 0, end: text.length }) : undefined;
  if (root && reading.budget.isExceeded(weigh(root, reading.budget))) {
    issues.push({ span: root.span, message: 'The aliases of this document expand to far more than is written. Write the values out.' });
    return { root: undefined, issues, remarks: reading.remarks };
  }
  return { root, issues, remarks: reading.remarks };
}

/** One pass of the lexer serves the parser and the checks of `go-yaml.ts`. */
function tokenize(text: string): { tokens: CST.Token[]; lexemes: Lexeme[] } {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const lexemes: Lexeme[] = [];
  let offset = 0;
  let isScalar = false;
  for (const source of new Lexer().lex(text)) {
    tokens.push(...parser.next(source));
    const isMark = source === '\u0002' || source === '\u0018' || source === '\u001f';
    if (!isMark) {
      lexemes.push({ offset, source, isScalar });
      offset += source.length;
    }
    isScalar = source === '\u001f';
  }
  tokens.push(...parser.end());
  return { tokens, lexemes };
}

const composerOptions = {
  schema: 'failsafe',
  uniqueKeys: false,
  merge: false,
  version: '1.1',
  strict: true,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

interface Reading {
  readonly text: string;
  readonly form: Form;
  readonly templateLines: readonly TemplateLine[];
  readonly issues: Issue[];
  readonly remarks: Remark[];
  readonly anchors: Map<string, Value>;
  readonly budget: AliasBudget;
}

/** An open quote ends with its line: it is masked, so that the lines below keep their meaning, and read again. */
function readPastQuote(text: string, at: number, form: Form, lines: readonly TemplateLine[]): YamlRead {
  const { root, issues, remarks } = readYaml(`${text.slice(0, at)}${mask}${text.slice(at + 1)}`, form, lines);
  const quote: Issue = { span: { start: at, end: lineEndAt(text, at) }, message: syntaxMessage('MISSING_CHAR', 'quote') };
  return { root, issues: [quote, ...issues], remarks };
}

/** The first quoted scalar that runs over a line end, in a document with errors; -1 never, undefined where there is none. */
function unclosedQuote(document: YamlDocument, text: string): number | undefined {
  const stack: unknown[] = [document.contents];
  let first: number | undefined;
  while (stack.length > 0) {
    const node = stack.pop();
    if (isMap(node)) for (const pair of node.items) stack.push(pair.key, pair.value);
    else if (isSeq(node)) stack.push(...node.items);
    else if (isScalar(node) && node.range && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE')) {
      const [start, end] = node.range;
      if (/[\r\n]/.test(text.slice(start, end)) && (first === undefined || start < first)) first = start;
    }
  }
  return first;
}

function syntaxIssues(document: YamlDocument, text: string): Issue[] {
  return document.errors.map((error) => {
    const [start, end] = error.pos;
    return { span: { start, end: Math.min(Math.max(end, start), text.length) }, message: syntaxMessage(error.code, error.message) };
  });
}

/** Walks the tokens without recursion, so that no nesting can exhaust the stack. */
function depthIssue(tokens: readonly CST.Token[]): Issue | undefined {
  const stack = tokens.map((token) => ({ token, depth: 0 }));
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { token, depth } = top;
    if (depth > deepest) {
      const span = { start: token.offset, end: token.offset + 1 };
      return { span, message: `The document nests deeper than ${deepest} levels from here on, and is not read.` };
    }
    if (token.type === 'document' && token.value) stack.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    for (const item of token.items) {
      if (item.key) stack.push({ token: item.key, depth: depth + 1 });
      if (item.value) stack.push({ token: item.value, depth: depth + 1 });
    }
  }
  return undefined;
}

/** `room` is where the node could stand: from the end of its key to the start of what follows. */
function convert(node: Node, reading: Reading, room: Span): Value {
  const value = convertBare(node, reading, room);
  const anchor = 'anchor' in node ? node.anchor : undefined;
  if (anchor) reading.anchors.set(anchor, value);
  return value;
}

function convertBare(node: Node, reading: Reading, room: Span): Value {
  if (isMap(node)) return convertMapping(node, reading, room);
  if (isSeq(node)) return convertSequence(node, reading, room);
  const [start = room.start, end = start] = node.range ?? [];
  if (!isAlias(node)) return convertScalar(node, reading, { start, end }, room);
  const span = { start, end };
  reading.remarks.push({ what: 'alias', span, written: reading.text.slice(start, end) });
  const target = reading.anchors.get(node.source);
  if (target) return addAliased(reading.budget, respan(target, span, reading.budget));
  const message = `There is no anchor "&${node.source}" before this alias. Define it above, or write the value out.`;
  reading.issues.push({ span, message });
  return { kind: 'opaque', span, why: 'an alias without its anchor' };
}

function convertScalar(node: Node, reading: Reading, span: Span, room: Span): Value {
  if (!isScalar(node)) return { kind: 'opaque', span, why: 'not read' };
  const text = reading.text.slice(span.start, span.end);
  if (text.includes(mask)) return { kind: 'opaque', span, why: 'a template' };
  if (text === '' && reading.templateLines.some((line) => line.offset >= room.start && line.offset < room.end)) {
    return { kind: 'opaque', span, why: 'a template' };
  }
  const written = String(node.value ?? '');
  let value: Scalar['value'] = written;
  if (node.tag) {
    const resolved = resolveTagged(written, node.tag, reading.form);
    if ('failed' in resolved) reading.issues.push({ span, message: `${resolved.failed}. Remove the tag, or correct the value.` });
    else value = resolved.value;
  } else if (node.type === 'PLAIN') {
    value = resolvePlain(written, reading.form);
  }
  if (isUnprintable(value)) {
    reading.issues.push({ span, message: `${text} reads as a number that JSON does not have. Put it in quotes if it is a text.` });
    return { kind: 'opaque', span, why: 'not a JSON number' };
  }
  return { kind: 'scalar', span, value, text, isAlias: false };
}

function convertSequence(node: YAMLSeq, reading: Reading, room: Span): Sequence {
  const [start = room.start, end = start] = node.range ?? [];
  const nodes = node.items as (Node | null)[];
  const items: Value[] = [];
  for (const [i, item] of nodes.entries()) {
    const from = items.at(-1)?.span.end ?? room.start;
    const to = nodes[i + 1]?.range?.[0] ?? (node.flow ? end : room.end);
    if (item) items.push(convert(item, reading, { start: from, end: to }));
    else items.push({ kind: 'scalar', span: { start: from, end: from }, value: null, text: '', isAlias: false });
  }
  const span = { start, end: node.flow ? end : Math.max(start, items.at(-1)?.span.end ?? end) };
  return { kind: 'sequence', span, items, style: node.flow ? 'flow' : 'block', isOpen: isOpen(span, room, items, reading), isAlias: false };
}

function convertMapping(node: YAMLMap, reading: Reading, room: Span): Mapping {
  const [start = room.start, end = start] = node.range ?? [];
  const entries: Entry[] = [];
  let last = start;
  for (const [i, pair] of node.items.entries()) {
    const next = (node.items[i + 1] as Pair<Node> | undefined)?.key?.range?.[0];
    const to = next ?? (node.flow ? Math.max(end - 1, start) : room.end);
    entries.push(...convertPair(pair as Pair<Node, Node | null>, reading, { start: last, end: to }));
    const entry = entries.at(-1);
    if (entry) last = Math.max(last, entry.key.end, entry.value.span.end);
  }
  const span = { start, end: node.flow ? end : last };
  const values = entries.filter((entry) => entry.isOpaqueKey).map((entry) => entry.value);
  const hasOpaqueKey = values.length > 0;
  return { kind: 'mapping', span, entries, style: node.flow ? 'flow' : 'block', isOpen: hasOpaqueKey || isOpen(span, room, [], reading), isAlias: false };
}

/** True where a template line may bring what is not seen: any line inside, or one that writes text around. */
function isOpen(span: Span, room: Span, items: readonly Value[], reading: Reading): boolean {
  if (items.some((item) => item.kind === 'opaque' && item.why === 'a template')) return true;
  return reading.templateLines.some(({ offset, isContent }) => {
    if (offset >= span.start && offset < span.end) return true;
    return isContent && offset >= room.start && offset < room.end;
  });
}

/** One entry; none or several where the key is a merge, or runs over lines because its colon is missing. */
function convertPair(pair: Pair<Node, Node | null>, reading: Reading, room: Span): Entry[] {
  const { text } = reading;
  const keyNode = pair.key as Node | null;
  const [keyStart = room.start, keyEnd = keyStart] = keyNode?.range ?? [];
  let key: Span = { start: keyStart, end: keyEnd };
  const entries: Entry[] = [];
  const isPlainKey = isScalar(keyNode) && keyNode.type === 'PLAIN';
  for (let line = /[\r\n]+[ \t]*/.exec(text.slice(key.start, key.end)); isPlainKey && line; ) {
    const first = { start: key.start, end: key.start + line.index };
    entries.push(bareEntry(text, first));
    key = { start: first.end + line[0].length, end: key.end };
    line = /[\r\n]+[ \t]*/.exec(text.slice(key.start, key.end));
  }
  const valueRoom = { start: key.end, end: room.end };
  const value: Value = pair.value
    ? convert(pair.value, reading, valueRoom)
    : { kind: 'scalar', span: { start: key.end, end: key.end }, value: null, text: '', isAlias: false };
  if (isPlainKey && text.slice(key.start, key.end) === '<<' && !keyNode.tag) {
    return [...entries, ...mergedEntries(value, key, reading)];
  }
  return [...entries, { ...nameOf(keyNode, key, reading), key, value, isMerged: false }];
}

/** A key that has no colon yet. */
function bareEntry(text: string, key: Span): Entry {
  const keyText = text.slice(key.start, key.end);
  const value: Scalar = { kind: 'scalar', span: { start: key.end, end: key.end }, value: null, text: '', isAlias: false };
  return { name: keyText, keyText, key, value, isMerged: false, isOpaqueKey: keyText.includes(mask) };
}

function nameOf(node: Node | null, key: Span, reading: Reading): Pick<Entry, 'name' | 'keyText' | 'isOpaqueKey'> {
  const keyText = reading.text.slice(key.start, key.end);
  if (keyText.includes(mask) || isAlias(node)) return { name: keyText, keyText, isOpaqueKey: true };
  if (node && !isScalar(node)) {
    reading.issues.push({ span: key, message: 'A list or a mapping cannot be a key. Write a name.' });
    return { name: keyText, keyText, isOpaqueKey: true };
  }
  const isPlain = isScalar(node) && node.type === 'PLAIN' && !node.tag;
  const written = isPlain ? keyText : String(node?.value ?? '');
  const value = isPlain || !node ? resolvePlain(written, reading.form) : written;
  if (reading.form === 'pulumi' && typeof value !== 'string') reading.remarks.push({ what: 'key', span: key, written: keyText });
  const name = keyName(value);
  if (name !== undefined) return { name, keyText, isOpaqueKey: false };
  reading.issues.push({ span: key, message: 'A key is missing before this colon, or is null. Write a name.' });
  return { name: keyText, keyText, isOpaqueKey: true };
}

/** What a merge key brings, in the order in which go-yaml sets it: of a list, earlier mappings win. */
function mergedEntries(value: Value, key: Span, reading: Reading): Entry[] {
  const span = { start: key.start, end: Math.max(key.end, value.span.end) };
  const sources = value.kind === 'sequence' ? [...value.items].reverse() : [value];
  return sources.flatMap((source) => {
    if (source.kind === 'mapping') return source.entries.map((entry) => ({ ...entry, key: span, isMerged: true }));
    if (source.kind !== 'opaque') {
      reading.issues.push({ span, message: 'A merge key "<<" takes a mapping, or a list of mappings.' });
    }
    return [];
  });
}

function lineEndAt(text: string, offset: number): number {
  const found = text.slice(offset).search(/[\r\n]/);
  return found < 0 ? text.length : offset + found;
}
