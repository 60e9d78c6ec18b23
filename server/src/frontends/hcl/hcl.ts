/** What a text of Terraform (HCL) or Grafana Alloy consists of: bodies of attributes and blocks, and expressions. */
import type { Issue } from '../../tree/document.ts';
import type { Span } from '../../text/span.ts';

/** The syntaxes differ in templates and heredocs, which only Terraform has, and raw strings, which only Alloy has. */
export type HclSyntax = 'terraform' | 'alloy';

export interface HclBody {
  /** Without the braces. */
  readonly span: Span;
  readonly attributes: readonly HclAttribute[];
  readonly blocks: readonly HclBlock[];
}

export interface HclAttribute {
  readonly name: string;
  readonly key: Span;
  readonly expression: HclExpression;
}

export interface HclBlock {
  /** `resource`, or `discovery.kubernetes` in Alloy. */
  readonly type: string;
  readonly key: Span;
  readonly labels: readonly HclLabel[];
  readonly body: HclBody;
  /** From the type to the closing brace. */
  readonly span: Span;
  /** False where the closing brace is missing. */
  readonly isClosed: boolean;
}

export interface HclLabel {
  readonly text: string;
  /** With its quotes. */
  readonly span: Span;
}

export interface HclFile {
  readonly body: HclBody;
  /** The texts of heredocs, without the lines of their tags. */
  readonly heredocs: readonly Span[];
  /** In the order of the text. */
  readonly comments: readonly Span[];
  /** Syntax errors in the order of the text; none in a template of another language. */
  readonly issues: readonly Issue[];
}

export type HclExpression =
  HclLiteral | HclTemplate | HclList | HclObject | HclFor | HclCall | HclReference | HclParentheses | HclOther;

/** A number, a boolean, null, or a text without templates. */
export interface HclLiteral {
  readonly kind: 'literal';
  readonly span: Span;
  readonly value: string | bigint | number | boolean | null;
}

/** A text with templates, or a heredoc. */
export interface HclTemplate {
  readonly kind: 'template';
  readonly span: Span;
  readonly parts: readonly TemplatePart[];
  /** True for directives `%{ }` and strip marks `~`, whose text is not known. */
  readonly hasDirectives: boolean;
  /** The lines of a heredoc; undefined for a text in quotes. */
  readonly heredoc?: HclHeredoc;
  /** True for a text of the JSON syntax. */
  readonly isJson?: true;
}

export interface HclHeredoc {
  /** The lines between the tags. */
  readonly content: Span;
  /** True for `<<-`. */
  readonly isIndented: boolean;
}

/** A text with its escapes resolved, or an interpolation with its braces. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly span: Span; readonly text: string }
  | { readonly kind: 'interpolation'; readonly span: Span; readonly expression: HclExpression };

export interface HclList {
  readonly kind: 'list';
  readonly span: Span;
  readonly items: readonly HclExpression[];
  /** False where an item could not be read, or the bracket is missing. */
  readonly isClosed: boolean;
  /** True where the bracket is missing. */
  readonly isUnended?: true;
}

export interface HclObject {
  readonly kind: 'object';
  readonly span: Span;
  readonly entries: readonly HclEntry[];
  /** False where an entry could not be read, or the brace is missing. */
  readonly isClosed: boolean;
  /** True where the brace is missing. */
  readonly isUnended?: true;
}

export interface HclEntry {
  /** A word stands for itself, so it is a literal. */
  readonly key: HclExpression;
  readonly value: HclExpression;
}

/** `[for k, v in collection : result if condition]`, or with braces `{for … : key => result...}`. */
export interface HclFor {
  readonly kind: 'for';
  readonly span: Span;
  readonly names: readonly string[];
  readonly collection: HclExpression;
  /** Undefined in brackets. */
  readonly key: HclExpression | undefined;
  readonly result: HclExpression;
  readonly condition: HclExpression | undefined;
  /** True with three dots. */
  readonly isGrouped: boolean;
}

export interface HclCall {
  readonly kind: 'call';
  readonly span: Span;
  readonly name: string;
  readonly args: readonly HclExpression[];
  /** True with three dots behind the last argument. */
  readonly isSpread: boolean;
  readonly isClosed: boolean;
}

/** A variable, or an expression, with what is read of it. */
export interface HclReference {
  readonly kind: 'reference';
  readonly span: Span;
  readonly root: string | HclExpression;
  readonly steps: readonly HclStep[];
}

/** A name may be empty while it is typed. */
export type HclStep =
  | { readonly kind: 'name'; readonly span: Span; readonly name: string }
  | { readonly kind: 'index'; readonly span: Span; readonly index: HclExpression }
  /** `.*` or `[*]`. */
  | { readonly kind: 'splat'; readonly span: Span };

export interface HclParentheses {
  readonly kind: 'parentheses';
  readonly span: Span;
  readonly inner: HclExpression;
}

/** Operators and conditions, and whatever cannot be read; empty where an expression is missing. */
export interface HclOther {
  readonly kind: 'other';
  readonly span: Span;
  readonly parts: readonly HclExpression[];
}

/** The attribute of that name. Of several, the first one counts. */
export function attributeIn(body: HclBody, name: string): HclAttribute | undefined {
  return body.attributes.find((each) => each.name === name);
}

export function hclBlocks(body: HclBody, type: string): readonly HclBlock[] {
  return body.blocks.filter((each) => each.type === type);
}

/** All blocks in a body, also those inside of others, in the order of the text. */
export function* allBlocks(body: HclBody): Generator<HclBlock> {
  for (const block of body.blocks) {
    yield block;
    yield* allBlocks(block.body);
  }
}

/** The expressions directly inside of another one, in the order of the text. */
export function innerExpressions(expression: HclExpression): readonly HclExpression[] {
  switch (expression.kind) {
    case 'literal':
      return [];
    case 'template':
      return expression.parts.flatMap((part) => (part.kind === 'interpolation' ? [part.expression] : []));
    case 'list':
      return expression.items;
    case 'object':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'for': {
      const { collection, key, result, condition } = expression;
      return [collection, key, result, condition].flatMap((each) => each ?? []);
    }
    case 'call':
      return expression.args;
    case 'reference': {
      const { root, steps } = expression;
      const indexes = steps.flatMap((step) => (step.kind === 'index' ? [step.index] : []));
      return typeof root === 'string' ? indexes : [root, ...indexes];
    }
    case 'parentheses':
      return [expression.inner];
    case 'other':
      return expression.parts;
  }
}

/** All expressions in a body and in the blocks of it, those inside of others behind them. */
export function* allExpressions(body: HclBody): Generator<HclExpression> {
  for (const { expression } of body.attributes) yield* within(expression);
  for (const block of body.blocks) yield* allExpressions(block.body);
}

function* within(expression: HclExpression): Generator<HclExpression> {
  yield expression;
  for (const part of innerExpressions(expression)) yield* within(part);
}
