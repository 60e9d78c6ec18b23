/** Where the parts of a tree are in the syntax of a Terraform file. */
import { terraformSchemas, type TerraformParts } from '../../contract/terraform.ts';
import {
  hclBlocks,
  innerExpressions,
  type HclBlock,
  type HclBody,
  type HclExpression,
} from '../../frontends/hcl/hcl.ts';
import type { ModuleFile } from '../../frontends/terraform/module.ts';
import { headOf, statementsIn, type Statement } from '../../frontends/terraform/read-body.ts';
import { terraformSyntax } from '../../frontends/terraform/read-document.ts';
import { memo } from '../../text/memo.ts';
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { Value } from '../../tree/value.ts';

/** A block of a resource, and what its schema has there. */
export interface BodyPlace {
  readonly block: HclBlock;
  readonly body: HclBody;
  readonly parts: TerraformParts;
  /** True for the block of the resource. */
  readonly isTop: boolean;
}

export interface HclLayout {
  readonly file: ModuleFile;
  readonly bodyAt: (value: Pick<Value, 'span'>) => BodyPlace | undefined;
  /** The innermost expression with that span. */
  readonly expressionAt: (span: Span) => HclExpression | undefined;
  /** The block around a statement whose name starts there. */
  readonly around: (key: Span) => BodyPlace | undefined;
}

/** Undefined for a file that declares nothing of ours. */
export const hclLayout = memo((document: Document): HclLayout | undefined => {
  const file = terraformSyntax(document);
  if (!file) return undefined;
  const bodies = new Map<string, BodyPlace>();
  const owners = new Map<number, BodyPlace>();
  const expressions = new Map<string, HclExpression>();
  const addExpression = (expression: HclExpression): void => {
    expressions.set(keyOf(expression.span), expression);
    for (const part of innerExpressions(expression)) addExpression(part);
  };
  const addBody = (place: BodyPlace): void => {
    for (const statement of statementsIn(place.body)) {
      const { name, span } = headOf(statement);
      if (!owners.has(span.start)) owners.set(span.start, place);
      if ('expression' in statement) addExpression(statement.expression);
      else addBlock(statement, Object.hasOwn(place.parts, name) ? place.parts[name] : undefined);
    }
  };
  const addBlock = (block: HclBlock, part: TerraformParts[string] | undefined): void => {
    const parts = part?.kind === 'block' ? part.parts : {};
    // A dynamic block has the arguments of its content elsewhere.
    if (block.type === 'dynamic') {
      for (const { expression } of block.body.attributes) addExpression(expression);
      for (const content of hclBlocks(block.body, 'content'))
        addBody({ block: content, body: content.body, parts, isTop: false });
      return;
    }
    const place = { block, body: block.body, parts, isTop: false };
    if (!bodies.has(keyOf(block.span))) bodies.set(keyOf(block.span), place);
    addBody(place);
  };
  for (const block of file.hcl.body.blocks) {
    const schema = block.type === 'resource' ? terraformSchemas.get(block.labels[0]?.text ?? '') : undefined;
    const place = { block, body: block.body, parts: schema?.parts ?? {}, isTop: true };
    if (schema) bodies.set(keyOf(block.span), place);
    addBody(place);
  }
  return {
    file,
    bodyAt: ({ span }) => bodies.get(keyOf(span)),
    expressionAt: (span) => expressions.get(keyOf(span)),
    around: ({ start }) => owners.get(start),
  };
});

function keyOf({ start, end }: Span): string {
  return `${start}:${end}`;
}

/** The statements with the name at the place: all blocks of one kind, or an argument. */
export function namedAt({ body }: BodyPlace, key: Span): readonly Statement[] {
  const all = statementsIn(body);
  const own = all.find((each) => headOf(each).span.start === key.start);
  if (!own || 'expression' in own) return own ? [own] : [];
  return all.filter((each) => 'body' in each && headOf(each).name === headOf(own).name);
}

/** From the name to the end of the value or the brace. */
export function wholeStatement(statement: Statement): Span {
  return 'expression' in statement
    ? { start: statement.key.start, end: statement.expression.span.end }
    : statement.span;
}
