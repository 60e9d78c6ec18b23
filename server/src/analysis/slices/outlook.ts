/** What will become of an Endpoints among the objects around it: its slices, or why there are none. */
import type { Binding } from '../binding/bind.ts';
import { mayMeet, namesakes } from '../workspace/relations.ts';
import { keys } from '../workspace/index-keys.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import { mirror } from './mirror.ts';
import type { Mirroring } from './mirror.ts';

export interface Outlook {
  /** As the object is called where it arrives; of what is known only later, the expression, or nothing where none is written. */
  readonly namespace: string;
  readonly name: string;
  readonly becomes:
    | Mirroring
    /** The API server looks after it, and after its slices. */
    | { readonly kind: 'own' }
    /** Without a Service of this name nothing is mirrored. */
    | { readonly kind: 'no-service' }
    /** The control plane makes the slices of the Service from its Pods. */
    | { readonly kind: 'selector'; readonly service: IndexedObject }
    /** It cannot be told whether this Service is in front of the object, or whether it has a selector. */
    | { readonly kind: 'unclear-service'; readonly service: IndexedObject }
    /** What the object is called is decided elsewhere. */
    | { readonly kind: 'unnamed' };
}

export interface OutlookOptions {
  readonly minor: number;
  /** True where a Service that is not to be seen is taken for granted. */
  readonly isServiceAssumed: boolean;
}

export function outlookOf(around: RelatedObjects, binding: Binding, options: OutlookOptions): Outlook {
  const { facts, identities } = around.entry;
  const names = [...new Set(identities.map(({ name }) => name))];
  const [name = facts.name.text] = names.length === 1 ? names : [facts.name.text];
  const [namespace = '', ...others] = new Set(identities.map((each) => each.namespace));
  const written = facts.namespace?.text ?? '';
  const place = { namespace: others.length > 0 || namespace.startsWith('?') ? written : namespace, name };
  if (!facts.name.isKnown || name === '') return { ...place, becomes: { kind: 'unnamed' } };
  const becomes = mirror(binding, name, options.minor);
  if (becomes.kind !== 'stopped' && isOfApiServer(place)) return { ...place, becomes: { kind: 'own' } };
  return { ...place, becomes: becomes.kind === 'stopped' ? becomes : (serviceStop(around, options) ?? becomes) };
}

/** True for the Endpoints that leads to the API server itself. */
export function isOfApiServer({ namespace, name }: Pick<Outlook, 'namespace' | 'name'>): boolean {
  return name === 'kubernetes' && (namespace === '' || namespace === 'default');
}

/** What the Services around keep from being made; undefined where nothing does. */
function serviceStop(around: RelatedObjects, { isServiceAssumed }: OutlookOptions): Outlook['becomes'] | undefined {
  const services = namesakes(around, 'Service');
  const { entry } = around;
  const [service] = services;
  if (!service) {
    const near = around.at(keys.anywhere('Service', entry.facts.name.text)).find((each) => mayMeet(entry, each));
    if (isServiceAssumed) return undefined;
    return near ? { kind: 'unclear-service', service: near } : { kind: 'no-service' };
  }
  const [patch] = namesakes(around, 'ServicePatch');
  const { condition = '' } = entry.facts;
  const isCertain = (each: IndexedObject): boolean =>
    !each.facts.condition || (each.facts.condition === condition && condition !== '?');
  const selectors = new Set(services.map((each) => (isCertain(each) ? each.facts.service?.selector : 'unknown')));
  if (patch || selectors.size > 1 || selectors.has('unknown'))
    return { kind: 'unclear-service', service: patch ?? service };
  return selectors.has('some') ? { kind: 'selector', service } : undefined;
}
