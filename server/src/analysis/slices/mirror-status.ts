/** Whether Endpoints are mirrored, given the objects around them: the slices, or why there are none. */
import { uniqueBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import { member, type Binding, type Bound } from '../binding/bind.ts';
import { namesakes, sharingNamespace } from '../workspace/relations.ts';
import { keys } from '../workspace/index-keys.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import { mirror, type Mirroring } from './mirror.ts';

export interface MirrorStatus {
  /** After kustomizations and charts. An opaque name is its expression; an absent one is empty. */
  readonly namespace: string;
  readonly name: string;
  readonly outcome:
    | Mirroring
    /** The Endpoints of the API server itself, which writes them and their slices. */
    | { readonly kind: 'own' }
    /** No Service has this name, so nothing is mirrored. */
    | { readonly kind: 'no-service' }
    /** The EndpointSlice controller makes the slices of this Service from its Pods. */
    | { readonly kind: 'selector'; readonly service: IndexedObject }
    /** It is unknown whether this Service belongs to the object, or whether it has a selector. */
    | { readonly kind: 'unclear-service'; readonly service: IndexedObject }
    /** The name is opaque, or will be generated. */
    | { readonly kind: 'unnamed' };
}

export interface MirrorStatusOptions {
  readonly minor: number;
  /** True where the Service may be outside of the workspace. */
  readonly isServiceAssumed: boolean;
}

export function mirrorStatusOf(around: RelatedObjects, binding: Binding, options: MirrorStatusOptions): MirrorStatus {
  const { facts, identities } = around.entry;
  const names = [...new Set(identities.map(({ name }) => name))];
  const [name = facts.name.text] = names.length === 1 ? names : [facts.name.text];
  const [namespace = '', ...others] = new Set(identities.map((each) => each.namespace));
  const written = facts.namespace?.text ?? '';
  const place = { namespace: others.length > 0 || namespace.startsWith('?') ? written : namespace, name };
  if (!facts.name.isKnown || name === '') {
    const at = facts.form === 'kubernetes' ? rejectedName(binding) : undefined;
    return { ...place, outcome: at ? { kind: 'unreadable', at } : { kind: 'unnamed' } };
  }
  const outcome = mirror(binding, name, options.minor);
  if (outcome.kind !== 'stopped' && isOfApiServer(place)) return { ...place, outcome: { kind: 'own' } };
  return { ...place, outcome: outcome.kind === 'stopped' ? outcome : (serviceBlocker(around, options) ?? outcome) };
}

/** What the API server rejects where a manifest has no valid name; undefined where a template may write it. */
function rejectedName({ root }: Binding): Bound | undefined {
  const metadata = member(root, 'metadata');
  const name = metadata && member(metadata, 'name');
  const at = name ?? metadata ?? root;
  const { value } = at;
  if (value.kind === 'opaque' || (value.kind === 'mapping' && value.isOpen)) return undefined;
  const isGenerated = metadata !== undefined && member(metadata, 'generateName') !== undefined;
  return isGenerated && !name ? undefined : at;
}

/** One Service of each selector and condition. */
const distinct = memo((services: readonly IndexedObject[]): readonly IndexedObject[] =>
  uniqueBy(services, ({ facts }) => `${facts.service?.selector} ${facts.condition ?? ''}`),
);

export function isOfApiServer({ namespace, name }: Pick<MirrorStatus, 'namespace' | 'name'>): boolean {
  return name === 'kubernetes' && (namespace === '' || namespace === 'default');
}

/** The reason why the Services around stop mirroring; undefined where none does. */
function serviceBlocker(
  around: RelatedObjects,
  { isServiceAssumed }: MirrorStatusOptions,
): MirrorStatus['outcome'] | undefined {
  const services = namesakes(around, 'Service');
  const { entry } = around;
  const [service] = services;
  if (!service) {
    const [near] = sharingNamespace(around.at(keys.anywhere('Service', entry.facts.name.text)), entry);
    if (isServiceAssumed) return undefined;
    return near ? { kind: 'unclear-service', service: near } : { kind: 'no-service' };
  }
  const [patch] = namesakes(around, 'ServicePatch');
  const { condition = '' } = entry.facts;
  const isCertain = (each: IndexedObject): boolean =>
    !each.facts.condition || (each.facts.condition === condition && condition !== '?');
  const selectors = new Set(
    distinct(services).map((each) => (isCertain(each) ? each.facts.service?.selector : 'unknown')),
  );
  if (patch || selectors.size > 1 || selectors.has('unknown'))
    return { kind: 'unclear-service', service: patch ?? service };
  return selectors.has('some') ? { kind: 'selector', service } : undefined;
}
