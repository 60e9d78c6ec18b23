/** Finds the rule that a check of the files reports for the edge of a picture. */
import type { Path } from '../../tree/path.ts';
import type { FieldOf } from '../traffic/reason-place.ts';
import type { TrafficCode } from '../traffic/reasons.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';

/** A finding of a check, neither ignored nor turned off. */
export interface ReportedFinding {
  readonly rule: string;
  /** The codes of breaks that its rule explains; empty for a rule on other matters. */
  readonly explains: readonly TrafficCode[];
  /** Empty for a finding on the whole object. */
  readonly path: Path;
}

/** What a check reports for an object, by the code that is explained and the place: an object may have thousands of findings. */
export interface ObjectFindings {
  readonly rules: ReadonlySet<string>;
  /** The first rule that reports at a field, or within it. */
  readonly within: ReadonlyMap<string, string>;
  /** The first rule that reports at an item of a list, such as a port or an endpoint; empty for the whole object. */
  readonly onPart: ReadonlyMap<string, string>;
}

export type FindingsOf = (entry: IndexedObject) => ObjectFindings;

export const emptyFindings: ObjectFindings = { rules: new Set(), within: new Map(), onPart: new Map() };

/** For drawings that name no rules. */
export const noFindings: FindingsOf = () => emptyFindings;

export function objectFindings(all: readonly ReportedFinding[]): ObjectFindings {
  const within = new Map<string, string>();
  const onPart = new Map<string, string>();
  for (const { rule, explains, path } of all)
    for (const code of explains) {
      for (const start of startsOf(path)) addFirst(within, keyOf(code, start), rule);
      addFirst(onPart, keyOf(code, partOf(path)), rule);
    }
  return { rules: new Set(all.map(({ rule }) => rule)), within, onPart };
}

function addFirst(rules: Map<string, string>, key: string, rule: string): void {
  if (!rules.has(key)) rules.set(key, rule);
}

/**
 * The rule that is reported for the first of these fields: within it, for what contains it, or for its whole object. Null
 * where a check reports nothing that explains the code.
 */
export function reportedRule(
  code: TrafficCode | 'consumer',
  fields: readonly FieldOf[],
  findingsOf: FindingsOf,
): string | null {
  for (const { entry, path } of fields) {
    const { within, onPart } = findingsOf(entry);
    if (onPart.size === 0) continue;
    const found = [
      within.get(keyOf(code, path)),
      ...startsOf(partOf(path)).map((start) => onPart.get(keyOf(code, start))),
    ].find((rule) => rule !== undefined);
    if (found !== undefined) return found;
  }
  return null;
}

/** From the whole path to the empty one. */
function startsOf(path: Path): readonly Path[] {
  return Array.from({ length: path.length + 1 }, (_, i) => path.slice(0, path.length - i));
}

/** The item of a list that the field belongs to; empty for a field of the whole object. */
function partOf(path: Path): Path {
  if (path[0] === 'endpoints') return path.slice(0, 2);
  return path.slice(0, path.findLastIndex((step) => typeof step === 'number') + 1);
}

function keyOf(code: string, path: Path): string {
  return `${code} ${path.join('/')}`;
}
