/**
 * Decides whether expressions and patterns of a policy look only at the request and at labels or annotations of the
 * object, so that they hold for EndpointSlices as they are.
 */
import { stringOf, type Value } from '../../tree/value.ts';
import { entriesIn } from '../searched-text.ts';

/** The fields of `metadata` that mean the same in both kinds. Names differ. */
const sharedMetadata = '(?:labels|annotations|namespace)';

const requestPath = new RegExp(
  `^(?:request\\.(?:operation|userInfo(?:\\.[\\w.]+)?|roles|clusterRoles|namespace)|serviceAccount(?:Name|Namespace)|request\\.(?:object|oldObject)\\.metadata\\.${sharedMetadata}(?:\\.[\\w.]*)?)$`,
);

const literals = /'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g;

/** True where each `{{ … }}` of Kyverno reads only the request, labels or annotations. */
export function readsOnlyRequest(text: string): boolean {
  const rest = text.replace(/\{\{([^{}]{0,500})\}\}/g, (all, expression: string) =>
    isRequestExpression(expression) ? '' : all,
  );
  return !rest.includes('{{');
}

function isRequestExpression(expression: string): boolean {
  if (/endpoint/i.test(expression)) return false;
  const bare = expression.replace(/\\"/g, '"').replace(literals, '');
  const paths = [...bare.matchAll(/[A-Za-z_@$][\w.$]*(\(?)/g)];
  return paths.every(([path, call]) => call === '(' || requestPath.test(path.replace(/\.$/, '')));
}

/** True where an expression in CEL reads only the request, labels or annotations. */
export function celReadsOnlyMetadata(expression: string): boolean {
  if (/endpoint/i.test(expression)) return false;
  const bare = expression.replace(literals, "''");
  if (/\b(?:resource|http|images?|image|globalContext|Object|self)\b/.test(bare)) return false;
  const isShared = (found: RegExpMatchArray, allowed: RegExp): boolean =>
    allowed.test(bare.slice((found.index ?? 0) + found[0].length));
  return (
    [...bare.matchAll(/\b(?:object|oldObject)\b/g)].every((found) => isShared(found, ofObject)) &&
    [...bare.matchAll(/\brequest\b/g)].every((found) => isShared(found, ofRequest))
  );
}

const ofObject = new RegExp(`^(?:\\.\\??metadata(?:\\.\\??${sharedMetadata}\\b|\\))|\\s*[!=]=\\s*null\\b)`);
const ofRequest = /^\.(?:operation|userInfo|namespace|dryRun|options|uid)\b/;

/** True where all expressions in CEL below a value are known and read only metadata. */
export function celBelowReadsOnlyMetadata(value: Value): boolean {
  return entriesIn(value).every(({ entry }) => {
    if (!/^(?:e|messageE|valueE)xpression$/.test(entry.name)) return true;
    const expression = stringOf(entry.value);
    return expression !== undefined && celReadsOnlyMetadata(expression);
  });
}

/** True for a pattern or a patch that has only labels and annotations; Kyverno's anchors may be around the names. */
export function hasOnlyLabels(pattern: Value | undefined): boolean {
  if (pattern?.kind !== 'mapping' || pattern.isOpen || pattern.entries.length === 0) return false;
  return pattern.entries.every(
    ({ name, value }) =>
      unanchored(name) === 'metadata' &&
      value.kind === 'mapping' &&
      !value.isOpen &&
      value.entries.length > 0 &&
      value.entries.every((entry) => /^(?:labels|annotations)$/.test(unanchored(entry.name))),
  );
}

/** True for a JSON patch, as a text, whose paths are all below labels and annotations. */
export function patchesOnlyLabels(patch: string): boolean {
  const paths = [...patch.matchAll(/\bpath["']?\s*:\s*["']?([^\s"',}]+)/g)].map(([, path]) => path ?? '');
  return (
    paths.length > 0 &&
    paths.every((path) => /^\/metadata\/(?:labels|annotations)(?:\/|$)/.test(path)) &&
    !/\bfrom["']?\s*:/.test(patch)
  );
}

/** `metadata` for `=(metadata)` and `+(metadata)`. */
function unanchored(name: string): string {
  return name.replace(/^[=+^<X]?\((.*)\)$/, '$1');
}
