/** Remarks of a finished build on Services: references that keep an old name, and selectors that only labels added. */
import type { BuildRemark, BuiltScalar, BuiltValue, Origin } from '../tree/built.ts';
import { effectiveNamespace } from './identity.ts';
import { type BuildObject, entryAt, idOf, originOf, builtScalarText, builtText, builtAt } from './object.ts';

const serviceName = 'kubernetes.io/service-name';
const routeKinds = new Set(['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute']);

/** References that kustomize does not update, and that have the name of a Service from before a prefix or suffix. */
export function remarkUnrenamed(objects: readonly BuildObject[], remarks: BuildRemark[]): void {
  const references = objects.flatMap((object) => plainReferences(object));
  if (references.length === 0) return;
  const services = objects.filter((object) => isService(object));
  const renamed = new Map<string, BuildObject[]>();
  for (const service of services) {
    if (service.prefixes.length + service.suffixes.length === 0) continue;
    const { name, ...id } = idOf(service);
    for (const old of new Set(service.previous.map((each) => each.name))) {
      if (old === name) continue;
      const key = nameKey(effectiveNamespace({ ...id, name }), old);
      const known = renamed.get(key);
      if (known) known.push(service);
      else renamed.set(key, [service]);
    }
  }
  if (renamed.size === 0) return;
  const present = new Set(services.map((service) => nameKey(effectiveNamespace(idOf(service)), idOf(service).name)));
  for (const { object, value, field, namespace } of references) {
    const from = builtScalarText(value);
    const key = nameKey(namespace, from);
    const service = present.has(key) ? undefined : closest(renamed.get(key) ?? [], object);
    const by = service && affixOf(service);
    if (by === undefined || service === undefined) continue;
    remarks.push({ what: 'unrenamed-reference', at: originOf(value), by, field, from, to: idOf(service).name });
  }
}

function nameKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function isService(object: BuildObject): boolean {
  return builtText(object.root, ['kind']) === 'Service' && idOf(object).group === '';
}

/** The only Service, or the only one that the same kustomizations renamed. */
function closest(services: readonly BuildObject[], object: BuildObject): BuildObject | undefined {
  if (services.length <= 1) return services[0];
  const same = services.filter(
    ({ prefixes, suffixes }) =>
      prefixes.join('\n') === object.prefixes.join('\n') && suffixes.join('\n') === object.suffixes.join('\n'),
  );
  return same.length === 1 ? same[0] : undefined;
}

/** The text that was added last to the name. */
function affixOf(service: BuildObject): Origin | undefined {
  const name = builtAt(service.root, ['metadata', 'name']);
  return name?.kind === 'scalar' && name.origins.length > 1 ? name.origins.at(-1) : undefined;
}

interface PlainReference {
  readonly object: BuildObject;
  readonly value: BuiltScalar;
  readonly field: string;
  readonly namespace: string;
}

/** The names of Services in fields that the tables of kustomize do not have. */
function plainReferences(object: BuildObject): readonly PlainReference[] {
  const writtenKind = builtText(object.root, ['kind']);
  if (writtenKind !== 'EndpointSlice' && !routeKinds.has(writtenKind)) return [];
  const id = idOf(object);
  const namespace = effectiveNamespace(id);
  if (id.group === 'discovery.k8s.io' && id.kind === 'EndpointSlice') {
    const value = builtAt(object.root, ['metadata', 'labels', serviceName]);
    return value?.kind === 'scalar' ? [{ object, value, field: serviceName, namespace }] : [];
  }
  if (id.group !== 'gateway.networking.k8s.io') return [];
  return itemsOf(builtAt(object.root, ['spec', 'rules']))
    .flatMap((rule) => itemsOf(entryAt(rule, 'backendRefs')?.value))
    .filter(
      (reference) => ['', 'Service'].includes(builtText(reference, ['kind'])) && builtText(reference, ['group']) === '',
    )
    .flatMap((reference) => {
      const value = entryAt(reference, 'name')?.value;
      const own = builtText(reference, ['namespace']);
      return value?.kind === 'scalar' ? [{ object, value, field: 'backendRefs', namespace: own || namespace }] : [];
    });
}

function itemsOf(value: BuiltValue | undefined): readonly BuiltValue[] {
  return value?.kind === 'sequence' ? value.items : [];
}

/** Services whose whole selector comes from labels of kustomizations: controllers overwrite their endpoints. */
export function remarkAddedSelectors(objects: readonly BuildObject[], remarks: BuildRemark[]): void {
  for (const { root, addedSelector } of objects) {
    if (addedSelector === undefined || builtText(root, ['spec', 'type']) === 'ExternalName') continue;
    const selector = builtAt(root, ['spec', 'selector']);
    if (selector?.kind !== 'mapping' || selector.entries.length === 0) continue;
    const [at] = addedSelector.keys;
    const name = builtAt(root, ['metadata', 'name']);
    // A key from elsewhere means that a patch writes a selector on purpose.
    if (at === undefined || !selector.entries.every(({ key }) => addedSelector.keys.includes(key))) continue;
    remarks.push({
      what: 'added-selector',
      at,
      field: addedSelector.field,
      service: originOf(name ?? root),
      name: builtScalarText(name),
    });
  }
}
