/** Leaves out findings that another one explains: a missing field whose name is misspelled beside it. The API server reports both. */
import { memo } from '../text/memo.ts';
import type { Path } from '../tree/path.ts';
import { entryOf, type Value } from '../tree/value.ts';
import type { RatedDiagnostic } from './check-documents.ts';
import { isNameFor } from './unknown.ts';

/** By code: the names below the path of the finding that it misses; without any, the path names the missing field. */
const explainable: ReadonlyMap<string, readonly string[]> = new Map([
  ['missing-field', []],
  ['missing-name', []],
  ['endpoint-without-address', []],
  ['unnamed-port', []],
  ['empty-subset', ['addresses', 'notReadyAddresses']],
]);

const unknownCodes: ReadonlySet<string> = new Set(['unknown-field', 'unknown-property']);

/** The findings of one document. A finding that an ignore silences or a setting turns off explains nothing. */
export const withoutExplained = memo((found: readonly RatedDiagnostic[]): readonly RatedDiagnostic[] => {
  const unknown = found.filter(({ diagnostic }) => unknownCodes.has(diagnostic.rule.code));
  if (unknown.length === 0) return found;
  const left = found.filter((each) => !isExplained(each, unknown));
  return left.length === found.length ? found : left;
});

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
  if (typeof typed !== 'string' || typeof meant !== 'string' || written.some((step, i) => i < depth && step !== missing[i]))
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
