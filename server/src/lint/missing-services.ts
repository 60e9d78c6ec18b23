/** Finds Endpoints and EndpointSlices whose Service the workspace does not have in their namespace. */
import { member, type Binding } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { mayBeLock } from '../analysis/binding/lock.ts';
import { nearestObjects, objectsBeside } from '../analysis/workspace/nearest.ts';
import { hasNeighbour } from '../analysis/workspace/neighbours.ts';
import { collect, isUnwritten, mayMeet, mayShareNamespace } from '../analysis/workspace/relations.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { isClusterScoped, type IndexedObject, type Identity } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { insertEntry, replaceBy } from './fix.ts';
import { titleOf } from './partner.ts';
import type { RelationContext, ReportOptions } from './rule.ts';
import { problemOfServiceName } from './service-names.ts';
import { mayBeMade, missingServiceOfSlice, type MissingService } from './slice-service.ts';
import { nameNode } from './subject.ts';
import { attachmentWith, memo, memoBy } from '../text/memo.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import { isTypo, nameSet, similarNames } from '../text/similar-names.ts';
import type { Resource } from '../tree/document.ts';
import type { Fix } from '../tree/tree-edit.ts';

/** Undefined where the Service exists, or may exist out of sight. */
export function missingServiceOf(resource: Resource, context: RelationContext): MissingService | undefined {
  const known = knownFor(context.around, context.binding);
  return (known.missing ??= { found: foundFor(resource, context) }).found;
}

/** Two rules ask for each object. */
const knownFor = attachmentWith(
  (_around: RelatedObjects, _binding: Binding): { missing?: { readonly found: MissingService | undefined } } => ({}),
);

function foundFor(resource: Resource, context: RelationContext): MissingService | undefined {
  if (resource.type === 'EndpointSlice') return missingServiceOfSlice(context);
  const found = missingOf(resource, context);
  return found && !isReadByVolume(context.around) ? found : undefined;
}

function missingOf(resource: Resource, context: RelationContext): MissingService | undefined {
  const { binding, around } = context;
  const { entry } = around;
  const { isKnown, text } = entry.facts.name;
  if (resource.isPartial || !isKnown || text === '' || mayBeLock(binding.root) || isLive(binding)) return undefined;
  if (!entry.identities.every((identity) => shouldHaveService(identity, context) && !mayHaveService(identity, around)))
    return undefined;
  const namesakes = collect(entry.identities, ({ name }) => around.at(keys.anywhere('Service', name)));
  const services = servicesBeside(around, namesakes);
  const [beside] = services;
  if (beside && services.length === 1) {
    return isForSeveral(beside, around) || mayBeDelivered(around, beside) ? undefined : otherNamespace(context, beside);
  }
  // Without a namespace, kubectl uses that of its context: it may be the one that another object names.
  if (namesakes.length > 0 && (isUnwritten(entry) || areSomeUnwritten(namesakes))) return undefined;
  const [identity] = entry.identities;
  const names = entry.identities.map(({ namespace }) => around.names('Service', namespace));
  if (!identity || !names.every((each) => each !== undefined && each.length > 0)) return undefined;
  const hasServices = hasNeighbour(around.at(keys.within('Service', identity.namespace)), entry);
  return hasServices ? otherName(context, identity) : undefined;
}

/** False for the Service `kubernetes`, which the API server creates, and for impossible Service names, which another rule reports. */
function shouldHaveService({ name, namespace, isClosed, isCertain }: Identity, context: RelationContext): boolean {
  // A patch may change the name.
  if (!isClosed || !isCertain || (name === 'kubernetes' && namespace === 'default')) return false;
  return problemOfServiceName(name, context) === undefined;
}

function mayHaveService({ name, namespace }: Identity, { at, names }: RelatedObjects): boolean {
  if (at(keys.anywhere('ServicePatch', name)).length > 0) return true;
  const { known, hasUnknown } = namespacesWith(at(keys.anywhere('Service', name)), name);
  return hasUnknown || known.has(namespace) || names('Service', namespace) === undefined;
}

/** The namespaces where one of the objects has the name. */
const namespacesWith = memoBy((entries: readonly IndexedObject[], name: string) => {
  const known = new Set(
    entries.flatMap(({ identities }) => identities.flatMap((each) => (each.name === name ? each.namespace : []))),
  );
  return { known, hasUnknown: [...known].some((namespace) => namespace.startsWith('?')) };
});

/** The Services of that name in other namespaces: those in the same file, or else those in the same folder. */
function servicesBeside(around: RelatedObjects, namesakes: readonly IndexedObject[]): readonly IndexedObject[] {
  const { entry } = around;
  if (entry.identities.length !== 1 || namesakes.length === 0) return [];
  const near = nearestObjects(objectsBeside(placedOnce(namesakes), entry.uri), entry.uri);
  return near.length === 1 ? near.filter((each) => mayMeet(around, each)) : near;
}

const placedOnce = memo((entries: readonly IndexedObject[]): readonly IndexedObject[] =>
  entries.filter(({ identities }) => identities.length === 1),
);

/** True where a GlusterFS volume names the Endpoints: it needs no Service. */
function isReadByVolume({ entry, at }: RelatedObjects): boolean {
  return entry.identities.every(({ namespace, name }) =>
    at(keys.readersOf(entry.facts.name.text))
      .concat(at(keys.readersOf(name)))
      .some((each) =>
        each.facts.volumes?.some((volume) => {
          if (volume.endpoints !== name && volume.endpoints !== entry.facts.name.text) return false;
          if (volume.namespace !== '') return volume.namespace === namespace;
          return isClusterScoped(each.facts.kind) || mayShareNamespace(each, entry);
        }),
      ),
  );
}

/** True where Argo CD or Flux delivers something into the namespace that one of the two does not write. */
function mayBeDelivered({ entry, at }: RelatedObjects, service: IndexedObject): boolean {
  const written = isUnwritten(entry) ? service : isUnwritten(service) ? entry : undefined;
  return written?.identities.some(({ namespace }) => at(keys.deliveredTo(namespace)).length > 0) ?? false;
}

/** True for a Service without a namespace that is applied to several: its Endpoints name more than one. */
function isForSeveral(service: IndexedObject, { at }: RelatedObjects): boolean {
  if (!isUnwritten(service)) return false;
  const all = collect(service.identities, ({ name }) => at(keys.anywhere('Endpoints', name)));
  return writtenNamespaces(objectsBeside(all, service.uri)).size > 1;
}

const writtenNamespaces = memo(
  (entries: readonly IndexedObject[]) => new Set(entries.flatMap(({ facts }) => facts.namespace?.text ?? [])),
);

const areSomeUnwritten = memo((entries: readonly IndexedObject[]): boolean => entries.some(isUnwritten));

function otherNamespace({ binding, around }: RelationContext, service: IndexedObject): MissingService | undefined {
  const { entry } = around;
  const [ours, theirs] = [entry.identities[0]?.namespace ?? '', service.identities[0]?.namespace ?? ''];
  const title = titleOf(service);
  const message = isUnwritten(entry)
    ? `These Endpoints have no namespace, and the ${title} is in ${quote(theirs)}. They match only with kubectl -n ${theirs}. Write namespace: ${theirs}.`
    : isUnwritten(service)
      ? `These Endpoints are in the namespace ${quote(ours)}, and the ${title} has no namespace. They match only with kubectl -n ${ours}. Write the namespace in the Service, too.`
      : `These Endpoints are in the namespace ${quote(ours)}, but the ${title} is in ${quote(theirs)}, so they do not match. Write the same namespace in both.`;
  const metadata = member(binding.root, 'metadata');
  const namespace = metadata && member(metadata, 'namespace');
  const place = namespace ?? nameNode(binding);
  const fix = isUnwritten(service)
    ? undefined
    : namespaceFix(binding, { ours: isUnwritten(entry) ? '' : ours, theirs });
  const related = [{ entry: service, path: ['metadata', 'namespace'], message: 'The Service is here.' }];
  return place && { place, message, more: { related, fix }, isMisspelled: false };
}

/** Undefined if a kustomization or a delivery sets the namespace. `ours` is empty where nothing does. */
function namespaceFix({ root }: Binding, { ours, theirs }: { ours: string; theirs: string }): Fix | undefined {
  const metadata = member(root, 'metadata');
  const written = metadata && member(metadata, 'namespace')?.value;
  if (written) {
    const isOurs = written.kind === 'scalar' && written.value === ours;
    return isOurs ? replaceBy(written, theirs, 'suggested') : undefined;
  }
  return ours === '' && metadata?.value.kind === 'mapping'
    ? insertEntry(metadata.value, 'namespace', theirs, 'suggested')
    : undefined;
}

function otherName({ binding, around }: RelationContext, { name, namespace }: Identity): MissingService | undefined {
  const place = nameNode(binding);
  if (!place) return undefined;
  const meant = meantService(name, namespace, around);
  if (!meant && mayBeMade(name, namespace, around)) return undefined;
  const start = `The namespace ${quote(namespace)} has no Service ${quote(name)}, so nothing routes to these addresses. The endpoints controller may delete them.`;
  if (!meant) return { place, message: `${start} Create the Service, or correct this name.`, isMisspelled: false };
  const more: ReportOptions = {
    related: [{ entry: meant.entry, path: [], message: 'The Service is here.' }],
    fix: name === around.entry.facts.name.text ? replaceBy(place.value, meant.name, 'suggested') : undefined,
  };
  return {
    place,
    message: `${start} Did you mean ${quote(meant.name)}?`,
    more,
    isMisspelled: isTypo(name, meant.name),
  };
}

/** A Service with a similar name, without a selector and without Endpoints. */
function meantService(
  name: string,
  namespace: string,
  around: RelatedObjects,
): { entry: IndexedObject; name: string } | undefined {
  const served = nameSet(around.names('Endpoints', namespace) ?? []);
  const services = around.names('Service', namespace) ?? [];
  const meant = nearest(
    name,
    similarNames(name, services).filter((each) => !served.has(each)),
  );
  if (meant === undefined) return undefined;
  const found = around.at(keys.named('Service', namespace, meant));
  const entry = nearestObjects(found, around.entry.uri).find(
    (each) => each.facts.service?.selector === 'none' && mayMeet(around, each),
  );
  return entry && { entry, name: meant };
}
