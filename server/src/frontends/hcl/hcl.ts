/** What a text of Terraform (HCL) or Grafana Alloy consists of: bodies of attributes and blocks. */
import type { Span } from '../../text/span.ts';
import type { Value } from '../../tree/value.ts';

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
  /** The expression. Objects are mappings and lists are sequences; what is not static is opaque. */
  readonly value: Value;
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
  /** The arguments of `yamlencode` and `jsonencode`. */
  readonly encoded: readonly Value[];
}

/** The expression of an attribute. Of several, the first one counts. */
export function attributeOf(body: HclBody, name: string): Value | undefined {
  return body.attributes.find((each) => each.name === name)?.value;
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
