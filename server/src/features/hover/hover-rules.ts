/** Which rules look at a field, for the foot of a hover: links to their pages, grouped by who refuses the text. */
import { mayBeElsewhere } from '../../analysis/binding/bind.ts';
import { isPatchType, kindOfType } from '../../contract/contract.ts';
import type { ObjectType, Type } from '../../contract/type.ts';
import type { EnforcedBy, Rule } from '../../lint/rule.ts';
import { rules } from '../../rules/rules.ts';
import { code, escaped } from '../../text/markdown.ts';
import type { HoverOptions, HoverTarget } from './hover.ts';

const groups: readonly (readonly [EnforcedBy, words: string])[] = [
  ['server', 'Refused by the server'],
  ['strict', 'Refused under strict validation, which kubectl asks for'],
  ['contract', 'Against the specification'],
  ['pulumi', 'Refused by Pulumi'],
  ['advice', 'Advice'],
];

/** Rules that look at the whole resource or at mismatches, by the field that they are about. */
const more: { readonly [field: string]: readonly string[] } = {
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

/** About what Pulumi does, though no rule of Pulumi's own. */
const forPrograms = new Set([
  'auto-named',
  'ineffective-patch-force',
  'disabled-annotations',
  'repeated-finalizer',
  'repeated-owner',
]);
/** For one of the two types of a program each. */
const forPatches = new Set(['patch-without-name', 'managed-fields-in-patch']);
const forWholes = new Set(['auto-named']);
const readOnly = ['read-only-field', 'live-state-field'];
/** About addresses, of which a slice says what they are. */
const forSlices = new Set(['non-canonical-ipv6', 'wrong-ip-family']);
/** About what a program cannot get wrong, or what Pulumi drops. */
const forManifests = new Set(['missing-name', 'malformed-field-set', 'malformed-managed-fields', 'wrong-api-version']);

/** A line for each group of rules on the field that is pointed at; none where no rule looks at it. */
export function ruleLines(target: HoverTarget): readonly string[] {
  const { options } = target;
  const { entry, parent, field } = target.node;
  if (!entry || !field || parent?.type.kind !== 'object') return [];
  const found = rulesOn(parent.type, entry.name).filter((rule) => isFor(rule, target));
  return groups.flatMap(([enforcedBy, words]) => {
    const links = found.filter((rule) => rule.enforcedBy === enforcedBy).map((rule) => link(rule.code, options));
    return links.length === 0 ? [] : [`${words}: ${links.join(', ')}`];
  });
}

/** Who enforces the rule, with a link to its page. */
export function ruleLine({ code: name, enforcedBy }: Rule, options: HoverOptions): string {
  const [, words] = groups.find(([each]) => each === enforcedBy) ?? [];
  return `${words}: ${link(name, options)}`;
}

/** A rule named in an ignore. */
export function describeCode(name: string, options: HoverOptions): string | undefined {
  const rule = rules.find((each) => each.code === name);
  if (!rule) return undefined;
  const [, words] = groups.find(([enforcedBy]) => enforcedBy === rule.enforcedBy) ?? [];
  const page = options.pageUri(name);
  const more = page === undefined ? '' : ` [Its page](${page})`;
  return `**${escaped(name)}**: ${rule.summary}\n\n${words}.${more}`;
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
  if (resource.form !== 'pulumi') return enforcedBy !== 'pulumi' && !forPrograms.has(name) && !forPatches.has(name);
  if (!isPatch) return !forManifests.has(name) && !forPatches.has(name);
  const isReplaced = entry?.name === 'managedFields' && readOnly.includes(name);
  return !forManifests.has(name) && !forWholes.has(name) && !isReplaced;
}

function link(name: string, options: HoverOptions): string {
  const page = options.pageUri(name);
  return page === undefined ? code(name) : `[${name}](${page})`;
}

const known = new Map<string, readonly Rule[]>();

function rulesOn(owner: ObjectType, name: string): readonly Rule[] {
  const key = `${owner.base}.${name}`;
  let found = known.get(key);
  if (!found) {
    const codes = codesFor(owner, name);
    found = rules.filter((rule) => codes.has(rule.code) || isOn(rule, owner, name));
    known.set(key, found);
  }
  return found;
}

function codesFor(owner: ObjectType, name: string): ReadonlySet<string> {
  const codes = new Set(more[`${owner.base}.${name}`]);
  const field = owner.fields[name];
  if (field?.readOnly && field.deprecated === undefined) for (const each of readOnly) codes.add(each);
  if (field?.type.kind === 'string' && field.type.format === 'timestamp') codes.add('malformed-timestamp');
  if (owner.required.includes(name) && !codes.has('missing-name')) codes.add('missing-field');
  return codes;
}

const addressFields = ['EndpointAddress.ip', 'Endpoint.addresses'];

/** A rule on the field, or on the objects that the field holds. */
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
