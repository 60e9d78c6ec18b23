/** Leaves out findings that another one explains, such as a missing field whose name is misspelled beside it. The API server reports both. */
import { groupBy } from '../text/group.ts';
import { memo } from '../text/memo.ts';
import type { Resource } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { valueAtPath, type Value } from '../tree/value.ts';
import type { RatedDiagnostic } from './check-documents.ts';
import type { Diagnostic, Rule } from './rule.ts';
import { isNameFor } from './unknown.ts';

/** By code: the names below the path of the finding that it misses; without any, the path names the missing field. */
const explainable: ReadonlyMap<string, readonly string[]> = new Map([
  ['missing-field', []],
  ['missing-name', []],
  ['endpoint-without-address', []],
  ['unnamed-port', []],
  ['missing-port-number', []],
  ['empty-subset', ['addresses', 'notReadyAddresses']],
  ['service-without-ports', []],
]);

/** True for a rule that reports something that is missing, which a kustomization may add. */
export function reportsAbsence({ code }: Pick<Rule, 'code'>): boolean {
  return explainable.has(code);
}

/** By code: the more severe finding at the same field, or beside it in the same port, that says the same. */
const stronger: ReadonlyMap<string, readonly string[]> = new Map([
  ['controller-owned-key', ['headless-label']],
  ['repeated-address', ['overridden-endpoint']],
  ['missing-port-number', ['unserved-port', 'crashing-port']],
  ['unusable-port', ['unserved-port']],
]);

/** What may be in a block of Terraform whose name is refused. */
const explainableInBlocks: ReadonlySet<string> = new Set([
  'slice-without-service',
  'slice-without-manager',
  'missing-ports',
]);

const strongerCodes: ReadonlySet<string> = new Set([...stronger.values()].flat());

const unknownCodes: ReadonlySet<string> = new Set([
  'unknown-field',
  'unknown-property',
  'dropped-argument',
  'unknown-argument',
]);

/** The findings of one document. A finding that an ignore silences or a setting turns off explains nothing. */
export function withoutExplained(found: readonly RatedDiagnostic[]): readonly RatedDiagnostic[] {
  return found.some((each) => explainerKey(each) !== '') ? unexplained(found) : found;
}

const unexplained = memo((found: readonly RatedDiagnostic[]): readonly RatedDiagnostic[] => {
  const all = groupBy(found, explainerKey);
  const left = found.filter(({ diagnostic }) => !isExplained(diagnostic, all) && !isWeaker(diagnostic, all));
  return left.length === found.length ? found : left;
});

/** Empty for a finding that explains no other one. */
function explainerKey({ diagnostic: { rule, path = [], resource } }: RatedDiagnostic): string {
  const isStronger = strongerCodes.has(rule.code);
  // Paths of several operations may be equal.
  if (!resource || resource.isJsonPatch || !(isStronger || unknownCodes.has(rule.code))) return '';
  return keyOf(resource, rule.code, isStronger ? placeOf(rule.code, path) : path.slice(0, -1));
}

type ByPlace = ReadonlyMap<string, readonly RatedDiagnostic[]>;

/** `unserved-port` names the port that `missing-port-number` and `unusable-port` report. */
function placeOf(code: string, path: Path): Path {
  return code === 'unserved-port' ? path.slice(0, -1) : path;
}

function keyOf({ span }: Resource, code: string, path: Path): string {
  return `${span.start} ${unknownCodes.has(code) ? 'unknown' : code} ${path.join('\n')}`;
}

function isWeaker({ rule, path, resource }: Diagnostic, all: ByPlace): boolean {
  const codes = stronger.get(rule.code);
  if (!codes || !path || !resource) return false;
  return codes.some((code) => all.has(keyOf(resource, code, placeOf(code, path))));
}

function isExplained({ rule, path, resource }: Diagnostic, all: ByPlace): boolean {
  const isInBlocks = resource?.terraform !== undefined && explainableInBlocks.has(rule.code);
  const names = explainable.get(rule.code) ?? (isInBlocks ? [] : undefined);
  if (!names || !path || !resource) return false;
  const missing = names.length > 0 ? names.map((name) => [...path, name]) : [path];
  return missing.some((one) =>
    one.some((meant, depth) => {
      const above = one.slice(0, depth);
      const unknown = all.get(keyOf(resource, 'unknown-field', above)) ?? [];
      const isMeant = unknown.some(({ diagnostic }) => {
        const typed = diagnostic.path?.[depth];
        return typeof typed === 'string' && typeof meant === 'string' && isNameFor(typed, meant);
      });
      return isMeant && !isWritten(resource.properties, [...above, meant]);
    }),
  );
}

function isWritten(root: Value, path: Path): boolean {
  return valueAtPath(root, path) !== undefined;
}
