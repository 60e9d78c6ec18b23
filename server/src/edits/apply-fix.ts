/** Applies fixes to a file and proves that the rest of the text still reads as before. */
import { applyEdits } from './apply-edits.ts';
import type { TextEdit } from '../text/edit.ts';
import { groupBy } from '../text/group.ts';
import { shift } from '../text/span.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import type { DraftPart, Fix, Plain, TreeEdit } from '../tree/tree-edit.ts';
import type { Mapping, Value } from '../tree/value.ts';
import { readFile, type ReadOptions } from '../frontends/frontends.ts';
import { areCorrected } from './hcl/prove-hcl.ts';
import { hasSameComments, isParsedAsBefore, writeEdits } from './write.ts';

export interface LocatedFix {
  readonly fix: Fix;
  readonly document: Document;
  /** The offset of the document in the file. */
  readonly start: number;
}

interface Spelled extends LocatedFix {
  readonly edits: readonly TextEdit[];
}

interface Target {
  readonly path: string;
  readonly file: SourceFile;
  readonly options: ReadOptions;
  readonly proofs: { left: number };
  /** True where no ignore may be lost with a removed part. */
  readonly isKeepingIgnores?: boolean;
}

/** Limits the work in a text with many syntax errors, where hundreds of fixes may each fail their proof. */
const mostProofs = 200;

/** Returns the edits of one fix in the file, or undefined if the fix cannot be written or its proof fails. */
export function fixEdits(
  path: string,
  file: SourceFile,
  located: LocatedFix,
  options: ReadOptions,
): readonly TextEdit[] | undefined {
  return provable([located].flatMap(spell), { path, file, options, proofs: { left: 1 } })[0]?.edits;
}

/** The text is checked again after each round, because one fix may enable another. */
const mostRounds = 10;

/** Returns the text after all fixes that could be applied (the same text if none), and their number. */
export function applyFixes(
  path: string,
  text: string,
  options: ReadOptions,
  fixesOf: (file: SourceFile) => readonly LocatedFix[],
): { text: string; count: number } {
  const proofs = { left: mostProofs };
  let current = text;
  let count = 0;
  for (let round = 0; round < mostRounds; round++) {
    const file = readFile(path, current, options);
    const target = { path, file, options, proofs, isKeepingIgnores: true };
    const fixes = provable(apart(fixesOf(file).flatMap(spell)), target);
    if (fixes.length === 0) break;
    current = applyEdits(
      current,
      fixes.flatMap(({ edits }) => edits),
    );
    count += fixes.length;
  }
  return { text: current, count };
}

export function readsAs(value: Value | undefined, plain: Plain): boolean {
  return same(plainOf(value, noEdits), normal(plain));
}

/** True for values with the same known parts. */
export function readsTheSame(one: Value, other: Value): boolean {
  return same(plainOf(one, noEdits), plainOf(other, noEdits));
}

function spell(located: LocatedFix): Spelled[] {
  const edits = writeEdits(located.document, located.fix.edits);
  return edits
    ? [{ ...located, edits: edits.map((edit) => ({ ...edit, span: shift(edit.span, located.start) })) }]
    : [];
}

/** Fixes whose regions do not overlap or touch. The others wait for the next round. */
function apart(fixes: readonly Spelled[]): Spelled[] {
  const startOf = ({ edits }: Spelled): number => Math.min(...edits.map((edit) => edit.span.start));
  const endOf = ({ edits }: Spelled): number => Math.max(...edits.map((edit) => edit.span.end));
  let end = -1;
  return fixes
    .toSorted((a, b) => startOf(a) - startOf(b))
    .filter((fix) => {
      const isApart = startOf(fix) > end;
      if (isApart) end = endOf(fix);
      return isApart;
    });
}

/** Returns the fixes that pass their proof: all of them, or else those of each half. */
function provable(fixes: readonly Spelled[], target: Target): readonly Spelled[] {
  if (target.proofs.left <= 0) return [];
  if (fixes.length === 0 || isProven(fixes, target)) return fixes;
  if (fixes.length === 1) return [];
  const middle = fixes.length >>> 1;
  const halves = [fixes.slice(0, middle), fixes.slice(middle)].map((half) => provable(half, target));
  const both = halves.flat();
  // Each half is proven on its own; proving both together costs one more reading.
  return isProven(both, target) ? both : (halves[0] ?? []);
}

function isProven(fixes: readonly Spelled[], target: Target): boolean {
  // What a corrected name stands for was no part of the tree, so that such fixes are proven in another way.
  const [named, others] = [fixes.filter(isNaming), fixes.filter((fix) => !isNaming(fix))];
  if (named.length > 0 && others.length > 0) return isProven(named, target) && isProven(others, target);
  const { path, file, options, proofs, isKeepingIgnores } = target;
  proofs.left--;
  const text = applyEdits(
    file.text,
    fixes.flatMap(({ edits }) => edits),
  );
  const after = readFile(path, text, { ...options, previous: file });
  if (after.parts.length !== file.parts.length) return false;
  const edits = groupBy(
    fixes.flatMap(({ fix }) => fix.edits),
    targetOf,
  );
  const isMoving = fixes.some(({ fix }) => fix.edits.some(({ kind }) => kind === 'compose' || kind === 'restyle'));
  const isOfValues = fixes.some(({ fix }) => fix.edits.some(({ kind }) => kind !== 'replace-text'));
  return file.parts.every(({ document }, i) => {
    const changed = after.parts[i]?.document;
    // An edit inside an alias changes nothing in the text.
    if (changed === document && !fixes.some((fix) => fix.document === document)) return true;
    if (!changed || changed.issues.length > document.issues.length) return false;
    // After a syntax error, lines below the part may belong to it, and would become part of something else.
    if (document.issues.length > 0 && fixes.some((fix) => fix.document === document && isRemoval(fix))) return false;
    if (isKeepingIgnores && isOfValues && !same(ignoreTexts(document), ignoreTexts(changed))) return false;
    if (!isParsedAsBefore(document, changed)) return false;
    if (isMoving && !hasSameComments(document, changed)) return false;
    const own = fixes.filter((fix) => fix.document === document).flatMap(({ fix }) => fix.edits);
    const refused = own.flatMap((edit) => (edit.kind === 'correct-name' ? [edit.refused] : []));
    if (refused.length > 0) return hasSameComments(document, changed) && areCorrected(document, changed, refused);
    // The change is in the objects that are built.
    if (own.some(({ kind }) => kind === 'rewrite')) return true;
    const [wanted, made] = [plainOf(document.root, edits), plainOf(changed.root, noEdits)];
    return document.form === 'terraform' ? same(unordered(wanted), unordered(made)) : same(wanted, made);
  });
}

function isNaming({ fix }: LocatedFix): boolean {
  return fix.edits.some(({ kind }) => kind === 'correct-name');
}

function isRemoval({ fix }: LocatedFix): boolean {
  return fix.edits.some(({ kind }) => kind === 'remove-entry' || kind === 'remove-item');
}

function ignoreTexts({ ignores }: Document): readonly string[] {
  return ignores.map(({ codes, reason }) => `${codes.map(({ code }) => code).join()} ${reason}`).sort();
}

type Edits = ReadonlyMap<object | undefined, readonly TreeEdit[]>;

const noEdits: Edits = new Map();

function targetOf(edit: TreeEdit): object | undefined {
  switch (edit.kind) {
    case 'replace':
    case 'restyle':
      return edit.value;
    case 'rename':
    case 'remove-entry':
      return edit.entry;
    case 'remove-item':
      return edit.item;
    case 'insert':
      return edit.mapping;
    case 'compose':
      return edit.by.base;
    case 'rewrite':
    case 'replace-text':
    case 'correct-name':
      return undefined;
  }
}

/** The value as plain data after the edits. Opaque parts are compared by the reason why they are opaque. */
function plainOf(value: Value | undefined, edits: Edits): unknown {
  if (!value) return undefined;
  const own = edits.get(value) ?? [];
  const replaced = own.find((edit) => edit.kind === 'replace');
  if (replaced) return normal(replaced.by);
  const composed = own.find((edit) => edit.kind === 'compose');
  if (composed) return plainOfDraft(composed.by);
  if (value.kind === 'opaque') return { opaque: value.why };
  if (value.kind === 'scalar') return value.value;
  if (value.kind === 'sequence') {
    const kept = value.items.filter((item) => !edits.get(item)?.some((edit) => edit.kind === 'remove-item'));
    return listOf(kept.map((item) => plainOf(item, edits)));
  }
  const inserted = own.flatMap((edit) => (edit.kind === 'insert' ? [[edit.name, normal(edit.value)]] : []));
  const pairs = value.entries.flatMap((entry) => {
    const changes = edits.get(entry) ?? [];
    if (changes.some((edit) => edit.kind === 'remove-entry')) return [];
    // Of the blocks of Terraform, the last one takes the entry with it.
    if (entry.value.kind === 'sequence' && entry.value.isOfBlocks && areRemoved(entry.value.items, edits)) return [];
    const rename = changes.find((edit) => edit.kind === 'rename');
    return [[rename?.to ?? entry.name, plainOf(entry.value, edits)]];
  });
  const all = [...inserted, ...pairs];
  return isClash(value, all, edits) ? { clash: all } : { pairs: all };
}

function areRemoved(items: readonly Value[], edits: Edits): boolean {
  return items.every((item) => edits.get(item)?.some((edit) => edit.kind === 'remove-item'));
}

/** With the members of all objects sorted: their order means nothing in Terraform. */
function unordered(plain: unknown): unknown {
  if (typeof plain !== 'object' || plain === null) return plain;
  if (Array.isArray(plain)) return plain.map(unordered);
  if (!('pairs' in plain) || !Array.isArray(plain.pairs)) return plain;
  const pairs = plain.pairs.map(unordered) as (readonly [string, unknown])[];
  return { pairs: pairs.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

const aResource = { opaque: 'a resource' };

/** Some languages write a list of one resource without the list. */
function listOf(items: readonly unknown[]): unknown {
  return items.length === 1 && same(items[0], aResource) ? aResource : items;
}

function plainOfDraft(part: DraftPart): unknown {
  switch (part.kind) {
    case 'plain':
      return normal(part.value);
    case 'expression':
      return part.isVariable ? aResource : { opaque: 'an expression' };
    case 'keep':
    case 'copy':
      return plainOf(part.value, noEdits);
    case 'list':
      return listOf(part.items.map(plainOfDraft));
    case 'mapping':
      return { pairs: part.entries.map(({ name, value }) => [name, plainOfDraft(value)]) };
  }
}

/** True if a rename or an insertion uses a name that another entry already has. Such a fix would add a new problem. */
function isClash(mapping: Mapping, pairs: readonly (readonly unknown[])[], edits: Edits): boolean {
  const names = [mapping, ...mapping.entries].flatMap((target) => (edits.get(target) ?? []).flatMap(nameGiven));
  return names.some((name) => pairs.filter(([other]) => other === name).length > 1);
}

function nameGiven(edit: TreeEdit): string[] {
  if (edit.kind === 'rename') return [edit.to];
  return edit.kind === 'insert' ? [edit.name] : [];
}

function normal(value: Plain): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(normal);
  return { pairs: Object.entries(value).map(([name, item]) => [name, normal(item)]) };
}

/** Deep equality of plain data, including the order of members. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]));
  return !Array.isArray(b) && same(Object.entries(a), Object.entries(b));
}
