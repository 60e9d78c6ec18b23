/** Random objects whose values have the types of the contract, with odd texts, for translations between languages. */
import { resourceType } from '../../server/src/contract/contract.ts';
import { neighbourType } from '../../server/src/contract/neighbours.ts';
import { patchOf } from '../../server/src/contract/patch.ts';
import type { ObjectType, Type } from '../../server/src/contract/type.ts';
import { list, pick, rarely, type Random } from './random.ts';

export type Plain = string | number | boolean | readonly Plain[] | { readonly [name: string]: Plain };

export interface RandomResource {
  readonly type: string;
  readonly properties: Readonly<Record<string, Plain>>;
}

const manifestTypes = ['Endpoints', 'EndpointSlice', 'Service'] as const;
const patchTypes = ['EndpointsPatch', 'EndpointSlicePatch', 'ServicePatch'] as const;

/** Objects that a manifest can have, with names of their own. */
export function randomManifests(random: Random, count: number): readonly RandomResource[] {
  return Array.from({ length: count }, (_, i) => resource(random, pick(random, manifestTypes), `db-${i}`));
}

/** Patches of a program. */
export function randomPatches(random: Random, count: number): readonly RandomResource[] {
  return Array.from({ length: count }, (_, i) => resource(random, pick(random, patchTypes), `db-${i}`));
}

function resource(random: Random, type: string, name: string): RandomResource {
  const own = resourceType(type);
  const service = neighbourType('Service');
  const made = object(random, own ?? (type === 'ServicePatch' ? patchOf(service) : service));
  const { metadata, ...others } = made;
  const rest = typeof metadata === 'object' && !Array.isArray(metadata) ? metadata : {};
  const namespace = pick<Readonly<Record<string, string>>>(random, [{}, { namespace: 'shop' }, { namespace: 'shop' }]);
  return { type, properties: { ...others, metadata: { ...rest, name, ...namespace } } };
}

/** What the cluster writes, or what a translation names as lost. */
const left = new Set(['apiVersion', 'kind', 'status', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'managedFields', 'selfLink', 'clusterName']); // prettier-ignore

function object(random: Random, { fields, name }: ObjectType): Record<string, Plain> {
  const isMeta = name.startsWith('ObjectMeta') || !/^(?:OwnerReference|ObjectReference)/.test(name);
  const own = Object.entries(fields).filter(([field, { output }]) => !output && !(isMeta && left.has(field)));
  const written = own.filter(([, { required }]) => required || random(4) === 0);
  return Object.fromEntries(written.map(([field, { type }]) => [field, value(random, type)]));
}

function value(random: Random, type: Type): Plain {
  switch (type.kind) {
    case 'object':
      return object(random, type);
    case 'list':
      return list(random, 3, () => value(random, type.item));
    case 'map':
      return Object.fromEntries(list(random, rarely(random, 10) ? 14 : 3, () => [text(random), text(random)]));
    case 'string':
      return type.choices && !rarely(random, 4) ? pick(random, type.choices).value : text(random);
    case 'integer':
      return integer(random);
    case 'integer or string':
      return rarely(random, 2) ? integer(random) : text(random);
    case 'boolean':
      return rarely(random, 2);
    case 'any':
      return {};
  }
}

function integer(random: Random): number {
  return pick(random, [0, 1, 80, 443, 5432, 65_535, -1, 2_147_483_647, random(65_536)]);
}

const texts = ['a', 'orders-db', 'app.kubernetes.io/name', '10.0.0.1', '2001:db8::1', '', ' ', 'true', 'null', '80', '1e3', 'yes', '~', "it's", 'say "x"', 'C:\\dir', '\\n', 'a\nb', 'a\n\nb\n', '\tx', 'x: y', '# no', '- a', '{a}', '$x', '$$', '$', '%s', '`', 'é', '日本', '😀', '\u2028', '\u0085', '\u0007', '\0', '\ufeff', '@x', '&a', '*a', '!t', '|', '>', '__proto__', 'constructor', 'class', 'namespace: namespace', '/* x */', '// x', '"""', "'''", '\\u0041', '\\', '1_000', '0x1F', '2024-01-01']; // prettier-ignore

function text(random: Random): string {
  const made = rarely(random, 5) ? pick(random, texts) + pick(random, texts) : pick(random, texts);
  // A placeholder in a manifest.
  return made.replace('${', '$ {');
}

/** The objects as a List in JSON. */
export function listText(resources: readonly RandomResource[]): string {
  const items = resources.map(({ type, properties }) => ({
    apiVersion: type === 'EndpointSlice' ? 'discovery.k8s.io/v1' : 'v1',
    kind: type,
    ...properties,
  }));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

/** The resources as a Pulumi YAML program in JSON, in which a dollar sign is written twice. */
export function programText(resources: readonly RandomResource[]): string {
  const blocks = resources.map(({ type, properties }, i) => {
    const group = type.startsWith('EndpointSlice') ? 'discovery.k8s.io' : 'core';
    return [`r${i}`, { type: `kubernetes:${group}/v1:${type}`, properties }] as const;
  });
  return JSON.stringify({ name: 'random', runtime: 'yaml', resources: Object.fromEntries(blocks) }).replaceAll(
    '$',
    '$$$$',
  );
}
