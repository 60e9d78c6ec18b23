/** Leaves out findings that another one explains, such as a missing field whose name is misspelled beside it. The API server reports both. */
import { memo } from '../text/memo.ts';
import type { Path } from '../tree/path.ts';
import { entryOf, type Value } from '../tree/value.ts';
import type { RatedDiagnostic } from './check-documents.ts';
import type { Diagnostic } from './rule.ts';
import { isNameFor } from './unknown.ts';

/** By code: the names below the path of the finding that it misses; without any, the path names the missing field. */
const explainable: ReadonlyMap<string, readonly string[]> = new Map([
  ['missing-field', []],
  ['missing-name', []],
  ['endpoint-without-address', []],
  ['unnamed-port', []],
  ['missing-port-number', []],
  ['empty-subset', ['addresses', 'notReadyAddresses']],
]);

/** By code: the more severe finding at the same field, or beside it in the same port, that says the same. */
const stronger: ReadonlyMap<string, string> = new Map([
  ['controller-owned-key', 'headless-label'],
  ['repeated-address', 'overridden-endpoint'],
  ['missing-port-number', 'unserved-port'],
  ['unusable-port', 'unserved-port'],
]);

const unknownCodes: ReadonlySet<string> = new Set(['unknown-field', 'unknown-property']);

/** The findings of one document. A finding that an ignore silences or a setting turns off explains nothing. */
export const withoutExplained = memo((found: readonly RatedDiagnostic[]): readonly RatedDiagnostic[] => {
  const unknown = found.filter(({ diagnostic }) => unknownCodes.has(diagnostic.rule.code));
  const left = found.filter(
    (each) => !(unknown.length > 0 && isExplained(each, unknown)) && !isWeaker(each.diagnostic, found),
  );
  return left.length === found.length ? found : left;
});

function isWeaker({ rule, path, resource }: Diagnostic, found: readonly RatedDiagnostic[]): boolean {
  const code = stronger.get(rule.code);
  if (code === undefined || !path) return false;
  const place = code === 'unserved-port' ? path.slice(0, -1) : path;
  return found.some(({ diagnostic }) => {
    if (diagnostic.rule.code !== code || diagnostic.resource !== resource) return false;
    const other = diagnostic.path ?? [];
    return (code === 'unserved-port' ? other.slice(0, -1) : other).join('\n') === place.join('\n');
  });
}

function isExplained({ diagnostic }: RatedDiagnostic, unknown: readonly RatedDiagnostic[]): boolean {
  const names = explainable.get(diagnostic.rule.code);
  const { path, resource } = diagnostic;
  if (!names || !path || !resource) return false;
  const missing = names.length > 0 ? names.map((name) => [...path, name]) : [path];
  return unknown.some(
    (each) =>
      each.diagnostic.resource === resource &&
      missing.some((one) => isMeant(each.diagnostic.path ?? [], one, resource.properties)),
  );
}

/** True where the last name of `written` is a misspelling of the name in its place, which is not written itself. */
function isMeant(written: Path, missing: Path, root: Value): boolean {
  const depth = written.length - 1;
  const [typed, meant] = [written[depth], missing[depth]];
  if (
    typeof typed !== 'string' ||
    typeof meant !== 'string' ||
    written.some((step, i) => i < depth && step !== missing[i])
  )
    return false;
  return isNameFor(typed, meant) && !isWritten(root, missing.slice(0, depth + 1));
}

function isWritten(root: Value, path: Path): boolean {
  let value: Value | undefined = root;
  for (const step of path) {
    if (typeof step === 'number') value = value?.kind === 'sequence' ? value.items[step] : undefined;
    else value = value?.kind === 'mapping' ? entryOf(value, step)?.value : undefined;
  }
  return value !== undefined;
}
