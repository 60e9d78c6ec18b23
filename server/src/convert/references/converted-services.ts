/** Finds the labels of the Services of converted objects: monitors select Services by label. */
import { areVariants } from '../../analysis/workspace/variants.ts';
import { folderOf, plainPath } from '../../analysis/workspace/placement.ts';
import { treesIn } from '../../frontends/trees.ts';
import { groupBy } from '../../text/group.ts';
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { valueBelow } from '../value-text.ts';
import { isWrittenName, type ConvertedObjects, type NamedText } from './converted-objects.ts';
import { foreignObjects, itemsAt, textAt } from '../../readers/foreign-objects.ts';
import type { LabelOf, Match } from '../../readers/label-selectors.ts';
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
  /** The names of the ports of the Service; undefined if one of them is not known. */
  readonly ports: ReadonlySet<string> | undefined;
  /** False if the Service is not in the texts, so that the labels are those of the Endpoints. */
  readonly hasService: boolean;
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

/** Of several Services of that name, the nearest ones count. Without one, the labels of the Endpoints probably are its. */
export function servedObjects(
  texts: readonly NamedText[],
  { outcomes }: ConvertedObjects,
  labelsIn: (uri: string, labels: Value | undefined) => LabelOf,
): readonly ServedObject[] {
  const byName = groupBy(
    outcomes.filter(({ name }) => isWrittenName(name)),
    ({ name }) => name,
  );
  const found = texts.flatMap(({ uri, text }) =>
    treesIn(uri, text, (part) => /\b(?:Service|Endpoints)\b/.test(part)).flatMap((tree) =>
      foreignObjects(tree).flatMap(({ kind, mapping }) => {
        const named = byName.get(textAt(mapping, 'metadata', 'name') ?? '') ?? [];
        if (named.length === 0 || (kind !== 'Service' && kind !== 'Endpoints')) return [];
        const labels = labelsIn(uri, valueBelow(mapping, ['metadata', 'labels']));
        const isService = kind === 'Service';
        const object = {
          site: siteOf(uri, mapping),
          labels,
          isService,
          ports: isService ? portNames(mapping) : undefined,
        };
        return named.flatMap((outcome) => servedBy(object, outcome) ?? []);
      }),
    ),
  );
  return [...groupBy(found, ({ served }) => served.outcome).values()].flatMap((all) => {
    const nearest = Math.min(...all.map(({ distance }) => distance));
    return all.flatMap(({ served, distance }) => (distance === nearest ? [served] : []));
  });
}

function portNames(service: Mapping): ReadonlySet<string> | undefined {
  const spec = valueOf(service, 'spec');
  const ports = spec?.kind === 'mapping' ? itemsAt(spec, 'ports') : undefined;
  const names = ports?.map((port) => {
    const name = valueBelow(port, ['name']);
    return name || port.kind !== 'mapping' || port.isOpen ? stringOf(name) : '';
  });
  return names?.every((name) => name !== undefined) ? new Set(names) : undefined;
}

interface LabeledObject extends Pick<ServedObject, 'site' | 'labels' | 'ports'> {
  readonly isService: boolean;
}

/** Undefined if it certainly belongs to another object. */
function servedBy(
  { site: found, labels, ports, isService }: LabeledObject,
  outcome: ConversionOutcome,
): { readonly served: ServedObject; readonly distance: number } | undefined {
  const { uri, namespace } = outcome;
  if (!isService && found.uri !== uri) return undefined;
  const own = { uri, namespace: isWrittenName(namespace) ? namespace : undefined };
  if (inSameNamespace(own, found) === 'no' || areVariants(uri, found.uri)) return undefined;
  const site = { uri, namespace: own.namespace ?? found.namespace };
  const distance = !isService ? 3 : uri === found.uri ? 0 : isBeside(own, found) ? 1 : 2;
  return { served: { outcome, labels, site, ports, hasService: isService }, distance };
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
