/** Finds what a Go template certainly renders: strings, and values of the chart (`.Values.db.port`) with their conditions. */
import { attachment } from '../text/memo.ts';
import { shift } from '../text/span.ts';
import { actionsIn, type Action } from '../text/template-actions.ts';
import { countBeforeBy } from '../text/sorted.ts';
import type { ChartValueUse, Opaque, Rendered, Value } from '../tree/value.ts';
import {
  endOfBlock,
  itemBlocks,
  mapBlockItems,
  mapBlocks,
  startOfBlock,
  type ItemBlock,
  type UnnumberedBlock,
} from '../tree/item-blocks.ts';
import { actionScopes, pathIn, scopeText, topScope, type Scope } from './template-scopes.ts';

/** The same tree, in which the values that templates render say what is known of them. `blocks` are open around the text. */
export function withRendered(root: Value, text: string, blocks: string): Value {
  const actions = actionsIn(text);
  if (actions.length === 0) return root;
  let scopes: readonly (Scope | undefined)[] | undefined;
  const outer = actionsIn(blocks);
  const scopeAt = (index: number): Scope | undefined => {
    const number = outer.length + index;
    return number < 0 ? topScope : (scopes ??= actionScopes([...outer, ...actions]))[number];
  };
  return mark(root, { text, actions, scopeAt, shift: 0 });
}

/**
 * The block, which is in the place of others now, with what its templates render. Undefined where their scopes may not be
 * those of the others. No action may begin before the block and end in it, or be open.
 */
export function renderedLike(
  others: readonly ItemBlock[],
  placed: UnnumberedBlock,
  text: string,
): ItemBlock | undefined {
  const [outer, ...rest] = others.map((other) => renderingOf(other).scope);
  const isOne = outer && rest.every((each) => each && scopeText(each.at) === scopeText(outer.at));
  const start = startOfBlock(placed);
  const actions = actionsIn(text.slice(start, endOfBlock(placed)));
  if (!isOne || !actions.every(isSteady)) return undefined;
  const own = actions.map((action) => ({ ...action, start: action.start + start, end: action.end + start }));
  return renderedInScope(placed, outer, { text, actions: own, scopeAt: () => outer.at, shift: 0 });
}

/** True for lines whose actions leave the scope of all others as it is. */
export function keepsScope(lines: string): boolean {
  return actionsIn(lines).every(isSteady);
}

/** True for an action that leaves the scope as it is. */
function isSteady({ kind, code }: Action): boolean {
  return kind === 'output' || code.startsWith('/*');
}

interface Template {
  readonly text: string;
  readonly actions: readonly Action[];
  /** Of the action with the index. Before the first one, the scope at the top. */
  readonly scopeAt: (index: number) => Scope | undefined;
  /** How far the spans of values are moved in the text. */
  readonly shift: number;
}

interface Rendering {
  /** What the block became last, and what that depends on. */
  last?: { readonly block: ItemBlock; readonly key: string };
  /** The scope of all actions in the block; undefined where there are several. */
  scope?: BlockScope | undefined;
}

interface BlockScope {
  readonly at: Scope | undefined;
}

const renderingOf = attachment((_block: ItemBlock): Rendering => ({}));

/** A block has the same text wherever it is, so only a change of its scope makes it another one. */
function renderedBlock(placed: UnnumberedBlock, template: Template): ItemBlock {
  const { actions, scopeAt, shift: by } = template;
  const first = firstFrom(actions, startOfBlock(placed) + by);
  const own = actionsUntil(actions, first, endOfBlock(placed) + by);
  const scope = own.every(isSteady) ? { at: scopeAt(own.length > 0 ? first : first - 1) } : undefined;
  return renderedInScope(placed, scope, { ...template, actions: own, scopeAt: (each) => scopeAt(first + each) });
}

/** The template has the actions in the block only. */
function renderedInScope(
  { block, shift: moved }: UnnumberedBlock,
  scope: BlockScope | undefined,
  template: Template,
): ItemBlock {
  const by = template.shift + moved;
  const made = (): ItemBlock => mapBlockItems(block, (item) => mark(item, { ...template, shift: by }));
  if (!scope) return made();
  const key = `${scopeText(scope.at)} ${template.actions.map(({ start }) => start - by).join(' ')}`;
  const rendering = renderingOf(block);
  if (rendering.last?.key !== key) rendering.last = { block: made(), key };
  renderingOf(rendering.last.block).scope = scope;
  return rendering.last.block;
}

function mark(value: Value, template: Template): Value {
  if (value.kind === 'opaque') return value.why === 'a template' ? marked(value, template) : value;
  if (value.kind === 'sequence') {
    if (itemBlocks(value)) return mapBlocks(value, (placed) => renderedBlock(placed, template));
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

function renderedAt(value: Opaque, { text, actions, scopeAt, shift: by }: Template): Rendered | undefined {
  const span = shift(value.span, by);
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
  return countBeforeBy(actions, offset, ({ start }) => start);
}

function actionsUntil(actions: readonly Action[], first: number, end: number): readonly Action[] {
  let behind = first;
  while ((actions[behind]?.start ?? end) < end) behind++;
  return actions.slice(first, behind);
}
