/** Reads a plan or a state as `terraform show -json` prints it: the resources of ours in all modules, as the provider sends them. */
import { terraformManifests, terraformSchemas } from '../../../contract/terraform.ts';
import { bareDocument, type Document, type Issue, type PlanFacts, type Resource } from '../../../tree/document.ts';
import { nestedValue, stringOf, valueOf, type Entry, type Mapping, type Value } from '../../../tree/value.ts';
import { groupBy } from '../../../text/group.ts';
import type { Span } from '../../../text/span.ts';
import { programIgnores } from '../../documents/ignore-comments.ts';
import { readJson } from '../../json/parse-json.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import { blockEntry, isChecked } from '../read-document.ts';
import { isListed, nameIn } from '../read-terraform.ts';
import { mapping } from '../values.ts';
import { mayBeOurPlan } from './plan-text.ts';
import { addedEntry, knownValue, marksBelow, placedValue, plannedValue, type Marks } from './plan-values.ts';
import { sentObject } from './sent-blocks.ts';

/** The last text, which is read for what is known of the whole, and again with its file. */
let last: { readonly text: string; readonly document: Document | undefined } | undefined;

/** Undefined for a text that is something else. Never fails. */
export function readPlan(text: string): Document | undefined {
  if (!mayBeOurPlan(text)) return undefined;
  if (last?.text !== text) last = { text, document: planIn(text) };
  return last.document;
}

function planIn(text: string): Document | undefined {
  const { root, issues } = readJson(text);
  if (root?.kind !== 'mapping' || stringOf(valueOf(root, 'format_version')) === undefined) return undefined;
  const module = moduleIn(root, 'planned_values') ?? moduleIn(root, 'values');
  if (!module) return undefined;
  const bare = bareDocument(text, 'code', 'terraform');
  // Of a text that is cut, the values and what is said about them do not fit together.
  if (issues.length > 0) return { ...bare, issues, plan: { isErrored: false, unread: [] } };
  const reading: PlanReading = {
    changes: changesIn(root),
    configured: configuredIn(root),
    issues: [],
    unread: [],
  };
  const read = resourcesIn(module)
    .flatMap((each) => readResource(each, reading) ?? [])
    .sort((a, b) => a.span.start - b.span.start);
  const all = reading.configured.size === 0 ? withUncertainTwins(read) : read;
  const whole = mapping({ start: 0, end: text.length }, all.map(blockEntry));
  const resources = all.filter(isChecked);
  const neighbours = all.filter((each) => !isChecked(each));
  const ignores = programIgnores(text, [], whole, resources, neighbours);
  const errored = valueOf(root, 'errored');
  const isErrored = errored?.kind === 'scalar' && errored.value === true;
  const plan: PlanFacts = { isErrored, unread: reading.unread };
  return { ...bare, root: whole, resources, neighbours, issues: reading.issues, ignores, plan };
}

function moduleIn(root: Mapping, name: string): Mapping | undefined {
  const module = nestedValue(root, [name, 'root_module']);
  return module?.kind === 'mapping' ? module : undefined;
}

interface PlanReading {
  /** What happens to a resource, by its address. */
  readonly changes: ReadonlyMap<string, Mapping>;
  /** Resources as they are configured, by addresses without instance keys. A state has none. */
  readonly configured: ReadonlyMap<string, Mapping>;
  /** Syntax errors in YAML. */
  readonly issues: Issue[];
  /** Gets the resources whose object is not known. */
  readonly unread: PlanFacts['unread'][number][];
}

function mappingsIn(owner: Mapping, name: string): readonly Mapping[] {
  const list = valueOf(owner, name);
  return list?.kind === 'sequence' ? list.items.filter((item) => item.kind === 'mapping') : [];
}

/** Of a module and of the modules in it. */
function resourcesIn(module: Mapping): readonly Mapping[] {
  const found: Mapping[] = [];
  const waiting = [module];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    found.push(...mappingsIn(each, 'resources'));
    waiting.push(...mappingsIn(each, 'child_modules'));
  }
  return found;
}

function changesIn(root: Mapping): ReadonlyMap<string, Mapping> {
  const changes = new Map<string, Mapping>();
  for (const each of mappingsIn(root, 'resource_changes')) {
    const address = stringOf(valueOf(each, 'address'));
    const change = valueOf(each, 'change');
    if (address !== undefined && change?.kind === 'mapping') changes.set(address, change);
  }
  return changes;
}

function configuredIn(root: Mapping): ReadonlyMap<string, Mapping> {
  const configured = new Map<string, Mapping>();
  const first = nestedValue(root, ['configuration', 'root_module']);
  const waiting: { readonly module: Value | undefined; readonly lead: string }[] = [{ module: first, lead: '' }];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    const { module, lead } = each;
    if (module?.kind !== 'mapping') continue;
    for (const resource of mappingsIn(module, 'resources')) {
      const address = stringOf(valueOf(resource, 'address'));
      if (address !== undefined) configured.set(lead + address, resource);
    }
    const calls = valueOf(module, 'module_calls');
    for (const { name, value } of calls?.kind === 'mapping' ? calls.entries : [])
      waiting.push({ module: nestedValue(value, ['module']), lead: `${lead}module.${name}.` });
  }
  return configured;
}

/** Objects of one name in a state are in several clusters, and the state does not say in which. */
function withUncertainTwins(all: readonly Resource[]): readonly Resource[] {
  const byName = groupBy(all, ({ type, name, properties }) => {
    const namespace = nestedValue(properties, ['metadata', 'namespace']);
    return `${type} ${stringOf(namespace) ?? 'default'} ${name}`;
  });
  const twins = new Set([...byName.values()].filter(({ length }) => length > 1).flat());
  return all.map((each) => (twins.has(each) ? { ...each, isUncertain: true } : each));
}

function withoutKeys(address: string): string {
  return address.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, '');
}

function readResource(resource: Mapping, reading: PlanReading): Resource | undefined {
  const type = stringOf(valueOf(resource, 'type')) ?? '';
  const address = valueOf(resource, 'address');
  const values = valueOf(resource, 'values');
  const mode = stringOf(valueOf(resource, 'mode'));
  if (address?.kind !== 'scalar' || typeof address.value !== 'string') return undefined;
  if (mode !== 'managed' || values?.kind !== 'mapping') return undefined;
  const change = reading.changes.get(address.value);
  const marks: Marks = {
    unknown: change && valueOf(change, 'after_unknown'),
    sensitive: valueOf(resource, 'sensitive_values') ?? (change && valueOf(change, 'after_sensitive')),
  };
  const schema = terraformSchemas.get(type);
  const configured = reading.configured.get(withoutKeys(address.value));
  const written = configured && valueOf(configured, 'expressions');
  const object = schema
    ? { ...schema, properties: sentObject(values, schema, marks, written?.kind === 'mapping' ? written : undefined) }
    : readManifest(type, { address: address.value, values, marks }, reading);
  if (!object) return undefined;
  const { kind, apiVersion, properties } = object;
  return {
    type: kind,
    apiVersion,
    form: 'terraform',
    name: stringOf(nameIn(properties)),
    key: address.value,
    properties,
    span: resource.span,
    head: address.span,
    isPartial: false,
    envelope: undefined,
    terraform: {
      type,
      address: address.value,
      nameSpan: address.span,
      instances: 1,
      options: mapping(resource.span, configured ? providerEntries(configured, resource.span) : []),
      refused: [],
      isManifest: !schema,
      likeBlocks: [],
      imports: [],
    },
  };
}

/** None for a provider that has no alias, and is configured in the root module. */
function providerEntries(configured: Mapping, span: Span): readonly Entry[] {
  const provider = valueOf(configured, 'provider_config_key');
  return provider && /[.:]/.test(stringOf(provider) ?? '') ? [addedEntry('provider', span, provider)] : [];
}

interface ManifestSource {
  readonly address: string;
  readonly values: Mapping;
  readonly marks: Marks;
}

/** Undefined for other kinds, and where the object is not known. */
function readManifest(
  type: string,
  source: ManifestSource,
  reading: PlanReading,
): { readonly kind: string; readonly apiVersion: string; readonly properties: Mapping } | undefined {
  const argument = terraformManifests.get(type);
  if (!argument) return undefined;
  const root = argument === 'manifest' ? plannedManifest(source) : yamlBody(source, reading);
  if (root === 'unknown') reading.unread.push({ address: source.address, argument });
  if (root === 'unknown' || root?.kind !== 'mapping' || !isListed(root)) return undefined;
  const kind = stringOf(valueOf(root, 'kind')) ?? '';
  const apiVersion = stringOf(valueOf(root, 'apiVersion')) ?? '';
  return { kind, apiVersion, properties: root };
}

/** The written manifest. A state of an import has only the object. */
function plannedManifest({ values, marks }: ManifestSource): Value | 'unknown' | undefined {
  for (const name of ['manifest', 'object']) {
    const value = valueOf(values, name);
    const read = value && plannedValue(value, marksBelow(marks, name));
    if (read?.kind === 'mapping') return read;
  }
  return 'unknown';
}

/** Providers mark the whole text as sensitive, and offer a copy with the sensitive fields hidden. */
function yamlBody({ address, values, marks }: ManifestSource, { issues }: PlanReading): Value | 'unknown' | undefined {
  for (const name of ['yaml_body', 'yaml_body_parsed']) {
    const value = valueOf(values, name);
    const text = value && stringOf(knownValue(value, marksBelow(marks, name)));
    if (value && text !== undefined && text.trim() !== '') return yamlIn(text, value.span, { address, issues });
  }
  return 'unknown';
}

function yamlIn(
  text: string,
  span: Span,
  { address, issues }: { readonly address: string; readonly issues: Issue[] },
): Value | undefined {
  const { root, issues: found } = readYaml(text, 'kubernetes', []);
  if (!isListed(root)) return undefined;
  const [first] = found;
  if (first) issues.push({ span, message: `The YAML of ${address} cannot be read. ${first.message}` });
  return first || !root ? undefined : placedValue(root, span);
}
