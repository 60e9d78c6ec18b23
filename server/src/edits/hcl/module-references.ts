/** Finds what refers to a resource of a Terraform module, and writes references to other resources instead. */
import {
  allBlocks,
  allExpressions,
  innerExpressions,
  type HclAttribute,
  type HclBlock,
  type HclBody,
  type HclExpression,
  type HclReference,
} from '../../frontends/hcl/hcl.ts';
import { isTerraformJson } from '../../frontends/terraform/module-file.ts';
import type { ModuleFile } from '../../frontends/terraform/module.ts';
import { contains, type Span } from '../../text/span.ts';

export interface ResourceAddressUse {
  readonly span: Span;
  /**
   * `address`: in a list of resources, such as `depends_on`. `name` and `namespace`: reads these metadata of the resource.
   * `other`: anything else.
   */
  readonly what: 'address' | 'name' | 'namespace' | 'other';
  /** The place with its braces, for a reference in a template. */
  readonly interpolation: Span | undefined;
}

/** The uses of the address in a file, in the order of the text; not those inside of the resource itself. */
export function usesOf(
  address: string,
  { hcl, path, text }: ModuleFile,
  own: Span | undefined,
): readonly ResourceAddressUse[] {
  if (isTerraformJson(path)) return usesInJson(address, text);
  const lists = new Set(listsIn(hcl.body).map(({ expression }) => expression));
  const listed = new Set([...lists].flatMap((list) => (list.kind === 'list' ? list.items : [])));
  const interpolations = new Map<HclExpression, Span>();
  const uses: ResourceAddressUse[] = [];
  for (const expression of allExpressions(hcl.body)) {
    if (expression.kind === 'template')
      for (const part of expression.parts)
        if (part.kind === 'interpolation') interpolations.set(part.expression, part.span);
    if (expression.kind !== 'reference' || !namesResource(expression, address)) continue;
    if (own && contains(own, expression.span)) continue;
    const what = listed.has(expression) && expression.steps.length === 1 ? 'address' : metadataRead(expression);
    uses.push({ span: expression.span, what, interpolation: interpolations.get(expression) });
  }
  return uses.sort((a, b) => a.span.start - b.span.start);
}

function usesInJson(address: string, text: string): readonly ResourceAddressUse[] {
  const start = text.search(new RegExp(String.raw`(?<![\w.-])${address.replaceAll('.', String.raw`\.`)}(?![\w-])`));
  return start < 0 ? [] : [{ span: { start, end: start + address.length }, what: 'other', interpolation: undefined }];
}

/** The arguments that list resources. */
function listsIn(body: HclBody): readonly HclAttribute[] {
  const bodies = [body, ...[...allBlocks(body)].map((block: HclBlock) => block.body)];
  return bodies.flatMap(({ attributes }) =>
    attributes.filter(({ name }) => name === 'depends_on' || name === 'replace_triggered_by'),
  );
}

function namesResource({ root, steps: [first] }: HclReference, address: string): boolean {
  return typeof root === 'string' && first?.kind === 'name' && `${root}.${first.name}` === address;
}

/** `metadata[0].name`. */
function metadataRead({ steps: [, ...steps] }: HclReference): ResourceAddressUse['what'] {
  const [metadata, index, field] = steps;
  const isFirst =
    index?.kind === 'index' &&
    index.index.kind === 'literal' &&
    String(index.index.value) === '0' &&
    steps.length === 3;
  const isMetadata = metadata?.kind === 'name' && metadata.name === 'metadata';
  if (!isMetadata || !isFirst || field?.kind !== 'name') return 'other';
  return field.name === 'name' || field.name === 'namespace' ? field.name : 'other';
}

/** True for an expression that means something else in another resource. */
export function isBoundToPlace(expression: HclExpression): boolean {
  const isBound =
    expression.kind === 'reference' &&
    typeof expression.root === 'string' &&
    /^(?:each|count|self)$/.test(expression.root);
  return isBound || innerExpressions(expression).some(isBoundToPlace);
}
