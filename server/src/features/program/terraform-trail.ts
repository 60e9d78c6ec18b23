/** Finds the blocks and the argument of a Terraform resource at an offset, with what the schema has there. */
import { terraformSchemas, type TerraformPart, type TerraformParts } from '../../contract/terraform.ts';
import { hclBlocks, type HclBlock, type HclBody } from '../../frontends/hcl/hcl.ts';
import { headOf, statementsIn } from '../../frontends/terraform/read-body.ts';
import type { Span } from '../../text/span.ts';
import type { Resource } from '../../tree/document.ts';

export interface TerraformStep {
  readonly name: string;
  /** The name in the text. */
  readonly span: Span;
  /** Among the blocks of this name; 0 for an argument. */
  readonly index: number;
  readonly part: TerraformPart;
}

/** From the outermost block inwards; only names that the schema has. Empty for manifests. */
export function terraformTrail(
  { terraform }: Pick<Resource, 'terraform'>,
  block: HclBlock,
  at: number,
): readonly TerraformStep[] {
  const schema = terraformSchemas.get(terraform?.type ?? '');
  return schema ? stepsIn(block.body, schema.parts, at) : [];
}

function stepsIn(body: HclBody, parts: TerraformParts, at: number): readonly TerraformStep[] {
  const counts = new Map<string, number>();
  for (const statement of statementsIn(body)) {
    const { name, span } = headOf(statement);
    const index = counts.get(name) ?? 0;
    counts.set(name, index + 1);
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const { end } = 'expression' in statement ? statement.expression.span : statement.span;
    // In the JSON syntax, the key of a block stands before it.
    const start = Math.min(statement.key.start, span.start);
    if (!part || at < start || at > end) continue;
    const step = { name, span, index, part };
    if ('expression' in statement) return part.kind === 'argument' ? [step] : [];
    if (part.kind !== 'block') return [];
    const [content] = statement.type === 'dynamic' ? hclBlocks(statement.body, 'content') : [statement];
    return content ? [step, ...stepsIn(content.body, part.parts, at)] : [step];
  }
  return [];
}
