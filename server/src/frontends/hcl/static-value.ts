/** The values of expressions that are literals; anything else is opaque. */
import { memo } from '../../text/memo.ts';
import type { Entry, Scalar, Value } from '../../tree/value.ts';
import type { Span } from '../../text/span.ts';
import { allExpressions, attributeIn, type HclBody, type HclEntry, type HclExpression, type HclFile } from './hcl.ts';

/** Objects are mappings and lists are sequences; what is not static is opaque. */
export const staticValue = memo((expression: HclExpression): Value => {
  const { span } = expression;
  if (expression.kind === 'literal') return scalarOf(expression.value, span);
  if (expression.kind === 'template') {
    const texts = expression.parts.map((part) => (part.kind === 'text' ? part.text : undefined));
    return texts.includes(undefined) ? opaque(span, 'a template') : scalarOf(texts.join(''), span);
  }
  if (expression.kind === 'list') {
    const items = expression.items.map(staticValue);
    return { kind: 'sequence', span, items, style: 'flow', isOpen: !expression.isClosed, isAlias: false };
  }
  if (expression.kind === 'object') {
    const entries = expression.entries.map(entryOf);
    const isOpen = !expression.isClosed || entries.some(({ isOpaqueKey }) => isOpaqueKey);
    return { kind: 'mapping', span, entries, style: 'flow', isOpen, isAlias: false };
  }
  return opaque(span, 'an expression');
});

function opaque(span: Span, why: string): Value {
  return { kind: 'opaque', span, why };
}

function scalarOf(value: Scalar['value'], span: Span): Scalar {
  // Terraform prints numbers like this, too.
  const text = typeof value === 'string' ? '' : String(value);
  return { kind: 'scalar', span, value, text, isAlias: false };
}

function entryOf({ key, value }: HclEntry): Entry {
  const name = key.kind === 'literal' ? String(key.value) : '';
  return {
    name,
    keyText: name,
    key: key.span,
    value: staticValue(value),
    isMerged: false,
    isOpaqueKey: key.kind !== 'literal',
  };
}

/** The value of an attribute. Of several, the first one counts. */
export function attributeOf(body: HclBody, name: string): Value | undefined {
  const attribute = attributeIn(body, name);
  return attribute && staticValue(attribute.expression);
}

/** The arguments of `yamlencode` and `jsonencode`. */
export function encodedIn({ body }: HclFile): readonly Value[] {
  return [...allExpressions(body)].flatMap((each) => {
    const [argument] = each.kind === 'call' && /^(?:yaml|json)encode$/.test(each.name) ? each.args : [];
    return argument ? [staticValue(argument)] : [];
  });
}
