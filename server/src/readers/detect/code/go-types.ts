/** Finds the values of type Endpoints in Go: literals, variables and type arguments of watches, reads and writes. */
import { ownValue } from '../../../text/own-value.ts';
import { anyTarget, argumentsIn, targetIn, codeText, type NamedTarget } from './code-arguments.ts';
import { sightings, type CodeSighting } from './code-sighting.ts';
import { codeAt, isCode, wordsLike, type CodeSource } from './code-source.ts';
import type { GoImports } from './go-imports.ts';

export function goTypeUses(source: CodeSource, imports: GoImports): readonly CodeSighting[] {
  return wordsLike(source, /^Endpoints(?:List)?$/).flatMap((at) => {
    const isOurs = isCode(source, at - 1, '.') && imports.isCore(codeAt(source, at - 2));
    if (!isOurs || !isValue(source, at)) return [];
    const type = `${codeAt(source, at - 2)}.${codeAt(source, at)}`;
    const call = callAround(source, at);
    const open = isCode(source, at + 1, '{') ? at + 1 : undefined;
    const close = open === undefined ? undefined : source.partners[open];
    const written = open === undefined ? anyTarget : targetIn(source, open, /^ObjectMeta$/);
    if (call !== undefined) {
      const asked = callTarget(source, call.open);
      return [sighting(at, `${call.name}(${type})`, call.access, asked === anyTarget ? written : asked)];
    }
    const variable = variableOf(source, at);
    const later = variable === undefined ? undefined : useOf(source, at, variable);
    if (later) {
      const target = written.name === undefined ? later.target : written;
      return [sighting(at, `${later.name}(${type})`, later.access, target)];
    }
    const isFilled = open !== undefined && close !== undefined && close > open + 1;
    return [sighting(at, `This ${type}`, isFilled ? 'write' : 'read', written)];
  });
}

const sighting = sightings('go-client');

/** False for the types of parameters, results, fields, elements and assertions. */
function isValue(source: CodeSource, at: number): boolean {
  const before = codeAt(source, at - 3);
  const next = codeAt(source, at + 1);
  if (next === '{') {
    if (before === ']')
      return codeAt(source, at + 2) === '{' && codeAt(source, (source.partners[at - 3] ?? 0) - 1) !== ')';
    // Behind `)` and `*` it is the result of a function, before its body.
    return before !== ')' && before !== '*';
  }
  if (before === '(' && next === ')') return codeAt(source, at - 4) === 'new';
  if (next === ']' || next === ',') return isTypeArgument(source, at);
  // `var ep corev1.Endpoints`, also in a group.
  const parent = source.parents[at] ?? -1;
  const isInGroup = codeAt(source, parent) === '(' && codeAt(source, parent - 1) === 'var';
  return source.tokens[at - 3]?.kind === 'word' && (codeAt(source, at - 4) === 'var' || isInGroup) && next !== '.';
}

/** `krt.NewInformer[*corev1.Endpoints](c)`. */
function isTypeArgument(source: CodeSource, at: number): boolean {
  const open = source.parents[at] ?? -1;
  const close = source.partners[open] ?? -1;
  const isFirst = at - 3 === open || (codeAt(source, at - 3) === '*' && at - 4 === open);
  return (
    isFirst &&
    codeAt(source, open) === '[' &&
    isCode(source, close + 1, '(') &&
    /^(?:New\w*|Kind|Watch\w*|\w*(?:Informer|Lister|Client|Getter))$/.test(codeAt(source, open - 1))
  );
}

interface TypedCall {
  readonly name: string;
  readonly open: number;
  readonly access: CodeSighting['access'];
}

const accessOf: Readonly<Record<string, CodeSighting['access']>> = {
  For: 'watch',
  Owns: 'watch',
  Watches: 'watch',
  Watch: 'watch',
  Kind: 'watch',
  NewInformer: 'watch',
  GetInformer: 'watch',
  Get: 'read',
  List: 'read',
  Create: 'write',
  Update: 'write',
  Patch: 'write',
  Delete: 'write',
  DeleteAllOf: 'write',
  CreateOrUpdate: 'write',
  CreateOrPatch: 'write',
};

/** The innermost call that says what is done with the value, up to two calls around it. */
function callAround(source: CodeSource, at: number): TypedCall | undefined {
  let open = source.parents[at] ?? -1;
  for (let depth = 0; depth < 3 && open >= 0; depth++) {
    // Behind type arguments, such as `Kind[client.Object](…)`.
    const close = codeAt(source, open - 1) === ']' ? (source.partners[open - 1] ?? open) : open;
    const name = codeAt(source, open) === '[' ? codeAt(source, open - 1) : codeAt(source, close - 1);
    const access = ownValue(accessOf, name);
    if (access && codeAt(source, open) !== '{') return { name, open, access };
    open = source.parents[open] ?? -1;
  }
  return undefined;
}

/** `var NAME corev1.Endpoints`, `NAME := &corev1.Endpoints{}` and `NAME := new(corev1.Endpoints)`. */
function variableOf(source: CodeSource, at: number): string | undefined {
  const before = codeAt(source, at - 3);
  if (source.tokens[at - 3]?.kind === 'word' && codeAt(source, at + 1) !== '{') return before;
  const start = before === '&' ? at - 4 : before === '(' ? at - 5 : at - 3;
  return /^:?=$/.test(codeAt(source, start)) ? codeAt(source, start - 1) : undefined;
}

/** In tokens: how far behind its variable a call is looked for. */
const farthest = 200;

function useOf(
  source: CodeSource,
  at: number,
  variable: string,
): (TypedCall & { readonly target: NamedTarget }) | undefined {
  for (let each = at + 1; each < Math.min(source.tokens.length, at + farthest); each++) {
    if (codeAt(source, each) !== variable || !/^[,)]$/.test(codeAt(source, each + 1))) continue;
    const call = callAround(source, each);
    if (call && call.access !== 'watch') return { ...call, target: callTarget(source, call.open) };
  }
  return undefined;
}

/** `Get(ctx, client.ObjectKey{Namespace: "shop", Name: "db"}, ep)` and `List(ctx, all, client.InNamespace("shop"))`. */
function callTarget(source: CodeSource, open: number): NamedTarget {
  const key = targetIn(source, open, /^(?:ObjectKey|NamespacedName)$/);
  if (key !== anyTarget) return key;
  for (const { from } of argumentsIn(source, open)) {
    const at = codeAt(source, from) === 'InNamespace' ? from : from + 2;
    if (!isCode(source, at, 'InNamespace', '(')) continue;
    return { name: undefined, namespace: codeText(source, { from: at + 2, to: source.partners[at + 1] ?? at }) };
  }
  return anyTarget;
}
