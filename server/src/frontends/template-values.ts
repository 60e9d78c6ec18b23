/** Finds what a Go template certainly renders: strings, and values of the chart (`.Values.db.port`) with their conditions. */
import { actionsIn, type Action } from '../text/template-actions.ts';
import type { ChartValueUse, Opaque, Rendered, Value } from '../tree/value.ts';
import { actionScopes, pathIn, type Scope } from './template-scopes.ts';

/** The same tree, in which the values that templates render say what is known of them. `blocks` are open around the text. */
export function withRendered(root: Value, text: string, blocks: string): Value {
  const actions = actionsIn(text);
  if (actions.length === 0) return root;
  let scopes: readonly (Scope | undefined)[] | undefined;
  const outer = actionsIn(blocks);
  const scopeAt = (index: number): Scope | undefined =>
    (scopes ??= actionScopes([...outer, ...actions]))[outer.length + index];
  return mark(root, { text, actions, scopeAt });
}

interface Template {
  readonly text: string;
  readonly actions: readonly Action[];
  readonly scopeAt: (index: number) => Scope | undefined;
}

function mark(value: Value, template: Template): Value {
  if (value.kind === 'opaque') return value.why === 'a template' ? marked(value, template) : value;
  if (value.kind === 'sequence') {
    const items = value.items.map((item) => mark(item, template));
    return items.every((item, i) => item === value.items[i]) ? value : { ...value, items };
  }
  if (value.kind !== 'mapping') return value;
  const entries = value.entries.map((entry) => {
    const own = mark(entry.value, template);
    return own === entry.value ? entry : { ...entry, value: own };
  });
  return entries.every((entry, i) => entry === value.entries[i]) ? value : { ...value, entries };
}

function marked(value: Opaque, template: Template): Opaque {
  const rendered = renderedAt(value, template);
  return rendered ? { ...value, rendered } : value;
}

/** An operand of Go templates, `.x` or `$x`. Other template languages use the same braces. */
const operand = /(?:^|[\s(|])(?:\.(?=[A-Za-z_\s)|]|$)|\$)/;

function renderedAt({ span }: Opaque, { text, actions, scopeAt }: Template): Rendered | undefined {
  const first = firstFrom(actions, span.start);
  const own = actionsUntil(actions, first, span.end);
  if (own.length === 0 || !own.every(({ code, kind }) => kind !== 'output' || operand.test(code))) return undefined;
  if (!own.some(({ kind }) => kind === 'output')) return undefined;
  const isInQuotes = /^["'|>]/.test(text.slice(span.start, span.start + 1));
  const [action] = own;
  const quotes = /^["']/.test(text.slice(span.start, span.start + 1)) ? 1 : 0;
  const isAlone = own.length === 1 && action?.start === span.start + quotes && action.end === span.end - quotes;
  const scope = isAlone ? scopeAt(first) : undefined;
  const pipeline = isAlone && action ? pipelineOf(action) : undefined;
  const isString = isInQuotes || (isAlone && pipeline?.isQuoted === true);
  const path = pipeline && scope && pathIn(scope, pipeline.operand);
  if (!pipeline || !path || !scope?.conditions || path.length === 0) return isString ? { isString } : undefined;
  const use: ChartValueUse = {
    path,
    isQuoted: isString,
    isNumber: pipeline.isNumber,
    hasDefault: pipeline.hasDefault,
    conditions: scope.conditions,
  };
  return { isString, use };
}

interface Pipeline {
  readonly operand: string;
  readonly isQuoted: boolean;
  readonly isNumber: boolean;
  readonly hasDefault: boolean;
}

const reference = /^(?:\$\w*)?(?:\.\w+)+$|^\.$|^\$\w+$/;
const unchanging = new Set(['quote', 'squote', 'int', 'int64', 'toString', 'trim']);

/** A reference, and functions that do not change it: `.Values.port | default 80 | int`, `quote .Values.ip`. */
function pipelineOf({ code }: Action): Pipeline | undefined {
  const stages = code.split('|').map((stage) => stage.trim());
  const [head = ''] = stages;
  const words = wordsOf(head);
  const last = words?.at(-1) ?? '';
  const calls = [...(words?.slice(0, -1).join(' ') ? [words.slice(0, -1).join(' ')] : []), ...stages.slice(1)];
  if (!words || !reference.test(last) || !calls.every(isUnchanging)) return isQuotedText(stages);
  return {
    operand: last,
    isQuoted: /^s?quote$/.test(calls.at(-1) ?? ''),
    isNumber: calls.some((call) => /^int(?:64)?$/.test(call)),
    hasDefault: calls.some((call) => call.startsWith('default ')),
  };
}

/** A text that is not known, in quotes. */
function isQuotedText(stages: readonly string[]): Pipeline | undefined {
  return stages.length > 1 && /^s?quote$/.test(stages.at(-1) ?? '')
    ? { operand: '', isQuoted: true, isNumber: false, hasDefault: false }
    : undefined;
}

function isUnchanging(call: string): boolean {
  return unchanging.has(call) || /^(?:default|required)\s+(?:"[^"]*"|[\w.-]+|\$?\.[\w.]+)$/.test(call);
}

/** Undefined where the text has parentheses. */
function wordsOf(text: string): readonly string[] | undefined {
  return /[()]/.test(text.replace(/"[^"]*"/g, '')) ? undefined : (text.match(/"[^"]*"|\S+/g) ?? undefined);
}

function firstFrom(actions: readonly Action[], offset: number): number {
  let low = 0;
  let high = actions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((actions[middle]?.start ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function actionsUntil(actions: readonly Action[], first: number, end: number): readonly Action[] {
  let behind = first;
  while ((actions[behind]?.start ?? end) < end) behind++;
  return actions.slice(first, behind);
}
