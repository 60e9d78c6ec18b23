/**
 * Text edits of patches and kustomizations, which rules on builds offer without a tree. Each returns nothing where the layout
 * is not the usual one of one key per line, or one flow mapping on a line.
 */
import { lineBreakOf, lineEndAt, lineStartAt } from '../text/line.ts';
import type { Origin } from '../tree/built.ts';
import type { BuildEdit } from './build-events.ts';

/** Writes `name: value` after the scalar at `at`, into the mapping that has the scalar. */
export function insertAfter(text: string, at: Origin, name: string, value: string): BuildEdit | undefined {
  const { start, end } = at.span;
  const lineStart = lineStartAt(text, start);
  const before = text.slice(lineStart, start);
  const after = text.slice(end, lineEndAt(text, end));
  const lead = /^( *(?:- +)*)[\w"'$]+: +$/.exec(before)?.[1];
  if (lead !== undefined && /^\s*(?:#.*)?$/.test(after)) {
    const span = { start: lineEndAt(text, end), end: lineEndAt(text, end) };
    return { at: { path: at.path, span }, text: `${lineBreakOf(text)}${' '.repeat(lead.length)}${name}: ${value}` };
  }
  const key = /[{,]\s*("?)\w+"?\s*: *$/.exec(before);
  if (!key || !/^\s*[,}]/.test(after)) return undefined;
  const quote = key[1] ?? '';
  const written = quote === '' ? `${name}: ${value}` : `"${name}": "${value}"`;
  return { at: { path: at.path, span: { start: end, end } }, text: `, ${written}` };
}

/** Removes the entry with the scalar at `at`. */
export function removeEntryAt(text: string, at: Origin): BuildEdit | undefined {
  const { start, end } = at.span;
  const [lineStart, lineEnd] = [lineStartAt(text, start), lineEndAt(text, end)];
  const [before, after] = [text.slice(lineStart, start), text.slice(end, lineEnd)];
  const edit = (from: number, to: number): BuildEdit => ({
    at: { path: at.path, span: { start: from, end: to } },
    text: '',
  });
  if (/^ *[\w"'$]+: +$/.test(before) && /^\s*(?:#.*)?$/.test(after)) {
    const next = text.indexOf('\n', lineEnd);
    return next < 0 ? edit(Math.max(0, lineStart - 1), text.length) : edit(lineStart, next + 1);
  }
  const key = /([{,])(\s*)["']?[\w$]+["']?\s*: *$/.exec(before);
  const follower = /^\s*([,}])\s*/.exec(after);
  if (!key || !follower) return undefined;
  if (key[1] === ',') return edit(lineStart + key.index, end);
  return follower[1] === ','
    ? edit(lineStart + key.index + 1 + (key[2] ?? '').length, end + follower[0].length)
    : undefined;
}

/** Removes the entry with the key at `at`, whose value is a word. */
export function removeKeyAt(text: string, { path, span }: Origin): BuildEdit | undefined {
  const [whole, value] =
    /^["']?[ \t]*:[ \t]+(["']?[\w-]+["']?)/.exec(text.slice(span.end, lineEndAt(text, span.end))) ?? [];
  if (whole === undefined || value === undefined) return undefined;
  const end = span.end + whole.length;
  return removeEntryAt(text, { path, span: { start: end - value.length, end } });
}

/** Adds an item, written as lines of block YAML, to a list at the top of a kustomization. The list may not exist yet. */
export function addToList(path: string, text: string, name: string, item: readonly string[]): BuildEdit | undefined {
  const at = listPlace(text, name);
  if (!at) return undefined;
  const { offset, indent, isNew } = at;
  const lineBreak = lineBreakOf(text);
  const lines = item.map((line, i) => `${indent}${i === 0 ? '- ' : '  '}${line}`);
  const written = isNew
    ? [...(offset === 0 ? [] : ['']), `${name}:`, ...lines].join(lineBreak)
    : lines.map((line) => line + lineBreak).join('');
  return { at: { path, span: { start: offset, end: offset } }, text: written };
}

interface ListPlace {
  readonly offset: number;
  readonly indent: string;
  readonly isNew: boolean;
}

function listPlace(text: string, name: string): ListPlace | undefined {
  if (!isPlainBlock(text)) return undefined;
  const key = new RegExp(String.raw`^${name}:.*$`, 'm').exec(text);
  if (!key) {
    const indent = /^\w+:[ \t]*\r?\n( *)- /m.exec(text)?.[1] ?? '  ';
    return { offset: text.trimEnd().length, indent, isNew: true };
  }
  const rest = text.slice(key.index);
  const [head, indent] = /^\w+:[ \t]*(?:#[^\n]*)?\r?\n(?=( *)- )/.exec(rest) ?? [];
  return head === undefined || indent === undefined
    ? undefined
    : { offset: key.index + head.length, indent, isNew: false };
}

/** True for one document in block style whose keys start at column 0. */
export function isPlainBlock(text: string): boolean {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^\w/.test(line));
  return (
    start >= 0 &&
    lines.every(
      (line, i) => /^(?:$|#|[ \t]|\w+:(?:[ \t]|$)|- |-$)/.test(line) || (i < start && /^---[ \t]*$/.test(line)),
    ) &&
    // A block scalar that keeps its last line breaks would take in another one.
    !/[|>]\d?\+/.test(text)
  );
}
