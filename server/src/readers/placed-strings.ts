/** Walks the strings of YAML and JSON documents and the lines of scripts, and finds the flags of commands in them. */
import { groupBy } from '../text/group.ts';
import { memoBy } from '../text/memo.ts';
import { contains, type Span } from '../text/span.ts';
import { countBefore } from '../text/sorted.ts';
import { stringOf, type Mapping, type Opaque, type Scalar, type Sequence, type Value } from '../tree/value.ts';
import type { SearchedText, SearchedTree } from './searched-text.ts';

/** A string, or a value that a template writes. */
export interface PlacedString {
  readonly tree: SearchedTree;
  readonly value: Scalar | Opaque;
  /** The names of the entries above, its own included, and `*` for an item of a list. */
  readonly path: readonly string[];
  /** The mappings around it, the innermost first. */
  readonly around: readonly Mapping[];
  readonly list: Sequence | undefined;
  /** The text without quotes and escapes; of a template, as it is written. */
  readonly content: string;
}

/** All strings of a text, also those of nested documents. */
export function stringsIn({ trees }: SearchedText): readonly PlacedString[] {
  return trees.flatMap((tree) => [...stringsBelow(tree, tree.root, { path: [], around: [], list: undefined })]);
}

type Surroundings = Pick<PlacedString, 'path' | 'around' | 'list'>;

function* stringsBelow(
  tree: SearchedTree,
  value: Value,
  { path, around, list }: Surroundings,
): Generator<PlacedString> {
  if (value.kind === 'mapping') {
    if (value.isAlias) return;
    for (const entry of value.entries)
      if (!entry.isMerged)
        yield* stringsBelow(tree, entry.value, {
          path: [...path, entry.name],
          around: [value, ...around],
          list: undefined,
        });
  } else if (value.kind === 'sequence') {
    if (value.isAlias) return;
    for (const item of value.items) yield* stringsBelow(tree, item, { path: [...path, '*'], around, list: value });
  } else {
    const content = value.kind === 'opaque' ? templateText(tree, value) : stringOf(value);
    if (content !== undefined && !(value.kind === 'scalar' && value.isAlias))
      yield { tree, value, path, around, list, content };
  }
}

function rawText(tree: SearchedTree, { span }: Value): string {
  return tree.text.slice(span.start, span.end);
}

/** Without the quotes around it. */
function templateText(tree: SearchedTree, value: Opaque): string {
  return rawText(tree, value)
    .replace(/^(["'])([\s\S]*)\1$/, '$2')
    .replace(/\\"/g, '"');
}

/** The name of the nearest entry above a string. */
export function keyAbove({ path }: PlacedString): string {
  return path.findLast((name) => name !== '*') ?? '';
}

/** True below a key whose text is for people. */
export function isForPeople({ path }: PlacedString): boolean {
  return path.some((name) =>
    /^(?:description|summary|message|runbook\w*|title|help|comment|notes?|documentation)$|\.(?:md|txt|rst)$/i.test(
      name,
    ),
  );
}

/**
 * The place of a word in the file: where it is for the `ordinal`th time, counted from 0, in the content. The word must
 * have no characters that need an escape.
 */
export function wordSpan(text: SearchedText, { tree, value }: PlacedString, word: string, ordinal: number): Span {
  const whole = tree.place(value.span);
  // Spans of a text with escapes are those of the outer scalar, which has the words in the same order.
  const before = tree.isExact ? 0 : countBefore(offsetsOf(tree, word), value.span.start);
  const offsets = offsetsOf(text, word);
  const start = offsets[countBefore(offsets, whole.start) + before + ordinal];
  return start !== undefined && start < whole.end ? { start, end: start + word.length } : whole;
}

/** Where a word is in a text. */
const offsetsOf = memoBy(({ text }: { readonly text: string }, word: string): readonly number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) found.push(at);
  return found;
});

/** A piece of a text that may be a command: a string of a document, or a line of a script. */
export interface CommandPiece {
  /** As it is written in the file or in the nested text. */
  readonly raw: string;
  /** Maps a span of `raw` to the file. */
  readonly place: (span: Span) => Span;
  /** Undefined for a line. */
  readonly at: PlacedString | undefined;
}

const scripts: ReadonlySet<string> = new Set(['shell', 'make', 'docker', 'groovy', 'hcl', 'jsonnet']);

/** Files of services, settings and templates. */
const settingsFile =
  /\.(?:service|conf|config|cfg|env|ini|toml|properties|args|default|manifest|j2|tmpl|tpl|erb)$|^\.env|^[^.]+$/i;

/** The strings of a document, or the lines of a script. Comments and lines that are only printed are left out. */
export function commandPieces(text: SearchedText): readonly CommandPiece[] {
  const { language, name, trees } = text;
  if (trees.length > 0) return stringsIn(text).flatMap((at) => (isForPeople(at) ? [] : pieceOf(at)));
  const isScript = scripts.has(language) || language === 'yaml' || (language === 'other' && settingsFile.test(name));
  return isScript ? linesOf(text.text) : [];
}

function pieceOf(at: PlacedString): CommandPiece {
  const { tree, value } = at;
  const whole = value.span;
  return {
    raw: rawText(tree, value),
    place: ({ start, end }) => tree.place({ start: whole.start + start, end: whole.start + end }),
    at,
  };
}

function linesOf(text: string): readonly CommandPiece[] {
  let start = 0;
  return text.split('\n').map((raw) => {
    const from = start;
    start += raw.length + 1;
    return { raw, place: (span) => ({ start: from + span.start, end: from + span.end }), at: undefined };
  });
}

/** True for a place behind the sign of a comment, or on a line that prints its words. */
export function isOnlyWords({ raw, at }: CommandPiece, index: number): boolean {
  const from = raw.lastIndexOf('\n', index) + 1;
  const before = raw.slice(from, index);
  if (/^\s*(?:#|\/\/|;)/.test(before)) return at === undefined || from > 0;
  if (/(?:^|\s)#(?=\s)/.test(before) && (at === undefined || from > 0)) return true;
  const rowEnd = raw.indexOf('\n', index);
  const row = raw.slice(from, rowEnd < 0 ? undefined : rowEnd);
  return /^\s*@?(?:echo|printf)\s/.test(before) && !/[|>]/.test(row);
}

/** A flag with its value, written together or as two items of a list; the value is empty for a flag alone. */
export interface WrittenFlag {
  readonly name: string;
  readonly value: string;
  /** The place of the value. */
  readonly span: Span;
  readonly piece: CommandPiece;
}

/** The flags whose names match the source of a regular expression. */
export function flagsIn(text: SearchedText, names: string): readonly WrittenFlag[] {
  const together = new RegExp(
    String.raw`(?<![\w-])--?(?:[\w-]{1,40}=)?(?:[\w-]{1,40}\.)?(${names})(?:=["']?|["']?[,\s]{1,3}["']?)([^\s"'\\;]+)`,
    'gi',
  );
  const alone = new RegExp(`^--?(${names})$`, 'i');
  const found = commandPieces(text).flatMap((piece): readonly WrittenFlag[] => {
    const [, own] = piece.at ? (alone.exec(piece.at.content) ?? []) : [];
    if (own !== undefined && piece.at) return nextItem(piece, piece.at, own);
    return [...piece.raw.matchAll(together)].flatMap((match) => {
      const [all, name = '', value = ''] = match;
      const end = match.index + all.length;
      if (isOnlyWords(piece, match.index)) return [];
      return [{ name, value, span: piece.place({ start: end - value.length, end }), piece }];
    });
  });
  return withoutOuter(found);
}

/** A flag of a nested text is in the text around it too. The nearest one with an exact place counts. */
function withoutOuter(flags: readonly WrittenFlag[]): readonly WrittenFlag[] {
  const isExact = ({ piece: { at } }: WrittenFlag): boolean => at?.tree.isExact !== false;
  const inner = new Map(flags.filter(isExact).map((flag) => [`${flag.name} ${flag.span.start}`, flag]));
  const exact = groupBy([...inner.values()], ({ name, value }) => `${name} ${value}`);
  return flags.filter((flag) => {
    if (isExact(flag)) return inner.get(`${flag.name} ${flag.span.start}`) === flag;
    return !(exact.get(`${flag.name} ${flag.value}`) ?? []).some(({ span }) => contains(flag.span, span));
  });
}

function nextItem(piece: CommandPiece, { list, value, tree }: PlacedString, name: string): readonly WrittenFlag[] {
  const next = list?.items[list.items.indexOf(value) + 1];
  const content = stringOf(next);
  if (!next || content === undefined || content.startsWith('-'))
    return [{ name, value: '', span: tree.place(value.span), piece }];
  const quotes = /^["']/.test(rawText(tree, next)) ? 1 : 0;
  const span = { start: next.span.start + quotes, end: next.span.end - quotes };
  return [{ name, value: content, span: tree.place(span), piece }];
}
