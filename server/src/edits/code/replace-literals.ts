/** Replaces literals of a program by other texts, and proves that no other value of the program changes. */
import { codeOf, codeReader } from '../../frontends/code/languages.ts';
import { readFile, type ReadOptions } from '../../frontends/frontends.ts';
import type { TextEdit } from '../../text/edit.ts';
import { uniqueBy } from '../../text/group.ts';
import { shift, type Span } from '../../text/span.ts';
import type { Document, SourceFile } from '../../tree/document.ts';
import { childrenOf, stringOf, valueOf, type Scalar, type Value } from '../../tree/value.ts';
import { applyEdits } from '../apply-edits.ts';
import { spelledLike } from '../hcl/replace-hcl.ts';
import { spellLiteralLike } from './spell-literal.ts';

export interface LiteralChange {
  /** A value of the program, where it is used. */
  readonly value: Scalar;
  readonly by: string;
  /** The edits of the document, where only a part of a literal in place changes; otherwise the literal is written anew. */
  readonly edits?: readonly TextEdit[] | undefined;
}

/**
 * Why a literal is not replaced, with a place in the document: the value is `computed`, the literal gives an `other`
 * value, too, or it is not known how it is `spelled`.
 */
export interface LiteralObstacle {
  readonly obstacle: 'computed' | 'other' | 'spelled';
  readonly at: Span;
}

export interface ReplacedLiterals {
  /** In the file, each with the change that it makes. */
  readonly edits: readonly (TextEdit & { readonly change: LiteralChange })[];
  /** The logical names of resources that change, too, because the literals give them. */
  readonly renamed: readonly Scalar[];
  /** Places of the document outside of the resources that take their values from the literals. */
  readonly others: readonly Span[];
}

/** The literal that gives the value, in the document; undefined where several texts are put together, and in another file. */
export function writtenLiteral(value: Value): Span | undefined {
  if (value.kind !== 'scalar' || value.isComputed || value.originFile !== undefined) return undefined;
  return value.origin ?? (value.isAlias ? undefined : value.span);
}

/** Each literal is written once, also where several values use it. All values that use it must be in `changes`, or be logical names. */
export function replaceLiterals(
  path: string,
  file: SourceFile,
  {
    document,
    start,
    changes,
  }: { readonly document: Document; readonly start: number; readonly changes: readonly LiteralChange[] },
  options: ReadOptions,
): ReplacedLiterals | LiteralObstacle {
  const byLiteral = new Map<number, ReplacedLiterals['edits'][number]>();
  const expected = new Map<Value, string>();
  const edits: ReplacedLiterals['edits'][number][] = [];
  for (const change of changes) {
    const literal = writtenLiteral(change.value);
    if (!literal) return { obstacle: 'computed', at: change.value.span };
    const known = byLiteral.get(literal.start);
    if (known && known.change.by !== change.by) return { obstacle: 'other', at: change.value.span };
    expected.set(change.value, change.by);
    if (known) continue;
    const written = writtenEdits(change, literal, document);
    if (!written) return { obstacle: 'spelled', at: literal };
    const own = written.map(({ span, text }) => ({ span: shift(span, start), text, change }));
    for (const edit of own) byLiteral.set(literal.start, edit);
    edits.push(...own);
  }
  const names = logicalNames(document).map((each) => each.value);
  // In Terraform, values that refer to another one are to change with it.
  const isFollowed = document.form === 'terraform';
  const followers: Span[] = [];
  const renamed: Scalar[] = [];
  for (const value of valuesIn(document.root)) {
    const literal = expected.has(value) ? undefined : writtenLiteral(value);
    const by = literal && byLiteral.get(literal.start)?.change.by;
    if (by === undefined || value.kind !== 'scalar') continue;
    if (isFollowed && value.isAlias) followers.push(value.span);
    else if (names.includes(value)) renamed.push(value);
    else return { obstacle: 'other', at: value.span };
    expected.set(value, by);
  }
  const after = readFile(path, applyEdits(file.text, edits), { ...options, previous: file });
  const changed = after.parts[file.parts.findIndex((part) => part.document === document)]?.document;
  const at = changed ? firstDifference(document, changed, { values: expected, isFollowed }) : { start: 0, end: 0 };
  if (at) return { obstacle: 'computed', at };
  const grammar = codeOf(path)?.grammar;
  const reader = grammar && codeReader(grammar);
  const literals = changes.filter(({ value }) => value.isAlias).flatMap(({ value }) => writtenLiteral(value) ?? []);
  const others = uniqueBy(literals, ({ start: from }) => from).flatMap(
    (each) => reader?.otherUses(document, each) ?? [],
  );
  return { edits, renamed, others: [...others, ...followers] };
}

function writtenEdits(
  { by, edits, value }: LiteralChange,
  literal: Span,
  document: Document,
): readonly TextEdit[] | undefined {
  if (edits) return edits;
  const written = document.text.slice(literal.start, literal.end);
  if (document.form === 'terraform')
    return [{ span: literal, text: spelledLike(written, by, value.isConverted === true) }];
  const text = document.language && spellLiteralLike(written, by, document.language);
  return text === undefined ? undefined : [{ span: literal, text }];
}

/** The value and all values in it, parents before children. */
function valuesIn(root: Value | undefined): readonly Value[] {
  const found = root ? [root] : [];
  for (let i = 0; i < found.length; i++) for (const child of childrenOf(found[i] ?? emptyList)) found.push(child);
  return found;
}

const emptyList: Value = { kind: 'sequence', span: { start: 0, end: 0 }, items: [], style: 'flow', isOpen: false, isAlias: false }; // prettier-ignore

/** The blocks of the calls, which are in the order of the text. */
function blocksOf({ root, form }: Document): readonly Value[] {
  if (form === 'terraform') return root ? childrenOf(root) : [];
  const resources = root?.kind === 'mapping' ? valueOf(root, 'resources') : undefined;
  return resources ? childrenOf(resources) : [];
}

/** The names by which Pulumi knows the resources of the program, as far as they are written; with the types, which differ for equal names. */
export function logicalNames(document: Document): readonly { readonly type: string; readonly value: Value }[] {
  return blocksOf(document).flatMap((block) => {
    const value = block.kind === 'mapping' ? valueOf(block, 'name') : undefined;
    return block.kind === 'mapping' && value ? [{ type: stringOf(valueOf(block, 'type')) ?? '', value }] : [];
  });
}

interface Expected {
  readonly values: ReadonlyMap<Value, string>;
  /** True where values that are put together may change, too. */
  readonly isFollowed: boolean;
}

/** The place in `before` of the first value that is not as expected after the edit; undefined where there is none. */
function firstDifference(before: Document, after: Document, expected: Expected): Span | undefined {
  const [own, others] = [blocksOf(before), blocksOf(after)];
  const whole = { start: 0, end: 0 };
  if (own.length !== others.length || after.issues.length > before.issues.length) return whole;
  if (before.ignores.length !== after.ignores.length || before.references.length !== after.references.length)
    return whole;
  for (const [i, block] of own.entries()) {
    const found = differenceOf(block, others[i], expected);
    if (found) return found;
  }
  return undefined;
}

function differenceOf(value: Value, other: Value | undefined, expected: Expected): Span | undefined {
  if (value.kind !== other?.kind) return value.span;
  if (value.kind === 'scalar' && other.kind === 'scalar') {
    if (expected.isFollowed && value.isComputed && other.isComputed) return undefined;
    return Object.is(expected.values.get(value) ?? value.value, other.value) ? undefined : value.span;
  }
  if (value.kind === 'opaque' && other.kind === 'opaque') {
    if (value.why !== other.why || (value.known === undefined) !== (other.known === undefined)) return value.span;
    return value.known && differenceOf(value.known, other.known, expected) && value.span;
  }
  const [parts, otherParts] = [childrenOf(value), childrenOf(other)];
  if (parts.length !== otherParts.length || namesOf(value) !== namesOf(other)) return value.span;
  for (const [i, part] of parts.entries()) {
    const found = differenceOf(part, otherParts[i], expected);
    if (found) return found;
  }
  return undefined;
}

function namesOf(value: Value): string {
  return value.kind === 'mapping' ? JSON.stringify(value.entries.map(({ name }) => name)) : '';
}
