/** Shows the expressions that the reader of HCL makes of a text, for tests. */
import assert from 'node:assert/strict';
import {
  allExpressions,
  attributeIn,
  innerExpressions,
  type HclExpression,
  type HclStep,
  type HclSyntax,
  type TemplatePart,
} from '../../server/src/frontends/hcl/hcl.ts';
import { readHcl } from '../../server/src/frontends/hcl/read-hcl.ts';
import type { Span } from '../../server/src/text/span.ts';

/** The expression with its kinds: `other` as `?(…)`, a template as `"…" & …`, and `…` where a bracket is missing. */
export function shownHcl(expression: HclExpression): string {
  const all = (parts: readonly HclExpression[]): string => parts.map(shownHcl).join(', ');
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string' ? JSON.stringify(expression.value) : String(expression.value);
    case 'template': {
      const { heredoc, hasDirectives, parts } = expression;
      const mark = heredoc ? (heredoc.isIndented ? '<<- ' : '<< ') : '';
      return `${mark}${hasDirectives ? '% ' : ''}${parts.map(shownPart).join(' & ')}`;
    }
    case 'list':
      return `[${all(expression.items)}${expression.isClosed ? ']' : '…'}`;
    case 'object': {
      const entries = expression.entries.map(({ key, value }) => `${shownHcl(key)}: ${shownHcl(value)}`).join(', ');
      return `{${entries}${expression.isClosed ? '}' : '…'}`;
    }
    case 'for': {
      const { names, collection, key, result, condition, isGrouped } = expression;
      const made = `${key ? `${shownHcl(key)} => ` : ''}${shownHcl(result)}${isGrouped ? '...' : ''}`;
      return `for ${names.join(', ')} in ${shownHcl(collection)}: ${made}${condition ? ` if ${shownHcl(condition)}` : ''}`;
    }
    case 'call': {
      const { name, args, isSpread, isClosed } = expression;
      return `${name}(${all(args)}${isSpread ? '...' : ''}${isClosed ? ')' : '…'}`;
    }
    case 'reference': {
      const { root, steps } = expression;
      return (typeof root === 'string' ? root : `<${shownHcl(root)}>`) + steps.map(shownStep).join('');
    }
    case 'parentheses':
      return `(${shownHcl(expression.inner)})`;
    case 'other':
      return `?(${all(expression.parts)})`;
  }
}

function shownPart(part: TemplatePart): string {
  return part.kind === 'text' ? JSON.stringify(part.text) : `\${${shownHcl(part.expression)}}`;
}

function shownStep(step: HclStep): string {
  if (step.kind === 'splat') return '.*';
  return step.kind === 'name' ? `.${step.name}` : `[${shownHcl(step.index)}]`;
}

/** The expression of the attribute `x`. Every part must be inside of the whole, behind the one before it. */
export function readAttributeX(text: string, syntax: HclSyntax = 'terraform'): HclExpression {
  const { body } = readHcl(text, syntax);
  const found = attributeIn(body, 'x');
  assert.ok(found, text);
  assertNestedHcl(found.expression);
  return found.expression;
}

export function assertNestedHcl(expression: HclExpression): void {
  let at = expression.span.start;
  for (const part of innerExpressions(expression)) {
    assert.ok(part.span.start >= at && part.span.end >= part.span.start && part.span.end <= expression.span.end);
    at = part.span.end;
    assertNestedHcl(part);
  }
}

export function assertShownHcl(cases: Readonly<Record<string, string>>, syntax: HclSyntax = 'terraform'): void {
  for (const [written, expected] of Object.entries(cases))
    assert.equal(shownHcl(readAttributeX(`x = ${written}\n`, syntax)), expected, written);
}

/** The texts at all spans of a kind, in the order of the text. */
export function hclTextsOf(text: string, kind: HclExpression['kind']): readonly string[] {
  return [...allExpressions(readHcl(text, 'terraform').body)]
    .filter((each) => each.kind === kind)
    .map(({ span }) => cutHcl(text, span));
}

/** In microseconds of the processor, which does not count what else the machine does. */
export function processorCost(run: () => void): number {
  const before = process.cpuUsage().user;
  run();
  return process.cpuUsage().user - before;
}

export function cutHcl(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}
