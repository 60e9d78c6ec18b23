/** Finds the ServiceMonitors that select a Service, and the ports that they name. */
import { quote } from '../../text/quote.ts';
import type { Resource } from '../../tree/document.ts';
import type { Path } from '../../tree/path.ts';
import { isNull, nestedValue, stringOf, valueOf, type Mapping } from '../../tree/value.ts';
import type { RelatedObjects } from '../workspace/file-around.ts';
import { keys } from '../workspace/index-keys.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { portNamesBehind, selectedServices } from '../workspace/monitors.ts';
import { hasManualEndpoints } from '../workspace/pairing.ts';
import type { PairedService } from '../workspace/slice-pairing.ts';
import { drawnPlace, type BreakSources } from './breaks.ts';
import type { Break } from './picture.ts';
import { reportedRule } from './reported-rules.ts';

export interface MonitorSources extends BreakSources, Pick<RelatedObjects, 'at'> {
  /** All objects, as rules see them. */
  readonly all: () => Iterable<IndexedObject>;
  /** Undefined for an object that is in no text. */
  readonly resourceOf: (entry: IndexedObject) => Resource | undefined;
}

export interface MonitorClient {
  readonly entry: IndexedObject;
  readonly references: readonly MonitorReference[];
}

/** An item of `spec.endpoints`. */
interface MonitorReference {
  readonly path: Path;
  /** The name of a Service port; undefined where it names none that is there. */
  readonly port: string | undefined;
  readonly missing: Break | undefined;
}

/** By the Service that is selected; in the order of files. Monitors whose labels or namespaces are not known select nothing. */
export function monitorsByService(sources: MonitorSources): ReadonlyMap<IndexedObject, readonly MonitorClient[]> {
  const { at, all, resourceOf } = sources;
  // Texts that are read only on a question are read now.
  at(keys.within(monitorKind, ''));
  const found = new Map<IndexedObject, MonitorClient[]>();
  for (const entry of all()) {
    const resource = isMonitor(entry) ? resourceOf(entry) : undefined;
    // Editors ask again when it changes.
    if (resource) for (const { namespace, name } of entry.identities) at(keys.named(monitorKind, namespace, name));
    if (!resource || resource.isPartial || resource.form !== 'kubernetes') continue;
    const selection = selectedServices(resource.properties, { entry, at, areAlternatives: () => false });
    for (const service of selection?.services ?? []) {
      const client = monitorClient(entry, service, resource.properties, sources);
      const known = found.get(service.entry);
      if (known) known.push(client);
      else found.set(service.entry, [client]);
    }
  }
  return found;
}

const monitorKind = 'ServiceMonitor.monitoring.coreos.com';

export function isMonitor({ facts: { kind, group } }: IndexedObject): boolean {
  return `${kind}.${group}` === monitorKind;
}

function monitorClient(
  entry: IndexedObject,
  service: PairedService,
  properties: Mapping,
  { at, locate, findingsOf }: MonitorSources,
): MonitorClient {
  const behind = portNamesBehind(service, { at });
  const endpoints = nestedValue(properties, ['spec', 'endpoints']);
  const items = endpoints?.kind === 'sequence' ? endpoints.items : [];
  const references: MonitorReference[] = [];
  const miss = (message: string, path: Path): void => {
    const rule = reportedRule('unknown-port', [{ entry, path }], findingsOf);
    const missing = { code: 'unknown-port', rule, message, ...drawnPlace({ entry, path }, locate) };
    references.push({ path, port: undefined, missing });
  };
  for (const [i, item] of items.entries()) {
    if (item.kind !== 'mapping') continue;
    const [port, target] = ['port', 'targetPort'].map((name) => valueOf(item, name));
    const name = port && stringOf(port);
    const path = ['spec', 'endpoints', i];
    const portPath = [...path, 'port'];
    if (name !== undefined) {
      if (!behind || behind.has(name)) references.push({ path: portPath, port: name, missing: undefined });
      else
        miss(`No port behind the Service has the name ${quote(name)}, so Prometheus scrapes nothing here.`, portPath);
    } else if (target && !isNull(target) && !item.isOpen && hasManualEndpoints(service.service))
      miss('targetPort selects a container port of a Pod, and these endpoints are written by hand.', [
        ...path,
        'targetPort',
      ]);
    else references.push({ path, port: undefined, missing: undefined });
  }
  return { entry, references };
}
