/** Questions about values that are evaluated, and the expressions of those that are not known. */
import type { Span } from '../../text/span.ts';
import type { Mapping, Opaque, Sequence, Value } from '../../tree/value.ts';

/** A value that is not known without running the program. */
export function opaque({ start, end }: Span, why: string): Opaque {
  return { kind: 'opaque', span: { start, end }, why };
}

type Openness = Pick<Mapping, 'isOpen' | 'isExposed'>;

/** True for a collection with entries or items that are not known. */
export function mayHaveMore({ isOpen, isExposed }: Openness): boolean {
  return isOpen && isExposed !== true;
}

/** A collection that takes over what others hold; undefined for one that is not known. */
export function opennessOf(others: readonly (Openness | undefined)[]): Openness {
  if (others.some((other) => !other || mayHaveMore(other))) return { isOpen: true };
  return others.some((other) => other?.isOpen) ? { isOpen: true, isExposed: true } : { isOpen: false };
}

/** A list with the items of others, as they are known. */
export function sequenceOf(
  { start, end }: Span,
  items: readonly Value[],
  others: readonly (Sequence | undefined)[],
): Sequence {
  return { kind: 'sequence', span: { start, end }, items, style: 'flow', isAlias: false, ...opennessOf(others) };
}

/** The value of a name whose collections other code may change: open for rules. */
export function exposed(value: Value): Value {
  if (value.kind === 'mapping') {
    const entries = value.entries.map((entry) => ({ ...entry, value: exposed(entry.value) }));
    return { ...value, entries, ...opennessOf([value, change]) };
  }
  if (value.kind !== 'sequence') return value;
  return { ...value, items: value.items.map(exposed), ...opennessOf([value, change]) };
}

const change: Openness = { isOpen: true, isExposed: true };

/** The text of a part of a template: of a text or a whole number. Undefined for anything else, and for `80.0` if it keeps its decimals. */
export function textOfPart(value: Value | undefined, keepsDecimals: boolean): string | undefined {
  if (value?.kind !== 'scalar') return undefined;
  if (keepsDecimals && typeof value.value === 'bigint' && /\.|^[^x]*e/i.test(value.text)) return undefined;
  return typeof value.value === 'string' || typeof value.value === 'bigint' ? String(value.value) : undefined;
}

/** The name or index that a value is. */
export function literalOf(value: Value | undefined): string | number | undefined {
  if (value?.kind !== 'scalar') return undefined;
  if (typeof value.value === 'bigint') return Number(value.value);
  return typeof value.value === 'string' ? value.value : undefined;
}

/** The index of an item of a list, where a negative one counts from the end. */
export function fromStart(index: string | number, list: Value): string | number {
  return typeof index === 'number' && index < 0 && list.kind === 'sequence' ? list.items.length + index : index;
}

/** The expression of the only part, as in `${db.metadata.name}`. */
export function soleExpression(values: readonly (string | Value | undefined)[]): Pick<Opaque, 'expression'> {
  const [only, ...more] = values.filter((value) => value !== '');
  return more.length === 0 && typeof only === 'object' && only.kind === 'opaque' && only.expression !== undefined
    ? { expression: only.expression }
    : {};
}

/** The expression of a member. */
export function accessed({ expression }: Opaque, step: string | number): Pick<Opaque, 'expression'> {
  if (expression === undefined) return {};
  const access = typeof step === 'number' ? `[${step}]` : /^[\w-]+$/.test(step) ? `.${step}` : `["${step}"]`;
  return { expression: `${expression.slice(0, -1)}${access}}` };
}
