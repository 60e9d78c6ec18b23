/** Collects the facts of a file. After an edit, the facts of unchanged documents are reused. */
import { differenceOf, spliced } from '../../text/difference.ts';
import { attachment } from '../../text/memo.ts';
import { documentsOf, type Document, type SourceFile } from '../../tree/document.ts';
import { conditionOf, templateControls } from './condition.ts';
import { factsOf, type Facts } from './facts.ts';

export function fileFacts(file: SourceFile): readonly Facts[] {
  return collected(file).facts;
}

/** The ordinal of the first object of each document, followed by the number of all objects. */
export function firstOrdinals(file: SourceFile): readonly number[] {
  return collected(file).firsts;
}

/** Derives the facts after an edit from those before it. */
export function reuseFacts(before: SourceFile, after: SourceFile): void {
  const known = cacheOf(before).collected;
  const again = known?.isApart ? collectAgain(known, documentsOf(after)) : undefined;
  if (again) cacheOf(after).collected = again;
}

interface Collected {
  readonly documents: readonly Document[];
  readonly firsts: readonly number[];
  readonly facts: readonly Facts[];
  /** True where no facts depend on another document. */
  readonly isApart: boolean;
}

const cacheOf = attachment((_file: SourceFile): { collected?: Collected } => ({}));

function collected(file: SourceFile): Collected {
  return (cacheOf(file).collected ??= collect(documentsOf(file)));
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
    if (controls.length < 2) controls.push(...templateControls(document));
    isApart &&= isAlone(document);
  }
  const condition = conditionOf(controls);
  const all = condition === '' ? facts : facts.map((each) => ({ ...each, condition }));
  return { documents, firsts, facts: all, isApart };
}

/** A template's condition holds for all documents of a file, and a program counts its objects through the file. */
function isAlone(document: Document): boolean {
  return (
    templateControls(document).length === 0 &&
    factsOf(document).every((each) => (each.applied?.after.length ?? 0) === 0)
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
  const shiftedFirsts = (): readonly number[] =>
    known.firsts.slice(0, difference.start).concat(
      made.firsts.slice(0, -1).map((first) => first + from),
      known.firsts.slice(difference.before).map((first) => first + growth),
    );
  const firsts = isLike ? known.firsts : shiftedFirsts();
  const facts = spliced(known.facts, { start: from, before: to }, made.facts);
  return { documents, firsts, facts, isApart: true };
}

/** A document counts only its own objects, so `first` is added to the ordinals in its facts. */
function countedFrom(first: number, facts: Facts): Facts {
  const { applied } = facts;
  if (!applied || first === 0 || applied.after.length === 0) return facts;
  return { ...facts, applied: { ...applied, after: applied.after.map((number) => first + number) } };
}
