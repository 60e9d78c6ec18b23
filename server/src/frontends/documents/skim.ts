/**
 * Reads only the head of a foreign object: apiVersion, kind, and the name, namespace and uid in its metadata. Declines
 * everything but plain block style. A property test compares it with the full reader.
 */
import { hasOtherBreak } from '../yaml/line-breaks.ts';
import type { Resource } from '../../tree/document.ts';
import type { Span } from '../../text/span.ts';
import type { Entry, Mapping } from '../../tree/value.ts';

/** Words and number-like texts that YAML 1.1 does not read as strings. */
const otherScalar = /^(?:y|n|yes|no|on|off|true|false|null|~|[-+.\d][-+.\d_a-fx:]*|0x.*|\.inf|\.nan)$/i;

const plain = String.raw`[A-Za-z0-9][A-Za-z0-9._/-]*`;
const value = String.raw`(?:"(${plain})"|'(${plain})'|(${plain}))[ \t]*(?:[ \t]#[^\n]*)?\r?$`;
const topLine = new RegExp(String.raw`^(apiVersion|kind):[ \t]+${value}`, 'gm');
const metadataLine = /^metadata:[ \t]*(?:[ \t]#[^\n]*)?\r?\n/m;
/** A first key in the first column: below any other start, go-yaml may end the document early. */
const keyStart = /^(?:\uFEFF|---(?:[ \t]+#[^\n]*|[ \t]*)(?=\r?\n)|[ \t]*(?:#[^\n]*)?\r?\n)*["'A-Za-z]/;
/** A following line that continues the value. */
const continuation = /\n(?:[ \t]*\r?\n)*[ \t]+[^\s#]/y;
const memberLine = new RegExp(String.raw`^( +)(name|namespace|uid):[ \t]+${value}`);

/** The object, with open properties; undefined if the text must be read as a whole. */
export function skim(text: string): Resource | undefined {
  if (hasOtherBreak(text) || !keyStart.test(text)) return undefined;
  const tops = [...text.matchAll(topLine)].map((match) => {
    continuation.lastIndex = match.index + match[0].length;
    return continuation.test(text) ? undefined : scalarEntry(match, 1, match.index);
  });
  const kind = tops.find((entry) => entry?.name === 'kind');
  const version = tops.find((entry) => entry?.name === 'apiVersion');
  if (tops.length !== 2 || !kind || !version || countOf(text, /^["']?(?:apiVersion|kind|metadata)\b/gm) !== 3) {
    return undefined;
  }
  const metadata = metadataEntry(text);
  // The labels of a Node have its zone.
  if (!metadata || textOf(kind) === 'Node') return undefined;
  const entries = [version, kind, metadata].sort((a, b) => a.key.start - b.key.start);
  const properties = mapping(entries, { start: entries[0]?.key.start ?? 0, end: text.length });
  const names = metadata.value.kind === 'mapping' ? metadata.value.entries : [];
  return {
    type: textOf(kind),
    apiVersion: textOf(version),
    form: 'kubernetes',
    name: names.filter(({ name }) => name === 'name').map(textOf)[0],
    properties,
    span: properties.span,
    head: kind.value.span,
    isPartial: false,
    envelope: undefined,
  };
}

function countOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function metadataEntry(text: string): Entry | undefined {
  const found = metadataLine.exec(text);
  if (!found) return undefined;
  const entries: Entry[] = [];
  let indent: number | undefined;
  let isNamed = false;
  let at = found.index + found[0].length;
  let end = at;
  for (let line = lineAt(text, at); at < text.length; at += line.length + 1, line = lineAt(text, at)) {
    const bare = line.trimStart();
    if (bare === '' || bare.startsWith('#')) continue;
    const depth = line.length - bare.length;
    if (depth === 0 || line.startsWith('\t')) break;
    indent ??= depth;
    if (depth < indent || isUnfinished(bare)) return undefined;
    end = at + line.length;
    // A name that continues on the next line.
    if (depth > indent && isNamed) return undefined;
    if (depth > indent) continue;
    if (!/^(?:name|namespace|uid)\b|^[A-Za-z]+:(?:[ \t]|\r?$)/.test(bare)) return undefined;
    isNamed = /^(?:name|namespace|uid)\b/.test(bare);
    if (!isNamed) continue;
    const match = memberLine.exec(line);
    const entry = match && scalarEntry(match, 2, at);
    if (!entry || entries.some(({ name }) => name === entry.name)) return undefined;
    entries.push(entry);
  }
  const key = { start: found.index, end: found.index + 'metadata'.length };
  const start = entries[0]?.key.start ?? end;
  return entryOf('metadata', key, mapping(entries, { start, end }));
}

/** True if a quote or a bracket may be closed on a later line. */
function isUnfinished(line: string): boolean {
  const [double = 0, single = 0, open = 0, closed = 0] = [/"/g, /'/g, /[[{]/g, /[\]}]/g].map((each) =>
    countOf(line, each),
  );
  return double % 2 === 1 || single % 2 === 1 || open !== closed;
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}

/** `nameGroup` is followed by the groups for the three ways to write the value. */
function scalarEntry(match: RegExpExecArray, nameGroup: number, offset: number): Entry | undefined {
  const name = match[nameGroup] ?? '';
  const [double, single, bare] = match.slice(nameGroup + 1);
  const written = double ?? single ?? bare ?? '';
  if (bare !== undefined && otherScalar.test(bare)) return undefined;
  const keyStart = offset + match[0].indexOf(name);
  const afterKey = match[0].indexOf(':', keyStart - offset) + 1;
  const blanks = /^[ \t]*/.exec(match[0].slice(afterKey))?.[0].length ?? 0;
  const start = offset + afterKey + blanks;
  const length = written.length + (bare === undefined ? 2 : 0);
  const span: Span = { start, end: start + length };
  const text = match[0].slice(start - offset, start - offset + length);
  const key = { start: keyStart, end: keyStart + name.length };
  return entryOf(name, key, { kind: 'scalar', span, value: written, text, isAlias: false });
}

function entryOf(name: string, key: Span, value: Entry['value']): Entry {
  return { name, keyText: name, key, value, isMerged: false, isOpaqueKey: false };
}

/** Open, because the unread part may contain more. */
function mapping(entries: readonly Entry[], span: Span): Mapping {
  return { kind: 'mapping', span, entries, style: 'block', isOpen: true, isAlias: false };
}

function textOf({ value }: Entry): string {
  return value.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
}
