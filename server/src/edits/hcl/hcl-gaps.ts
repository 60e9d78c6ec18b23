/** Finds texts of HCL that the reader passes over because they are no attributes, blocks or expressions. */
import { innerExpressions, type HclBody, type HclExpression } from '../../frontends/hcl/hcl.ts';
import { statementsIn } from '../../frontends/terraform/read-body.ts';
import type { Span } from '../../text/span.ts';

/** The text of a file, and its comments. */
export interface HclText {
  readonly text: string;
  readonly comments: readonly Span[];
}

/** The places in the body that are not understood, those of its blocks included, in the order of the text. */
export function hclGaps(body: HclBody, source: HclText): readonly Span[] {
  const gaps: Span[] = [];
  let at = body.span.start;
  for (const statement of statementsIn(body)) {
    gaps.push(...gapBetween(at, statement.key.start, source));
    if ('expression' in statement) {
      const { expression, key } = statement;
      const between = withoutComments({ start: key.end, end: expression.span.start }, source);
      if (between.trim() !== '=' || !isRead(expression)) gaps.push({ start: key.start, end: expression.span.end });
      at = expression.span.end;
    } else {
      const { isClosed, span, key } = statement;
      if (isClosed) gaps.push(...hclGaps(statement.body, source));
      else gaps.push(key);
      at = span.end;
    }
  }
  return [...gaps, ...gapBetween(at, body.span.end, source)];
}

function gapBetween(start: number, end: number, source: HclText): readonly Span[] {
  return withoutComments({ start, end }, source).trim() === '' ? [] : [{ start, end }];
}

function withoutComments({ start, end }: Span, { text, comments }: HclText): string {
  let at = start;
  let rest = '';
  for (const comment of comments) {
    if (comment.start < start || comment.end > end) continue;
    rest += text.slice(at, comment.start);
    at = comment.end;
  }
  return rest + text.slice(at, end);
}

/** False where a part is missing or a bracket is not closed. */
function isRead(expression: HclExpression): boolean {
  const { kind, span } = expression;
  if (kind === 'other' && span.end === span.start) return false;
  if ('isClosed' in expression && !expression.isClosed) return false;
  return innerExpressions(expression).every(isRead);
}
