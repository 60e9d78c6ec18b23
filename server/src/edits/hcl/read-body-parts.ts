/** Reads blocks and values of HCL into parts with the names of the contract. Expressions stay as they are written. */
import type { TerraformParts } from '../../contract/terraform.ts';
import { innerExpressions, type HclBody, type HclEntry, type HclExpression } from '../../frontends/hcl/hcl.ts';
import { headOf, statementsIn } from '../../frontends/terraform/read-body.ts';
import { columnAt, lineStartAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import { emptyScalar, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { listPart, mapPart, pairPart, type ItemPart, type MapPart, type PairPart, type Part } from '../parts/part.ts';
import { attachComments, plainComment } from './attach-comments.ts';
import type { HclText } from './hcl-gaps.ts';
import { hclLiteral } from './print-hcl.ts';

/** What cannot be read into parts, with its place. */
export interface HclObstacle {
  readonly span: Span;
  readonly message: string;
}

export interface PartsReading extends HclText {
  readonly stop: (obstacle: HclObstacle) => void;
}

/** The object that a body of blocks stands for. `without` are names at the top that are no part of it. */
export function bodyPart(
  body: HclBody,
  parts: TerraformParts,
  value: Value | undefined,
  reading: PartsReading,
  without: ReadonlySet<string> = new Set(),
): MapPart {
  const statements = statementsIn(body);
  const { parts: attached, below } = attachComments(
    reading.text,
    reading.comments,
    body.span,
    statements.map(statementSpan),
  );
  const known = value?.kind === 'mapping' ? value : undefined;
  const pairs = new Map<string, PairPart>();
  for (const [i, statement] of statements.entries()) {
    const { name, span } = headOf(statement);
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (without.has(name)) continue;
    if (!part || (part.kind === 'argument') !== 'expression' in statement) {
      reading.stop({ span, message: `Terraform refuses "${name}" here. Correct it first.` });
      continue;
    }
    if (!('expression' in statement) && statement.type === 'dynamic') {
      const message = `The dynamic block "${name}" is not converted in Terraform yet. Write the blocks out, or convert by hand.`;
      reading.stop({ span, message });
      continue;
    }
    const { above = [], beside = '' } = attached[i] ?? {};
    const within = commentsIn(headSpan(statement), reading);
    const own = { above: [...above, ...within], beside };
    const found = known && valueOf(known, part.field);
    if ('expression' in statement) {
      // An argument that is null is as good as none.
      const origin = found ?? emptyScalar(statement.expression.span.start);
      pairs.set(part.field, {
        ...pairPart(part.field, part.field, valuePart(statement.expression, origin, reading)),
        ...own,
      });
    } else if (part.kind === 'block' && part.repeats === 'one') {
      if (pairs.has(part.field)) reading.stop({ span, message: `The block "${name}" is there twice. Remove one.` });
      const map = bodyPart(statement.body, part.parts, found, reading);
      pairs.set(part.field, { ...pairPart(part.field, part.field, map), ...own });
    } else if (part.kind === 'block') {
      const before = pairs.get(part.field);
      const items = before?.value.kind === 'list' ? before.value.items : [];
      const item = found?.kind === 'sequence' ? found.items[items.length] : undefined;
      const map = bodyPart(statement.body, part.parts, item, reading);
      const list = { ...listPart([...items, { ...own, value: map }]), origin: found };
      pairs.set(part.field, pairPart(part.field, part.field, list));
    }
  }
  const loose = statements.flatMap((statement, i) => (without.has(headOf(statement).name) ? [] : [i]));
  const isLast = loose.at(-1) === statements.length - 1 || without.size === 0;
  return { ...mapPart([...pairs.values()]), isSpread: true, origin: known, below: isLast ? below : [] };
}

type Statement = ReturnType<typeof statementsIn>[number];

export function statementSpan(statement: Statement): Span {
  return 'expression' in statement
    ? { start: statement.key.start, end: statement.expression.span.end }
    : statement.span;
}

/** Between the name and the value, or the brace. */
function headSpan(statement: Statement): Span {
  const end = 'expression' in statement ? statement.expression.span.start : statement.body.span.start;
  return { start: statement.key.end, end };
}

function commentsIn({ start, end }: Span, { text, comments }: HclText): readonly string[] {
  const inside = comments.filter((comment) => comment.start >= start && comment.end <= end);
  return inside.map((comment) => plainComment(text.slice(comment.start, comment.end)));
}

/** An object or a list in its parts, anything else as it is written. */
export function valuePart(expression: HclExpression, origin: Value | undefined, reading: PartsReading): Part {
  if (expression.kind === 'object') return objectPart(expression.entries, expression.span, origin, reading);
  if (expression.kind === 'list') {
    const values = origin?.kind === 'sequence' && origin.items.length === expression.items.length ? origin.items : [];
    const spans = expression.items.map(({ span }) => span);
    const { parts, below } = attachComments(reading.text, reading.comments, inside(expression.span), spans);
    const items = expression.items.map((item, i): ItemPart => {
      const { above = [], beside = '' } = parts[i] ?? {};
      return { above, beside, value: valuePart(item, values[i], reading) };
    });
    return { ...listPart(items, { isFlow: isOneLine(expression.span, reading) }), origin, below };
  }
  return expressionPart(expression, origin, reading);
}

function objectPart(entries: readonly HclEntry[], span: Span, origin: Value | undefined, reading: PartsReading): Part {
  const known = origin?.kind === 'mapping' ? origin : undefined;
  const names = entries.map(({ key }) => (key.kind === 'literal' ? String(key.value) : undefined));
  // A name that is an expression leaves the object as it is written.
  if (names.includes(undefined)) return textOf(span, origin, reading);
  const spans = entries.map(({ key, value }) => ({ start: key.span.start, end: value.span.end }));
  const { parts, below } = attachComments(reading.text, reading.comments, inside(span), spans);
  const pairs = entries.map(({ key, value }, i): PairPart => {
    const name = names[i] ?? '';
    const { above = [], beside = '' } = parts[i] ?? {};
    const within = commentsIn({ start: key.span.end, end: value.span.start }, reading);
    const own = known ? (valueOf(known, name) ?? emptyScalar(value.span.start)) : undefined;
    const written = reading.text.slice(key.span.start, key.span.end);
    return { ...pairPart(name, written, valuePart(value, own, reading)), above: [...above, ...within], beside };
  });
  const isFlow = isOneLine(span, reading);
  return { ...mapPart(pairs, { isFlow, isSpread: !isFlow }), origin: known ?? span0(span), below };
}

/** For an object whose value is not known. */
function span0(span: Span): Mapping {
  return { kind: 'mapping', span, entries: [], style: 'flow', isOpen: true, isAlias: false };
}

function inside({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 };
}

function isOneLine({ start, end }: Span, { text }: HclText): boolean {
  return !text.slice(start, end).includes('\n');
}

function expressionPart(expression: HclExpression, origin: Value | undefined, reading: PartsReading): Part {
  if (hasHeredoc(expression)) {
    const message = 'A heredoc cannot be moved. Write the text in quotes.';
    reading.stop({ span: expression.span, message });
  }
  const part = textOf(expression.span, origin, reading);
  if (origin?.kind !== 'scalar' || origin.isConverted !== true || origin.value === null) return part;
  // A manifest converts nothing.
  if (expression.kind === 'literal') return { ...part, lines: [hclLiteral(origin.value)] };
  const name =
    typeof origin.value === 'string' ? 'tostring' : typeof origin.value === 'boolean' ? 'tobool' : 'tonumber';
  const [first = '', ...rest] = part.lines;
  return {
    ...part,
    lines: [`${name}(${first}`, ...rest].map((line, i, all) => (i === all.length - 1 ? `${line})` : line)),
  };
}

function hasHeredoc(expression: HclExpression): boolean {
  return (
    (expression.kind === 'template' && expression.heredoc !== undefined) ||
    innerExpressions(expression).some(hasHeredoc)
  );
}

function textOf({ start, end }: Span, origin: Value | undefined, reading: PartsReading): Part & { kind: 'text' } {
  return { kind: 'text', lines: movableLines(reading.text, { start, end }), origin };
}

/** The lines of a text without the indentation of the line where it starts. */
export function movableLines(text: string, { start, end }: Span): readonly string[] {
  const [first = '', ...rest] = text.slice(start, end).split(/\r?\n/);
  const indent = /^[ \t]*/.exec(text.slice(lineStartAt(text, start), start))?.[0].length ?? columnAt(text, start);
  return [first, ...rest.map((line) => line.slice(Math.min(indent, /^[ \t]*/.exec(line)?.[0].length ?? 0)).trimEnd())];
}
