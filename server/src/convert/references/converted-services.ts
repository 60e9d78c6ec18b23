/** Finds the labels of the Services of converted objects: monitors select Services by label. */
import { areVariants } from '../../analysis/workspace/variants.ts';
import { folderOf, plainPath } from '../../analysis/workspace/placement.ts';
import { treesIn } from '../../frontends/trees.ts';
import { groupBy } from '../../text/group.ts';
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { valueBelow } from '../value-text.ts';
import { isWrittenName, type ConvertedObjects, type NamedText } from './converted-objects.ts';
import { foreignObjects, textAt } from './foreign-objects.ts';
import { labelsOf, type LabelOf, type Match } from './label-selectors.ts';
import type { ConversionOutcome } from '../outcome.ts';

/** Where an object is: its file, and its namespace if that is written. */
export interface ObjectSite {
  readonly uri: string;
  readonly namespace: string | undefined;
}

/** A converted object with the labels of its Service. */
export interface ServedObject {
  readonly outcome: ConversionOutcome;
  readonly site: ObjectSite;
  readonly labels: LabelOf;
}

export function siteOf(uri: string, object: Value): ObjectSite {
  const namespace = textAt(object, 'metadata', 'namespace') ?? '';
  return { uri, namespace: isWrittenName(namespace) ? namespace : undefined };
}

/** Whether two objects are in the same namespace. Without namespaces, objects of one folder are. */
export function inSameNamespace(one: ObjectSite, other: ObjectSite): Match {
  if (one.namespace !== undefined && other.namespace !== undefined)
    return one.namespace === other.namespace ? 'yes' : 'no';
  return one.namespace === other.namespace && isBeside(one, other) ? 'yes' : 'unknown';
}

export function isBeside(one: ObjectSite, other: ObjectSite): boolean {
  return folderOf(plainPath(one.uri)) === folderOf(plainPath(other.uri));
}

/** Objects whose Service is not in the texts are left out. Of several Services of that name, the nearest ones count. */
export function servedObjects(texts: readonly NamedText[], { outcomes }: ConvertedObjects): readonly ServedObject[] {
  const byName = groupBy(
    outcomes.filter(({ name }) => isWrittenName(name)),
    ({ name }) => name,
  );
  const services = texts.flatMap(({ uri, text }) =>
    treesIn(uri, text, (part) => /\bService\b/.test(part)).flatMap((tree) =>
      foreignObjects(tree).flatMap(({ kind, mapping }) => (kind === 'Service' ? [serviceOf(uri, mapping)] : [])),
    ),
  );
  const found = services.flatMap((service) =>
    (byName.get(service.name) ?? []).flatMap((outcome) => servedBy(service, outcome) ?? []),
  );
  return [...groupBy(found, ({ served }) => served.outcome).values()].flatMap((all) => {
    const nearest = Math.min(...all.map(({ distance }) => distance));
    return all.flatMap(({ served, distance }) => (distance === nearest ? [served] : []));
  });
}

interface FoundService {
  readonly name: string;
  readonly site: ObjectSite;
  readonly labels: LabelOf;
}

function serviceOf(uri: string, mapping: Mapping): FoundService {
  const labels = labelsOf(valueBelow(mapping, ['metadata', 'labels']));
  return { name: textAt(mapping, 'metadata', 'name') ?? '', site: siteOf(uri, mapping), labels };
}

/** Undefined if the Service is certainly another one. */
function servedBy(
  { site: service, labels }: FoundService,
  outcome: ConversionOutcome,
): { readonly served: ServedObject; readonly distance: number } | undefined {
  const { uri, namespace } = outcome;
  const own = { uri, namespace: isWrittenName(namespace) ? namespace : undefined };
  if (inSameNamespace(own, service) === 'no' || areVariants(uri, service.uri)) return undefined;
  const site = { uri, namespace: own.namespace ?? service.namespace };
  const distance = uri === service.uri ? 0 : isBeside(own, service) ? 1 : 2;
  return { served: { outcome, labels, site }, distance };
}

/** Finds the objects that a selector may match, without a comparison with each of them. */
export function servedIndex(served: readonly ServedObject[]): (selector: Value | undefined) => readonly ServedObject[] {
  const byLabel = new Map<string, ReadonlyMap<string | null | undefined, readonly ServedObject[]>>();
  return (selector) => {
    const wanted = valueBelow(selector, ['matchLabels']);
    const entry =
      wanted?.kind === 'mapping' ? wanted.entries.find(({ value }) => stringOf(value) !== undefined) : undefined;
    if (wanted?.kind !== 'mapping' || !entry || entry.isOpaqueKey) return served;
    const groups = byLabel.get(entry.name) ?? groupBy(served, ({ labels }) => labels(entry.name));
    byLabel.set(entry.name, groups);
    return [...(groups.get(stringOf(valueOf(wanted, entry.name))) ?? []), ...(groups.get(undefined) ?? [])];
  };
}
