/** Lists the rules that check a field at the end of a hover, with links to their pages, grouped by who rejects the text. */
import { mayBeElsewhere } from '../../analysis/binding/bind.ts';
import { isPatchType, kindOfType } from '../../contract/contract.ts';
import type { ObjectType, Type } from '../../contract/type.ts';
import type { EnforcedBy, Rule } from '../../lint/rule.ts';
import { enforcerOf, isSilentIn } from '../../lint/rules-in-programs.ts';
import { isSilentInTerraform } from '../../lint/rules-in-terraform.ts';
import { rules } from '../../rules/rules.ts';
import type { HoverOptions, HoverTarget } from './hover-target.ts';

const groups: readonly (readonly [EnforcedBy, words: string])[] = [
  ['server', 'Rejected by the API server'],
  ['strict', 'Rejected under strict validation, the default of kubectl'],
  ['contract', 'Violates the specification'],
  ['pulumi', 'Rejected by Pulumi'],
  ['kustomize', 'Rejected by kustomize'],
  ['terraform', 'Refused by terraform plan'],
  ['advice', 'Advice'],
];

/** Rules that check the whole resource or mismatches, by the field that they report on. */
const wholeRules: { readonly [field: string]: readonly string[] } = {
  'Endpoints.apiVersion': ['wrong-api-version', 'wrong-constant'],
  'Endpoints.kind': ['wrong-kind', 'missing-kind', 'wrong-constant'],
  'EndpointSlice.apiVersion': ['wrong-api-version', 'wrong-constant'],
  'EndpointSlice.kind': ['wrong-kind', 'missing-kind', 'wrong-constant'],
  'ObjectMeta.name': ['missing-name', 'patch-without-name', 'auto-named'],
  'ObjectMeta.clusterName': ['ignored-cluster-name'],
  'PulumiResource.type': ['malformed-type-token', 'miscapitalized-type-token', 'list-resource'],
  'PulumiResource.get': ['get-with-properties'],
  'PulumiResource.options': ['unknown-resource-option'],
};

/** Rules on the behaviour of Pulumi that Pulumi itself does not enforce. */
const forPrograms = new Set([
  'auto-named',
  'ineffective-patch-force',
  'disabled-annotations',
  'repeated-finalizer',
  'repeated-owner',
]);
/** Rules on what the provider of Terraform sends, which nothing refuses. */
const forBlocks = new Set([
  'half-written-condition',
  'implied-not-ready',
  'invented-app-protocol',
  'target-without-kind',
  'unsent-protocol',
]);
/** Rules on only one of the two types of a program. */
const forPatches = new Set(['patch-without-name', 'managed-fields-in-patch']);
const forWholes = new Set(['auto-named']);
const readOnly = ['read-only-field', 'live-state-field'];
/** Rules on addresses that depend on the address type of a slice. */
const forSlices = new Set(['non-canonical-ipv6', 'wrong-ip-family']);
/** Rules on mistakes that a program cannot make, or on fields that Pulumi drops. */
const forManifests = new Set([
  'discarded-managed-fields',
  'missing-name',
  'malformed-field-set',
  'malformed-managed-fields',
  'wrong-api-version',
]);

/** A line for each group of rules that check the field at the cursor; none where no rule does. */
export function ruleLines(target: HoverTarget): readonly string[] {
  const { options } = target;
  const { entry, parent, field } = target.node;
  if (!entry || !field || parent?.type.kind !== 'object') return [];
  const { resource, document } = target.resource;
  const { language } = document;
  const found = rulesOn(parent.type, entry.name).filter(
    (rule) =>
      isFor(rule, target) && !(language && isSilentIn(language, rule.code)) && !isSilentInTerraform(rule, resource),
  );
  return groups.flatMap(([enforcedBy, words]) => {
    const links = found
      .filter((rule) => enforcerOf(rule, language, resource) === enforcedBy)
      .map((rule) => link(rule.code, options));
    return links.length === 0 ? [] : [`${words}: ${links.join(', ')}`];
  });
}

export function ruleLine({ code, enforcedBy }: Rule, options: HoverOptions): string {
  return `${groupWords(enforcedBy)}: ${link(code, options)}`;
}

/** Explains a rule by its code in an ignore comment; undefined for an unknown code. */
export function describeCode(code: string, options: HoverOptions): string | undefined {
  const rule = rules.find((each) => each.code === code);
  if (!rule) return undefined;
  const { markup } = options;
  const page = options.pageUri(code);
  const more = page === undefined ? '' : ` ${markup.link('Rule page', page)}`;
  return `${markup.strong(code)}: ${markup.doc(rule.summary)}\n\n${groupWords(rule.enforcedBy)}.${more}`;
}

function groupWords(enforcedBy: EnforcedBy): string {
  return groups.find(([each]) => each === enforcedBy)?.[1] ?? '';
}

function isFor(
  { code: name, enforcedBy }: Rule,
  { node, resource: { resource }, isEnvelope, minor }: HoverTarget,
): boolean {
  const { parent, entry } = node;
  const isPatch = isPatchType(resource.type);
  if (name === 'missing-field' && parent && entry) {
    if (isEnvelope || mayBeElsewhere(parent, entry.name, { isPartial: resource.isPartial, minor })) return false;
  }
  if (forSlices.has(name) && kindOfType(resource.type) !== 'EndpointSlice') return false;
  if (forBlocks.has(name) && resource.terraform?.isManifest !== false) return false;
  if (enforcedBy === 'terraform' && !resource.terraform) return false;
  if (resource.form !== 'pulumi') return enforcedBy !== 'pulumi' && !forPrograms.has(name) && !forPatches.has(name);
  if (!isPatch) return !forManifests.has(name) && !forPatches.has(name);
  const isReplaced = entry?.name === 'managedFields' && readOnly.includes(name);
  return !forManifests.has(name) && !forWholes.has(name) && !isReplaced;
}

function link(name: string, options: HoverOptions): string {
  const page = options.pageUri(name);
  return page === undefined ? options.markup.code(name) : options.markup.link(name, page);
}

const rulesByField = new Map<string, readonly Rule[]>();

function rulesOn(owner: ObjectType, name: string): readonly Rule[] {
  const key = `${owner.base}.${name}`;
  let found = rulesByField.get(key);
  if (!found) {
    const codes = codesFor(owner, name);
    found = rules.filter((rule) => codes.has(rule.code) || isOn(rule, owner, name));
    rulesByField.set(key, found);
  }
  return found;
}

function codesFor(owner: ObjectType, name: string): ReadonlySet<string> {
  const codes = new Set(wholeRules[`${owner.base}.${name}`]);
  const field = owner.fields[name];
  if (field?.readOnly && field.deprecated === undefined) for (const each of readOnly) codes.add(each);
  if (field?.type.kind === 'string' && field.type.format === 'timestamp') codes.add('malformed-timestamp');
  if (owner.required.includes(name) && !codes.has('missing-name')) codes.add('missing-field');
  return codes;
}

const addressFields = ['EndpointAddress.ip', 'Endpoint.addresses'];

/** True for a rule on the field, or on the objects in it. */
function isOn({ on, alsoOn = [] }: Rule, owner: ObjectType, name: string): boolean {
  if (on === 'address') return addressFields.includes(`${owner.base}.${name}`);
  if (typeof on === 'string' || 'relationsOf' in on) return false;
  const [type, field] = on;
  if (field !== undefined) return field === name && [type, ...alsoOn].some((each) => each.name === owner.base);
  return type.name === heldBy(owner.fields[name]?.type);
}

function heldBy(type: Type | undefined): string | undefined {
  if (type?.kind === 'list') return heldBy(type.item);
  return type?.kind === 'object' ? type.base : undefined;
}
