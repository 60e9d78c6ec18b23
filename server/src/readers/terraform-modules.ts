/** Resolves references between the blocks of a Terraform module: names of objects, and locals. */
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { allBlocks, type HclBlock, type HclBody } from '../frontends/hcl/hcl.ts';
import { readHcl } from '../frontends/hcl/read-hcl.ts';
import { attributeOf, staticValue } from '../frontends/hcl/static-value.ts';
import { groupBy } from '../text/group.ts';
import { nestedValue, stringOf, type Value } from '../tree/value.ts';
import type { NamedText } from './searched-text.ts';
import type { ResolveReference } from './terraform-trees.ts';

/** The references in a file. A module is a folder. */
export type TerraformModules = (uri: string) => ResolveReference;

/** True for a file of Terraform or OpenTofu, by its name. */
export function isTerraform(uri: string): boolean {
  return /\.(?:tf|tofu)$/i.test(uri);
}

export function terraformModules(texts: readonly NamedText[]): TerraformModules {
  const files = texts.filter(({ uri }) => isTerraform(uri));
  let folders: ReadonlyMap<string, readonly NamedText[]> | undefined;
  const modules = new Map<string, TerraformModule>();
  return (uri) => (expression) => {
    const reference = referenceIn(expression);
    if (reference === undefined) return undefined;
    folders ??= groupBy(files, (file) => folderOf(plainPath(file.uri)));
    const folder = folderOf(plainPath(uri));
    const found = modules.get(folder) ?? moduleOf(folders.get(folder) ?? []);
    modules.set(folder, found);
    return textOf(reference, found, 0);
  };
}

interface TerraformModule {
  /** Blocks of resources and data sources, by their addresses. */
  readonly blocks: ReadonlyMap<string, Named<HclBlock>>;
  readonly locals: ReadonlyMap<string, Named<Value>>;
}

interface Named<T> {
  readonly part: T;
  readonly text: string;
}

function moduleOf(files: readonly NamedText[]): TerraformModule {
  const blocks = new Map<string, Named<HclBlock>>();
  const locals = new Map<string, Named<Value>>();
  for (const { text } of files) {
    for (const block of allBlocks(readHcl(text, 'terraform').body)) {
      const [type, label] = block.labels;
      if (block.type === 'resource' && type && label) blocks.set(`${type.text}.${label.text}`, { part: block, text });
      if (block.type === 'data' && type && label) blocks.set(`data.${type.text}.${label.text}`, { part: block, text });
      if (block.type === 'locals')
        for (const { name, expression } of block.body.attributes)
          locals.set(name, { part: staticValue(expression), text });
    }
  }
  return { blocks, locals };
}

/** The longest chain of references. */
const deepest = 5;

/** `local.name`, or the name or namespace of an object. */
const pattern =
  /^(?:local\.(?<local>[\w-]+)|(?<block>(?:data\.)?kubernetes_\w+\.[\w-]+)\.(?:(?:object|manifest)\.)?metadata(?:\[0\]|\.0)?\.(?<field>name|namespace)|(?<namespace>kubernetes_namespace(?:_v1)?\.[\w-]+)\.id)$/;

/** The reference of an expression that is nothing else, also as `"${…}"`. */
function referenceIn(expression: string): string | undefined {
  const inner = /^"\$\{([^{}"]*)\}"$/.exec(expression)?.[1] ?? expression;
  const reference = inner.trim();
  return pattern.test(reference) ? reference : undefined;
}

function textOf(reference: string, module: TerraformModule, depth: number): string | undefined {
  const { local, block, field, namespace } = pattern.exec(reference)?.groups ?? {};
  const known = ({ part, text }: Named<Value>): string | undefined => {
    const next = part.kind === 'opaque' ? referenceIn(text.slice(part.span.start, part.span.end)) : undefined;
    return next === undefined || depth >= deepest ? stringOf(part) : textOf(next, module, depth + 1);
  };
  const found = local === undefined ? undefined : module.locals.get(local);
  if (found) return known(found);
  const owner = module.blocks.get(block ?? namespace ?? '');
  const value = owner && metadataValue(owner.part.body, field ?? 'name');
  if (value) return known({ part: value, text: owner.text });
  // The provider uses this namespace where none is written.
  return owner && field === 'namespace' && isWhole(owner.part.body) ? 'default' : undefined;
}

function metadataValue(body: HclBody, field: string): Value | undefined {
  const manifest = attributeOf(body, 'manifest');
  if (manifest) return nestedValue(manifest, ['metadata', field]);
  const metadata = body.blocks.find(({ type }) => type === 'metadata');
  return metadata && attributeOf(metadata.body, field);
}

/** True where the block of metadata is written out. */
function isWhole(body: HclBody): boolean {
  return body.blocks.some(({ type }) => type === 'metadata');
}
