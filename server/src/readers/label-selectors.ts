/** Matches label selectors against labels. Templates make both uncertain. */
import { isNull, stringOf, valueOf, type Value } from '../tree/value.ts';
import { mappingsAt, textAt, textsAt } from './foreign-objects.ts';

export type Match = 'yes' | 'no' | 'unknown';

/** `no` if one of them is no, else `unknown` if one is unknown. */
export function allOf(matches: readonly Match[]): Match {
  if (matches.includes('no')) return 'no';
  return matches.includes('unknown') ? 'unknown' : 'yes';
}

/** Returns the value of a label; null if the label is missing, undefined if that is unknown. */
export type LabelOf = (name: string) => string | null | undefined;

export function labelsOf(labels: Value | undefined): LabelOf {
  if (!labels || isNull(labels)) return () => null;
  if (labels.kind !== 'mapping') return () => undefined;
  const { entries, isOpen } = labels;
  const isUnsure = isOpen || entries.some(({ isOpaqueKey }) => isOpaqueKey);
  return (name) => {
    const value = valueOf(labels, name);
    return value ? stringOf(value) : isUnsure ? undefined : null;
  };
}

/** A missing or empty selector matches everything. */
export function matchSelector(selector: Value | undefined, labels: LabelOf): Match {
  if (!selector || isNull(selector)) return 'yes';
  if (selector.kind !== 'mapping') return 'unknown';
  const wanted = valueOf(selector, 'matchLabels');
  const expressions = valueOf(selector, 'matchExpressions');
  const isKnown = (value: Value | undefined, kind: Value['kind']): boolean =>
    !value || isNull(value) || (value.kind === kind && !('isOpen' in value && value.isOpen));
  const unknown = [
    selector.isOpen || !isKnown(wanted, 'mapping') || !isKnown(expressions, 'sequence') ? 'unknown' : 'yes',
  ] as const;
  const entries = wanted?.kind === 'mapping' ? wanted.entries : [];
  return allOf([
    ...unknown,
    ...entries.map(({ name, value, isOpaqueKey }): Match => {
      const expected = stringOf(value);
      const label = labels(name);
      if (isOpaqueKey || label === undefined) return 'unknown';
      if (label === null) return 'no';
      return expected === undefined ? 'unknown' : expected === label ? 'yes' : 'no';
    }),
    ...mappingsAt(selector, 'matchExpressions').map((expression) => matchExpression(expression, labels)),
  ]);
}

function matchExpression(expression: Value, labels: LabelOf): Match {
  if (expression.kind !== 'mapping') return 'unknown';
  const [key, operator] = [textAt(expression, 'key'), textAt(expression, 'operator')];
  const label = key === undefined ? undefined : labels(key);
  if (label === undefined) return 'unknown';
  const yes = (isYes: boolean): Match => (isYes ? 'yes' : 'no');
  if (operator === 'Exists') return yes(label !== null);
  if (operator === 'DoesNotExist') return yes(label === null);
  const values = textsAt(expression, 'values');
  if (!values) return 'unknown';
  const isIn = label !== null && values.includes(label);
  return operator === 'In' ? yes(isIn) : operator === 'NotIn' ? yes(!isIn) : 'unknown';
}
