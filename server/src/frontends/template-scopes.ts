/** What `.` and `$x` stand for at each action of a Go template, and under which conditions the action runs. */
import { memo } from '../text/memo.ts';
import type { Action } from '../text/template-actions.ts';
import type { ChartCondition, ChartPath } from '../tree/value.ts';

export interface Scope {
  /** The value that `.` stands for; `root` at the top, undefined where it is not known. */
  readonly dot: ChartPath | 'root' | undefined;
  readonly variables: ReadonlyMap<string, ChartPath>;
  /** Undefined where one of them cannot be decided. */
  readonly conditions: readonly ChartCondition[] | undefined;
}

interface Frame {
  readonly outer: Scope;
  /** What holds in the text of the next `else`. */
  readonly otherwise: readonly ChartCondition[] | undefined;
}

/** Where no block is open. */
export const topScope: Scope = { dot: 'root', variables: new Map(), conditions: [] };
const unknown: Scope = { dot: undefined, variables: new Map(), conditions: undefined };

/** By the index of the action. Undefined inside a block that begins before the text. */
export function actionScopes(actions: readonly Action[]): readonly (Scope | undefined)[] {
  const scopes: (Scope | undefined)[] = [];
  const frames: Frame[] = [];
  const changing = new Set(actions.flatMap(({ code }) => /^\$\w+(?=\s*=[^=])/.exec(code) ?? []));
  let scope = topScope;
  for (const { kind, code } of actions) {
    const frame = kind === 'end' ? frames.pop() : frames.at(-1);
    if ((kind === 'end' || kind === 'else') && !frame) {
      scopes.fill(undefined);
      scope = kind === 'end' ? topScope : unknown;
    } else if (frame && kind === 'end') scope = frame.outer;
    else if (frame && kind === 'else') {
      frames.pop();
      const outer = { ...frame.outer, conditions: both(frame.outer.conditions, frame.otherwise) };
      const next = opened(outer, code.replace(/^else\s*/, ''));
      frames.push({ outer: frame.outer, otherwise: both(frame.otherwise, next.otherwise) });
      scope = next.scope;
    } else if (kind === 'open') {
      const { scope: inner, otherwise } = opened(scope, code);
      frames.push({ outer: scope, otherwise });
      scope = inner;
    } else if (kind === 'silent') scope = assigned(scope, code, changing);
    scopes.push(scope);
  }
  return scopes;
}

/** Equal for equal scopes. */
export function scopeText(scope: Scope | undefined): string {
  return scope ? textOfScope(scope) : '';
}

const textOfScope = memo(({ dot, variables, conditions }: Scope): string =>
  JSON.stringify([dot, [...variables], conditions]),
);

/** The path below `.Values` that the reference stands for; undefined where it is none. */
export function pathIn(scope: Scope, reference: string): ChartPath | undefined {
  const [, variable, names = ''] = /^(\$\w*)?((?:\.\w+)*|\.)$/.exec(reference) ?? [];
  const steps = names.split('.').filter((name) => name !== '');
  const base = variable === undefined ? scope.dot : variable === '$' ? topScope.dot : scope.variables.get(variable);
  // In a `define`, both are what the caller passes.
  if (scope.dot === undefined && scope.conditions === undefined && variable === '$') return undefined;
  if (base === 'root') return steps[0] === 'Values' && steps.length > 1 ? steps.slice(1) : undefined;
  return base && reference !== '' ? [...base, ...steps] : undefined;
}

interface Opened {
  readonly scope: Scope;
  readonly otherwise: readonly ChartCondition[] | undefined;
}

function opened(scope: Scope, code: string): Opened {
  const [, word = '', rest = ''] = /^(\w*)\s*([^]*)$/.exec(code) ?? [];
  if (word === '') return { scope, otherwise: undefined };
  if (word === 'if') {
    const conditions = conditionsIn(scope, rest);
    return { scope: { ...scope, conditions: both(scope.conditions, conditions) }, otherwise: negated(conditions) };
  }
  if (word !== 'with' && word !== 'range') return { scope: unknown, otherwise: undefined };
  const [, first, second, reference = ''] = /^(?:(\$\w+)\s*(?:,\s*(\$\w+)\s*)?:=\s*)?(\S+)$/.exec(rest) ?? [];
  const path = pathIn(scope, reference);
  const variables = new Map(scope.variables);
  for (const each of [first, second]) if (each) variables.delete(each);
  const own = path && word === 'range' ? [...path, '*'] : path;
  const named = word === 'range' ? (second ?? first) : first;
  if (own && named) variables.set(named, own);
  const conditions = path && [{ path, isNegated: false }];
  return {
    scope: { dot: own, variables, conditions: both(scope.conditions, conditions) },
    otherwise: negated(conditions),
  };
}

/** `changing` are the variables that a later action sets again. */
function assigned(scope: Scope, code: string, changing: ReadonlySet<string>): Scope {
  const [, name, reference = ''] = /^(\$\w+)\s*:?=\s*([^]*)$/.exec(code) ?? [];
  if (!name) return scope;
  const path = changing.has(name) || scope.variables.size > mostKnown ? undefined : pathIn(scope, reference);
  const variables = new Map(scope.variables);
  if (path) variables.set(name, path);
  else variables.delete(name);
  return { ...scope, variables };
}

/** `.Values.enabled`, `not .Values.off`, `eq .Values.mode "a"`, `and .Values.a .Values.b`. */
function conditionsIn(scope: Scope, code: string): readonly ChartCondition[] | undefined {
  const [, word, rest = code] = /^(not|and|eq|ne)\s+([^]+)$/.exec(code.trim()) ?? [];
  const words = rest.match(/"[^"]*"|\S+/g) ?? [];
  const paths = words.map((each) => pathIn(scope, each));
  const [path, second] = paths;
  if (word === 'and') {
    const all = paths.flatMap((each) => (each ? [{ path: each, isNegated: false }] : []));
    return all.length === paths.length ? all : undefined;
  }
  if (!path) return undefined;
  if (word === 'eq' || word === 'ne') {
    const literal = /^"([^"\\]*)"$|^(\d+)$/.exec(words[1] ?? '');
    const isSimple = words.length === 2 && !second && literal;
    return isSimple ? [{ path, equals: literal[1] ?? literal[2] ?? '', isNegated: word === 'ne' }] : undefined;
  }
  return words.length === 1 ? [{ path, isNegated: word === 'not' }] : undefined;
}

/** With more variables or conditions than these, nothing is known. Their lists are copied for each block. */
const mostKnown = 50;

function both(
  a: readonly ChartCondition[] | undefined,
  b: readonly ChartCondition[] | undefined,
): readonly ChartCondition[] | undefined {
  return a && b && a.length < mostKnown ? [...a, ...b] : undefined;
}

function negated(conditions: readonly ChartCondition[] | undefined): readonly ChartCondition[] | undefined {
  const [only] = conditions ?? [];
  return only && conditions?.length === 1 ? [{ ...only, isNegated: !only.isNegated }] : undefined;
}
