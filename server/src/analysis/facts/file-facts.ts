/** The facts of all objects of a file. After an edit, those of the documents that stayed are taken over, not collected anew. */
import { differenceOf, spliced } from '../../text/difference.ts';
import { attachment } from '../../text/memo.ts';
import { documentsOf } from '../../tree/document.ts';
import type { Document, SourceFile } from '../../tree/document.ts';
import { conditionOf, controlsIn } from './condition.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './facts.ts';

/** The facts of a file's objects, in order. */
export function fileFacts(file: SourceFile): readonly Facts[] {
  return collected(file).facts;
}

/** For each document the number of its first object in the file; at the end, how many there are. */
export function firstsIn(file: SourceFile): readonly number[] {
  return collected(file).firsts;
}

/** Makes the facts of a file from those of the file before an edit. */
export function carryFacts(before: SourceFile, after: SourceFile): void {
  const known = kept(before).collected;
  const again = known?.isApart ? collectAgain(known, documentsOf(after)) : undefined;
  if (again) kept(after).collected = again;
}

interface Collected {
  readonly documents: readonly Document[];
  readonly firsts: readonly number[];
  readonly facts: readonly Facts[];
  /** True where the facts of no object depend on another document. */
  readonly isApart: boolean;
}

const kept = attachment((_file: SourceFile): { collected?: Collected } => ({}));

function collected(file: SourceFile): Collected {
  return (kept(file).collected ??= collect(documentsOf(file)));
}

function collect(documents: readonly Document[]): Collected {
  const facts: Facts[] = [];
  const firsts = [0];
  const controls: string[] = [];
  let isApart = true;
  for (const document of documents) {
    const first = facts.length;
    for (const each of factsOf(document)) facts.push(countedFrom(first, each));
    firsts.push(facts.length);
    if (controls.length < 2) controls.push(...controlsIn(document));
    isApart &&= isAlone(document);
  }
  const condition = conditionOf(controls);
  const all = condition === '' ? facts : facts.map((each) => ({ ...each, condition }));
  return { documents, firsts, facts: all, isApart };
}

/** What a template leaves out holds for all documents, and a program counts its objects through the file. */
function isAlone(document: Document): boolean {
  return (
    controlsIn(document).length === 0 && factsOf(document).every((each) => (each.applied?.after.length ?? 0) === 0)
  );
}

function collectAgain(known: Collected, documents: readonly Document[]): Collected | undefined {
  const difference = differenceOf(known.documents, documents);
  const made = collect(documents.slice(difference.start, difference.after));
  if (!made.isApart) return undefined;
  const [from = 0, to = 0] = [known.firsts[difference.start], known.firsts[difference.before]];
  const growth = made.facts.length - (to - from);
  const isLike =
    documents.length === known.documents.length &&
    made.firsts.every((first, i) => first + from === known.firsts[difference.start + i]);
  const moved = (): readonly number[] =>
    known.firsts.slice(0, difference.start).concat(
      made.firsts.slice(0, -1).map((first) => first + from),
      known.firsts.slice(difference.before).map((first) => first + growth),
    );
  const firsts = isLike ? known.firsts : moved();
  const facts = spliced(known.facts, { start: from, before: to }, made.facts);
  return { documents, firsts, facts, isApart: true };
}

/** A document counts its own objects only. */
function countedFrom(first: number, facts: Facts): Facts {
  const { applied } = facts;
  if (!applied || first === 0 || applied.after.length === 0) return facts;
  return { ...facts, applied: { ...applied, after: applied.after.map((number) => first + number) } };
}
