/** Reads the resources of a file of a Terraform module: Endpoints, slices and Services, in blocks or as manifests. */
import { apiVersions, kinds } from '../../contract/contract.ts';
import {
  terraformManifests,
  terraformOptions,
  terraformSchemas,
  terraformUnlisted,
  type TerraformSchema,
} from '../../contract/terraform.ts';
import type { ImportTarget, Issue, ReadingRemark, Resource } from '../../tree/document.ts';
import { groupBy } from '../../text/group.ts';
import { isNull, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { attributeIn, hclBlocks, type HclBlock, type HclExpression } from '../hcl/hcl.ts';
import { ModuleEvaluator, fileScope, type ModuleScope } from './evaluate.ts';
import { instancesText } from './block-paths.ts';
import { holdsChecked } from '../concern.ts';
import { readHeredocYaml } from './heredoc-yaml.ts';
import { resourceAddress, type ModuleFile, type TerraformModule } from './module.ts';
import { withoutLikeBlocks } from './like-blocks.ts';
import { readBody, readResourceOptions, type BodyReading } from './read-body.ts';
import { withHints } from './hints.ts';
import { unreadManifest } from './unread-manifests.ts';
import { compareCodePoints, withoutNulls } from './values.ts';

export interface TerraformResources {
  /** In the order of the text. */
  readonly resources: readonly Resource[];
  /** Syntax errors in YAML. */
  readonly issues: readonly Issue[];
  readonly remarks: readonly ReadingRemark[];
  /** Why a manifest that names Endpoints is not read; undefined where all are read. */
  readonly unread: string | undefined;
}

/** The resources of our kinds in one file of the module. */
export function terraformResources(file: ModuleFile, module: TerraformModule): TerraformResources {
  const issues: Issue[] = [];
  const remarks: ReadingRemark[] = [];
  const unread: string[] = [];
  const evaluator = new ModuleEvaluator(module);
  const imports = importsIn(module, file);
  const hinting = module.defaults.size > 0 ? new ModuleEvaluator(module, true) : undefined;
  const resources = hclBlocks(file.hcl.body, 'resource').flatMap((block): Resource[] => {
    const read = readResource(block, { file, module, evaluator, issues, remarks, unread, imports });
    if (!read) return [];
    const hinted =
      hinting &&
      readResource(block, { file, module, evaluator: hinting, issues: [], remarks: [], unread: [], imports });
    return [asSent(hinted ? { ...read, properties: withHints(read.properties, hinted.properties) } : read)];
  });
  return { resources, issues, remarks, unread: unread[0] };
}

/** The resource without the blocks that are not sent. */
function asSent(resource: Resource): Resource {
  const { terraform, properties: written } = resource;
  const schema = terraformSchemas.get(terraform?.type ?? '');
  if (!terraform || !schema) return resource;
  const { properties, likeBlocks } = withoutLikeBlocks(written, schema.parts);
  return likeBlocks.length === 0
    ? resource
    : { ...resource, properties, terraform: { ...terraform, written, likeBlocks } };
}

interface ResourceReading {
  readonly file: ModuleFile;
  readonly module: TerraformModule;
  readonly evaluator: ModuleEvaluator;
  readonly issues: Issue[];
  readonly remarks: ReadingRemark[];
  readonly imports: ReadonlyMap<string, readonly ImportTarget[]>;
  readonly unread: string[];
}

function readResource(block: HclBlock, reading: ResourceReading): Resource | undefined {
  const [type, name] = block.labels;
  const address = resourceAddress(block);
  if (!type || !name || address === undefined) return undefined;
  const { file, module, evaluator, imports } = reading;
  const scope: ModuleScope = { ...fileScope(file), instances: instancesText(block, file) };
  const inner: BodyReading = { evaluator, scope, refused: [] };
  const schema = terraformSchemas.get(type.text);
  const manifest = terraformManifests.get(type.text);
  const object = schema ? readTyped(block, schema, inner) : manifest && readManifest(block, manifest, inner, reading);
  if (!object) return undefined;
  const instances = instancesOf(block, inner);
  const isCertain = instances !== undefined && (typeof instances === 'number' ? instances > 0 : instances.length > 0);
  const isUnique = module.resources.get(address) !== undefined;
  const isConditional = isUnique && instances === undefined && scope.instances !== undefined;
  const { kind, apiVersion, properties, isOption, isYaml } = object;
  return {
    type: kind,
    apiVersion,
    form: 'terraform',
    name: stringOf(nameIn(properties)),
    key: address,
    properties,
    span: block.span,
    head: name.span,
    isPartial: isOverride(file.path),
    envelope: undefined,
    ...((!isCertain || !isUnique) && { isUncertain: true }),
    terraform: {
      type: type.text,
      address,
      nameSpan: name.span,
      instances,
      ...(isConditional && { condition: scope.instances }),
      options: readResourceOptions(block.body, isOption, inner, block.span),
      refused: inner.refused.sort((a, b) => a.span.start - b.span.start),
      isManifest: !schema,
      ...(isYaml && { isYaml }),
      likeBlocks: [],
      imports: imports.get(address) ?? [],
    },
  };
}

/** True for a file that Terraform merges over the others of the module. */
function isOverride(path: string): boolean {
  return /(?:^|[\\/_])override\.(?:tf|tofu)(?:\.json)?$/.test(path);
}

export function nameIn(properties: Mapping): Value | undefined {
  const metadata = valueOf(properties, 'metadata');
  return metadata?.kind === 'mapping' ? valueOf(metadata, 'name') : undefined;
}

interface ReadObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly properties: Mapping;
  readonly isOption: (name: string) => boolean;
  readonly isYaml?: true;
}

/** By address. Import blocks may be in any file of the module. */
function importsIn({ files }: TerraformModule, file: ModuleFile): ReadonlyMap<string, readonly ImportTarget[]> {
  const targets = files.flatMap(({ hcl, path, text }) =>
    hclBlocks(hcl.body, 'import').flatMap(({ body }) => {
      const span = attributeIn(body, 'to')?.expression.span;
      if (!span) return [];
      const address = text.slice(span.start, span.end).replace(/"|\[.*$/gs, '');
      return [{ address, target: { span, ...(path !== file.path && { file: path }) } }];
    }),
  );
  const byAddress = groupBy(targets, ({ address }) => address);
  return new Map([...byAddress].map(([address, all]) => [address, all.map(({ target }) => target)]));
}

function readTyped(block: HclBlock, schema: TerraformSchema, reading: BodyReading): ReadObject {
  const options = new Set([...terraformOptions, ...terraformUnlisted, ...schema.options]);
  const properties = readBody(
    block.body,
    { parts: schema.parts, path: [], span: block.span, passed: options },
    reading,
  );
  const { kind, apiVersion } = schema;
  return { kind, apiVersion, properties, isOption: (name) => options.has(name) };
}

/** Undefined for other kinds, and where the body or the kind is not known. */
function readManifest(
  block: HclBlock,
  name: 'manifest' | 'yaml_body',
  { evaluator, scope }: BodyReading,
  { issues, remarks, unread, file, module }: ResourceReading,
): ReadObject | undefined {
  const attribute = attributeIn(block.body, name);
  const expression = attribute && bareOf(attribute.expression);
  if (!expression) return undefined;
  let isBroken = false;
  const yaml = (template: HclExpression | undefined): Value | undefined => {
    if (template?.kind !== 'template') return undefined;
    const read = readHeredocYaml(template, file.text, (part) => evaluator.evaluate(part.expression, scope));
    isBroken = read.issues.length > 0;
    if (isListed(read.root) || holdsChecked(file.text.slice(template.span.start, template.span.end))) {
      issues.push(...read.issues);
      if (read.second && name === 'manifest') issues.push({ span: read.second, message: secondDocumentText });
      else if (read.second) remarks.push({ what: 'later-document', span: read.second, written: '' });
    }
    return isBroken ? undefined : read.root;
  };
  const [argument] = expression.kind === 'call' && !expression.isSpread ? expression.args : [];
  const called = expression.kind === 'call' && expression.args.length === 1 ? expression.name : '';
  const isYaml = name === 'manifest' ? called === 'yamldecode' : !/^(?:yaml|json)encode$/.test(called) || !argument;
  const value = isYaml
    ? yaml(name === 'manifest' ? argument : expression)
    : evaluator.evaluate(name === 'manifest' ? expression : (argument ?? expression), scope);
  const root = value && withoutNulls(value);
  if (!isBroken && !hasKnownKind(root)) {
    const reason = unreadManifest(block, name, { text: file.text, module });
    if (reason !== undefined) unread.push(reason);
  }
  if (root?.kind !== 'mapping' || !isListed(root)) return undefined;
  const kind = stringOf(valueOf(root, 'kind')) ?? '';
  const apiVersion = stringOf(valueOf(root, 'apiVersion')) ?? '';
  return { kind, apiVersion, properties: root, isOption: (each) => each !== name, ...(isYaml && { isYaml }) };
}

const secondDocumentText = 'yamldecode() reads only one document. Move this one into a resource of its own.';

function bareOf(expression: HclExpression): HclExpression {
  return expression.kind === 'parentheses' ? bareOf(expression.inner) : expression;
}

function hasKnownKind(root: Value | undefined): boolean {
  return root?.kind === 'mapping' && stringOf(valueOf(root, 'kind')) !== undefined;
}

const earlierVersion = 'discovery.k8s.io/v1beta1';

export function isListed(root: Value | undefined): boolean {
  const text = (name: string): string | undefined =>
    root?.kind === 'mapping' ? stringOf(valueOf(root, name)) : undefined;
  const [kind, version] = [text('kind'), text('apiVersion')];
  if (kind === 'Service') return version === 'v1';
  if (kind === 'EndpointSlice' && version === earlierVersion) return true;
  return kinds.some((each) => each === kind && apiVersions[each] === version);
}

/** Undefined where they are not known. */
function instancesOf({ body }: HclBlock, { evaluator, scope }: BodyReading): number | readonly string[] | undefined {
  const [count, each] = [attributeIn(body, 'count'), attributeIn(body, 'for_each')];
  if (!count && !each) return 1;
  if (count && each) return undefined;
  if (count) return numberOf(evaluator.evaluate(count.expression, scope));
  const value = each && evaluator.evaluate(each.expression, scope);
  if (value?.kind === 'mapping' && !value.isOpen) return sorted(value.entries.map(({ name }) => name));
  const isSet = value?.kind === 'sequence' && value.isSet && !value.isOpen;
  return isSet ? sorted(value.items.flatMap((item) => stringOf(item) ?? [])) : undefined;
}

function numberOf(value: Value): number | undefined {
  if (value.kind !== 'scalar' || isNull(value)) return undefined;
  return /^\d{1,9}$/.test(String(value.value)) ? Number(value.value) : undefined;
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareCodePoints);
}
