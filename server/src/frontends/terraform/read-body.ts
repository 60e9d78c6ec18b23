/** Spells the blocks and arguments of a Terraform resource with the names of the contract, as its provider sends them. */
import {
  terraformUnlisted,
  type TerraformArgument,
  type TerraformBlock,
  type TerraformParts,
} from '../../contract/terraform.ts';
import type { RefusedName } from '../../tree/document.ts';
import type { Path } from '../../tree/path.ts';
import { isNull, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import type { Span } from '../../text/span.ts';
import { shared } from '../code/relocate.ts';
import {
  attributeIn,
  hclBlocks,
  type HclAttribute,
  type HclBlock,
  type HclBody,
  type HclExpression,
} from '../hcl/hcl.ts';
import type { ModuleEvaluator, ModuleScope } from './evaluate.ts';
import { asBoolean, asNumber, asText, iteratedItems, mapping, opaqueAt, sequence, withoutNulls } from './values.ts';

export interface BodyReading {
  readonly evaluator: ModuleEvaluator;
  readonly scope: ModuleScope;
  /** Gets the names that the schema does not have. */
  readonly refused: RefusedName[];
}

interface Place {
  readonly parts: TerraformParts;
  readonly path: Path;
  readonly span: Span;
  /** Names at the top that are no part of the object. */
  readonly passed?: ReadonlySet<string>;
}

/** The entries stand in the order of the text; a list of blocks stands where its first block does. */
export function readBody(body: HclBody, place: Place, reading: BodyReading): Mapping {
  const { parts, path, passed } = place;
  const entries: Entry[] = [];
  const groups = new Map<string, HclBlock[]>();
  const refuse = (name: string, form: RefusedName['form'], span: Span): void => {
    reading.refused.push({ path, name, form, span, meant: meantName(name, parts) });
  };
  for (const statement of statementsIn(body)) {
    const { name, span } = headOf(statement);
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (passed?.has(name)) continue;
    if ('expression' in statement) {
      if (part?.kind !== 'argument') refuse(name, 'argument', span);
      else {
        const value = readArgument(statement.expression, part, reading);
        if (!isNull(value)) entries.push(entry(part.field, span, value, reading));
      }
    } else if (part?.kind !== 'block') refuse(name, 'block', span);
    else {
      const known = groups.get(name);
      if (known) known.push(statement);
      else {
        groups.set(name, [statement]);
        // The entry keeps its place; its value follows.
        entries.push(entry(part.field, span, opaqueAt(span, name), reading));
      }
    }
  }
  const values = new Map<string, Value | undefined>();
  for (const [name, blocks] of groups) {
    const part = parts[name];
    if (part?.kind === 'block') values.set(part.field, readBlocks(blocks, part, path, reading));
  }
  const read = entries.flatMap((each): Entry[] => {
    if (!values.has(each.name)) return [each];
    const value = values.get(each.name);
    return value ? [{ ...each, value }] : [];
  });
  return mapping(place.span, read);
}

function entry(name: string, key: Span, value: Value, { scope }: BodyReading): Entry {
  const keyText = scope.file.text.slice(key.start, key.end);
  return { name, keyText, key, value, isMerged: false, isOpaqueKey: false, isField: true };
}

export type Statement = HclAttribute | HclBlock;

/** In the order of the text. */
export function statementsIn({ attributes, blocks }: HclBody): readonly Statement[] {
  return [...attributes, ...blocks].sort((a, b) => startOf(a) - startOf(b));
}

/** A block of the JSON syntax has its own place: several stand below one key. */
function startOf(statement: Statement): number {
  return 'expression' in statement ? statement.key.start : Math.max(statement.key.start, statement.span.start);
}

/** What a statement names: for a dynamic block, its label. */
export function headOf(statement: Statement): { readonly name: string; readonly span: Span } {
  if ('expression' in statement) return { name: statement.name, span: statement.key };
  const [label] = statement.type === 'dynamic' ? statement.labels : [];
  return label ? { name: label.text, span: label.span } : { name: statement.type, span: statement.key };
}

/** The name in the schema that a refused one means; undefined where none fits. */
function meantName(name: string, parts: TerraformParts): string | undefined {
  const wanted = folded(name);
  return Object.keys(parts).find((each) => folded(each) === wanted || folded(parts[each]?.field ?? '') === wanted);
}

function folded(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

function readArgument(expression: HclExpression, { type }: TerraformArgument, reading: BodyReading): Value {
  const value = withoutNulls(reading.evaluator.evaluate(expression, reading.scope));
  switch (type) {
    case 'text':
      return asText(value);
    case 'number':
    case 'whole number as text':
      return asNumber(value);
    case 'boolean':
      return asBoolean(value);
    case 'list':
    case 'set':
      return value.kind === 'sequence' ? { ...value, items: value.items.map(asText) } : value;
    case 'map':
      return value.kind === 'mapping'
        ? { ...value, entries: value.entries.map((each) => ({ ...each, value: asText(each.value) })) }
        : value;
  }
}

/** Undefined where dynamic blocks make none. */
function readBlocks(
  blocks: readonly HclBlock[],
  part: TerraformBlock,
  path: Path,
  reading: BodyReading,
): Value | undefined {
  const isOne = part.repeats === 'one';
  const own = [...path, part.field];
  const items: Mapping[] = [];
  let isOpen = false;
  for (const block of blocks) {
    const at = isOne ? own : [...own, items.length];
    if (block.type !== 'dynamic') {
      const read = readBody(block.body, { parts: part.parts, path: at, span: block.span }, reading);
      items.push({ ...read, blockKey: block.key });
      continue;
    }
    const made = dynamicItems(block, part, { path: own, first: items.length, isOne }, reading);
    if (made) items.push(...made);
    isOpen ||= !made;
  }
  const [first] = blocks;
  const span = { start: first?.span.start ?? 0, end: blocks.at(-1)?.span.end ?? 0 };
  if (isOne) return isOpen ? opaqueAt(span, 'a dynamic block') : items[0];
  if (items.length === 0 && !isOpen) return undefined;
  const list: Sequence = { ...sequence(span, items, isOpen), style: 'block', isOfBlocks: true };
  return list;
}

/** The blocks that a dynamic one makes; undefined where they are not known. */
function dynamicItems(
  { body, labels: [label], span }: HclBlock,
  part: TerraformBlock,
  { path, first, isOne }: { readonly path: Path; readonly first: number; readonly isOne: boolean },
  { evaluator, scope, refused }: BodyReading,
): readonly Mapping[] | undefined {
  const collection = attributeIn(body, 'for_each');
  const [content] = hclBlocks(body, 'content');
  const iterator = attributeIn(body, 'iterator')?.expression;
  const name = iterator?.kind === 'reference' && typeof iterator.root === 'string' ? iterator.root : label?.text;
  const items = collection && iteratedItems(evaluator.evaluate(collection.expression, scope));
  if (!content || name === undefined) return undefined;
  const read = (names: ModuleScope['names'], index: number, names_: RefusedName[]): Mapping => {
    const at = isOne ? path : [...path, index];
    const inner = { evaluator, scope: { ...scope, names }, refused: names_ };
    const item = readBody(content.body, { parts: part.parts, path: at, span }, inner);
    return { ...shared(item), ...(label && { blockKey: label.span }) };
  };
  // What the content may not have is refused once, whatever there is.
  const unknown = opaqueAt(span, 'an item of a dynamic block');
  read(new Map([...scope.names, [name, unknown]]), first, refused);
  return items?.map((item, i) => {
    const bound = mapping(span, [member('key', item.key, span), member('value', item.value, span)]);
    return read(new Map([...scope.names, [name, bound]]), first + i, []);
  });
}

function member(name: string, value: Value, key: Span): Entry {
  return { name, keyText: name, key, value, isMerged: true, isOpaqueKey: false };
}

/** Arguments that hold references, not values. */
const referring: ReadonlySet<string> = new Set(['depends_on', 'provider', 'ignore_changes', 'replace_triggered_by']);

/** Blocks of options that may stand several times. */
const repeated: ReadonlySet<string> = new Set(['condition', 'field']);

/** The options of a resource in the names of Terraform. `isOption` is false for what is a part of the object. */
export function readResourceOptions(
  body: HclBody,
  isOption: (name: string) => boolean,
  reading: BodyReading,
  span: Span,
): Mapping {
  const entries = new Map<string, Entry>();
  for (const statement of statementsIn(body)) {
    const { name, span: key } = headOf(statement);
    if (!isOption(name) || terraformUnlisted.includes(name)) continue;
    const value = 'expression' in statement ? optionValue(statement, reading) : blockValue(statement, reading);
    const known = entries.get(name);
    if (isNull(value)) continue;
    if (!known) {
      const first = 'body' in statement && repeated.has(name) ? ofBlocks([value]) : value;
      entries.set(name, entry(name, key, first, reading));
    } else if (known.value.kind === 'sequence' && known.value.isOfBlocks)
      entries.set(name, { ...known, value: ofBlocks([...known.value.items, value]) });
  }
  return mapping(span, [...entries.values()]);
}

function ofBlocks(items: readonly Value[]): Sequence {
  const span = { start: items[0]?.span.start ?? 0, end: items.at(-1)?.span.end ?? 0 };
  return { ...sequence(span, items), isOfBlocks: true };
}

function blockValue(block: HclBlock, reading: BodyReading): Value {
  if (block.type === 'dynamic') return opaqueAt(block.span, 'a dynamic block');
  return { ...readResourceOptions(block.body, () => true, reading, block.span), blockKey: block.key };
}

function optionValue({ name, expression }: HclAttribute, reading: BodyReading): Value {
  if (!referring.has(name)) return withoutNulls(reading.evaluator.evaluate(expression, reading.scope));
  const text = (each: HclExpression): Value => {
    const { span } = each;
    const written = reading.scope.file.text.slice(span.start, span.end);
    const isText = each.kind === 'literal' && typeof each.value === 'string';
    const value = isText ? each.value : written.replace(/\s+/g, '');
    return { kind: 'scalar', span, value, text: written, isAlias: false };
  };
  return expression.kind === 'list' ? sequence(expression.span, expression.items.map(text)) : text(expression);
}
