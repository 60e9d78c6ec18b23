/** Pairs the objects that send traffic (Ingresses, routes, ServiceMonitors) with Services, as the picture has them. */
import { noFindings } from '../../analysis/picture/reported-rules.ts';
import type { ClientSources } from '../../analysis/picture/clients.ts';
import { isMonitor, monitorsByService } from '../../analysis/picture/monitor-clients.ts';
import type { Destination } from '../../analysis/facts/sender-facts.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { routesTo } from '../../analysis/workspace/sender-pairing.ts';
import type { Resource } from '../../tree/document.ts';
import { locatorIn } from '../traffic/field-places.ts';
import type { TrafficOptions } from '../traffic/service-traffic.ts';
import type { Files } from '../view.ts';
import { writtenObject } from './written-object.ts';

export interface HierarchySources {
  readonly files: Files;
  /** What the settings of a file say of its cluster. */
  readonly optionsOf: (uri: string) => TrafficOptions;
  /** The object in its text, or in what a kustomization builds; undefined for an object that is in neither. */
  readonly resourceOf: (entry: IndexedObject) => Resource | undefined;
}

export function isSender(entry: IndexedObject): boolean {
  return entry.facts.sender !== undefined || isMonitor(entry);
}

/** The clients of all Services, wherever they are. */
export function clientSources({ files, resourceOf }: Omit<HierarchySources, 'optionsOf'>): ClientSources {
  const { workspace } = files;
  return {
    at: (key) => workspace.atForRules(key),
    all: () => workspace.allForRules(),
    resourceOf,
    locate: locatorIn(files, 'client'),
    findingsOf: noFindings,
    query: { node: '', zone: undefined, family: undefined, consumer: undefined },
  };
}

/** The Services that the written object certainly sends traffic to, as they are written. */
export function servicesOf(sender: IndexedObject, sources: HierarchySources): readonly IndexedObject[] {
  const { files } = sources;
  const found = isMonitor(sender) ? selectedBy(sender, sources) : routedBy(sender, sources);
  return [...new Set(found.map((service) => writtenObject(service, files)))];
}

function routedBy(sender: IndexedObject, sources: HierarchySources): readonly IndexedObject[] {
  const { at } = clientSources(sources);
  const candidates = (sender.facts.sender?.destinations ?? []).flatMap((each) =>
    servicesNamed(each, sender, sources.files),
  );
  return [...new Set(candidates)].filter((service) =>
    routesTo({ at }, service).some(({ entry }) => writtenObject(entry, sources.files) === sender),
  );
}

function selectedBy(monitor: IndexedObject, sources: HierarchySources): readonly IndexedObject[] {
  const all = clientSources(sources);
  const own = [...all.all()].filter((each) => isMonitor(each) && writtenObject(each, sources.files) === monitor);
  return [...monitorsByService({ ...all, all: () => own }).keys()];
}

/** All Services with the name of the destination, as rules see them. */
export function servicesNamed(
  { service, namespace }: Destination,
  { identities }: IndexedObject,
  { workspace }: Pick<Files, 'workspace'>,
): readonly IndexedObject[] {
  return identities.flatMap((own) =>
    // An overlay may rename the Service and the reference.
    [...new Set([service, `${own.prefix}${service}${own.suffix}`])].flatMap((name) =>
      workspace.atForRules(keys.named('Service', namespace || own.namespace, name)),
    ),
  );
}
