/** Converts nodes of the `yaml` package to the located tree. `scalar.ts` resolves scalars, not the package. */
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import type { Form, Issue, ReadingRemark } from '../../tree/document.ts';
import { emptyScalar, type Entry, type Mapping, type Scalar, type Sequence, type Value } from '../../tree/value.ts';
import { mask, type TemplateLine } from '../template.ts';
import { addAliased, respan, spend, type AliasBudget } from './alias.ts';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
  type YamlScalar,
} from './parse.ts';
import { foldedQuote } from './long-quote.ts';
import { fold } from './plain-scalar.ts';
import { hasOutput, listOpenness, openness } from './plain-templates.ts';
import { isUnprintable, keyName, resolvePlain, resolveTagged } from './scalar.ts';

export interface YamlConversion {
  readonly text: string;
  readonly form: Form;
  readonly templateLines: readonly TemplateLine[];
  /** True if the text has syntax errors, so nothing can be reported as missing or repeated. */
  readonly isBroken: boolean;
  readonly issues: Issue[];
  readonly remarks: ReadingRemark[];
  /** The numbers that JSON does not have: infinite ones, and NaN. */
  readonly unprintable: Span[];
  readonly anchors: Map<string, Value>;
  readonly budget: AliasBudget;
}

/** `room` is the region where the node could be: from the end of its key to the start of the next part. */
export function convertNode(node: Node, reading: YamlConversion, room: Span): Value {
  const anchor = 'anchor' in node ? node.anchor : undefined;
  const known = anchor && reading.anchors.get(anchor);
  const value = convertBare(node, reading, room);
  // An anchor of the same name inside is the later one.
  if (anchor && reading.anchors.get(anchor) === known) reading.anchors.set(anchor, value);
  return value;
}

function convertBare(node: Node, reading: YamlConversion, room: Span): Value {
  if (isMap(node)) return convertMapping(node, reading, room);
  if (isSeq(node)) return convertSequence(node, reading, room);
  const [start = room.start, end = start] = node.range ?? [];
  if (!isAlias(node)) return convertScalar(node, reading, { start, end }, room);
  const span = { start, end };
  reading.remarks.push({ what: 'alias', span, written: reading.text.slice(start, end) });
  const target = reading.anchors.get(node.source);
  if (target) return addAliased(reading.budget, respan(target, span, reading.budget));
  const message = `There is no anchor ${quote(`&${node.source}`)} before this alias. Define it above, or write the value out.`;
  reading.issues.push({ span, message });
  return { kind: 'opaque', span, why: 'an alias without its anchor' };
}

function convertScalar(node: Node, reading: YamlConversion, span: Span, room: Span): Value {
  if (!isScalar(node)) return { kind: 'opaque', span, why: 'not read' };
  const text = reading.text.slice(span.start, span.end);
  if (text.includes(mask)) return { kind: 'opaque', span, why: 'a template' };
  if (text === '' && hasOutput(reading.templateLines, room)) {
    return { kind: 'opaque', span, why: 'a template' };
  }
  const value = resolvedScalar(node, writtenOf(node, span, reading.text), span, reading);
  if (isUnprintable(value)) {
    reading.unprintable.push(span);
    return { kind: 'opaque', span, why: unprintable };
  }
  return { kind: 'scalar', span, value, text, isAlias: false };
}

/** Why a value is opaque that JSON does not have. Only a value that takes effect is an issue. */
export const unprintable = 'not a JSON number';

function resolvedScalar(node: YamlScalar, written: string, span: Span, reading: YamlConversion): Scalar['value'] {
  // go-yaml 3 does not treat a bare "!" as a tag.
  const tag = reading.form === 'pulumi' && node.tag === '!' ? undefined : node.tag;
  if (!tag) return node.type === 'PLAIN' ? resolvePlain(written, reading.form) : written;
  const resolved = resolveTagged(written, tag, reading.form);
  if ('value' in resolved) return resolved.value;
  reading.issues.push({ span, message: `${resolved.failed}. Remove the tag, or correct the value.` });
  return written;
}

/** The string of a scalar. A block scalar at the end of the text has no final line break unless it is written. */
function writtenOf(node: YamlScalar, span: Span, text: string): string {
  const value = typeof node.value === 'string' ? node.value : '';
  // The parsed text may have marks instead of dashes and colons.
  if (node.type === 'PLAIN' && value !== '') return fold(text.slice(span.start, span.end));
  if (node.type?.startsWith('QUOTE')) return foldedQuote(text.slice(span.start, span.end)) ?? value;
  const isCut = node.type?.startsWith('BLOCK') && span.end === text.length && !/[\r\n]$/.test(text);
  return isCut && value.endsWith('\n') ? value.slice(0, -1) : value;
}

function convertSequence(node: YAMLSeq, reading: YamlConversion, room: Span): Sequence {
  const [start = room.start, end = start] = node.range ?? [];
  const nodes = node.items as (Node | null)[];
  const items: Value[] = [];
  for (const [i, item] of nodes.entries()) {
    const from = items.at(-1)?.span.end ?? room.start;
    const to = nodes[i + 1]?.range?.[0] ?? (node.flow ? end : room.end);
    if (item) items.push(convertNode(item, reading, { start: from, end: to }));
    else items.push(emptyScalar(from));
  }
  const last = items.at(-1)?.span.end ?? start;
  const span = { start, end: node.flow ? Math.max(end, last) : Math.max(start, items.length > 0 ? last : end) };
  const style = node.flow ? 'flow' : 'block';
  const sequence: Sequence = { kind: 'sequence', span, items, style, isOpen: false, isAlias: false };
  return { ...sequence, ...opennessOf(sequence, room, reading) };
}

function convertMapping(node: YAMLMap, reading: YamlConversion, room: Span): Mapping {
  const [start = room.start, end = start] = node.range ?? [];
  const entries: Entry[] = [];
  let last = start;
  for (const [i, pair] of node.items.entries()) {
    const next = (node.items[i + 1] as Pair<Node> | undefined)?.key?.range?.[0];
    const to = next ?? (node.flow ? Math.max(end - 1, start) : room.end);
    for (const entry of convertPair(pair as Pair<Node, Node | null>, reading, { start: last, end: to }))
      entries.push(entry);
    const entry = entries.at(-1);
    if (entry) last = Math.max(last, entry.key.end, entry.value.span.end);
  }
  const span = { start, end: node.flow ? Math.max(end, last) : last };
  const style = node.flow ? 'flow' : 'block';
  const mapping: Mapping = { kind: 'mapping', span, entries, style, isOpen: false, isAlias: false };
  const { isBroken, templateLines: lines, text } = reading;
  if (isBroken || entries.some((entry) => entry.isOpaqueKey)) return { ...mapping, isOpen: true };
  return lines.length === 0 ? mapping : { ...mapping, ...openness(mapping, { lines, text, room }) };
}

function opennessOf(value: Sequence, room: Span, reading: YamlConversion): ReturnType<typeof listOpenness> {
  const { isBroken, templateLines: lines, text } = reading;
  const isTemplate = (item: Value): boolean => item.kind === 'opaque' && item.why === 'a template';
  if (isBroken || value.items.some(isTemplate)) return { isOpen: true };
  return lines.length > 0 ? listOpenness(value, { lines, text, room }) : { isOpen: false };
}

/** Usually one; none or several for a merge key, or for a key over several lines that lacks its colon. */
function convertPair(pair: Pair<Node, Node | null>, reading: YamlConversion, room: Span): Entry[] {
  const { text } = reading;
  const keyNode = pair.key as Node | null;
  const [keyStart = room.start, keyEnd = keyStart] = keyNode?.range ?? [];
  let key: Span = { start: keyStart, end: keyEnd };
  const entries: Entry[] = [];
  const isPlainKey = isScalar(keyNode) && keyNode.type === 'PLAIN';
  for (let line = isPlainKey && reading.isBroken ? lineBreak(text, key) : null; line; line = lineBreak(text, key)) {
    const first = { start: key.start, end: key.start + line.index };
    entries.push(bareEntry(text, first));
    key = { start: first.end + line[0].length, end: key.end };
  }
  const valueRoom = { start: key.end, end: room.end };
  if (isScalar(keyNode) && keyNode.anchor) convertNode(keyNode, reading, key);
  const value: Value = pair.value ? convertNode(pair.value, reading, valueRoom) : emptyScalar(key.end);
  const isMerge = isPlainKey && keyNode.value === '<<' && (keyNode.tag ?? '!') === '!';
  if (isMerge || (isScalar(keyNode) && keyNode.tag === 'tag:yaml.org,2002:merge')) {
    return [...entries, ...mergedEntries(value, key, reading)];
  }
  const { name, keyText, isOpaqueKey } = nameOf(keyNode, key, reading);
  entries.push({ name, keyText, key, value, isMerged: false, isOpaqueKey });
  return entries;
}

function lineBreak(text: string, { start, end }: Span): RegExpExecArray | null {
  const at = text.indexOf('\n', start);
  return at >= 0 && at < end ? /[\r\n]+[ \t]*/.exec(text.slice(start, end)) : null;
}

function bareEntry(text: string, key: Span): Entry {
  const keyText = text.slice(key.start, key.end);
  const value = emptyScalar(key.end);
  return { name: keyText, keyText, key, value, isMerged: false, isOpaqueKey: keyText.includes(mask) };
}

function nameOf(
  node: Node | null,
  key: Span,
  reading: YamlConversion,
): Pick<Entry, 'name' | 'keyText' | 'isOpaqueKey'> {
  const keyText = reading.text.slice(key.start, key.end);
  if (keyText.includes(mask)) return { name: keyText, keyText, isOpaqueKey: true };
  if (node && isAlias(node)) {
    const target = convertBare(node, reading, key);
    const name = target.kind === 'scalar' ? keyName(target.value, target.text) : undefined;
    return { name: name ?? keyText, keyText, isOpaqueKey: name === undefined };
  }
  if (node && !isScalar(node)) {
    reading.issues.push({ span: key, message: 'A list or a mapping cannot be a key. Write a name.' });
    return { name: keyText, keyText, isOpaqueKey: true };
  }
  // A key over several lines was cut into several entries.
  const isCut = reading.isBroken && isScalar(node) && node.type === 'PLAIN';
  const written = isCut ? keyText : isScalar(node) ? writtenOf(node, key, reading.text) : '';
  const value = isScalar(node) ? resolvedScalar(node, written, key, reading) : null;
  if (reading.form === 'pulumi' && typeof value !== 'string')
    reading.remarks.push({ what: 'key', span: key, written: keyText });
  const name = keyName(value, written);
  if (name !== undefined) return { name, keyText, isOpaqueKey: false };
  reading.issues.push({ span: key, message: 'A key is missing before this colon, or is null. Write a name.' });
  return { name: keyText, keyText, isOpaqueKey: true };
}

/** The entries of a merge key in the order in which go-yaml sets them. In a list, earlier mappings win. */
function mergedEntries(value: Value, key: Span, reading: YamlConversion): Entry[] {
  const span = { start: key.start, end: Math.max(key.end, value.span.end) };
  const isList = value.kind === 'sequence' && !value.isAlias;
  const merged: Entry[] = [];
  for (const source of isList ? value.items.toReversed() : [value]) {
    if (source.kind === 'mapping') {
      if (!spend(reading.budget, source.entries.length)) break;
      for (const entry of source.entries) merged.push({ ...entry, key: span, isMerged: true });
    } else if (source.kind !== 'opaque') {
      reading.issues.push({ span, message: 'A merge key "<<" takes a mapping, or a list of mappings.' });
    }
  }
  return merged;
}
