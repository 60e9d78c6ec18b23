/** Finds collectors that resolve a Service by its Endpoints: the OpenTelemetry exporter and the checks of Datadog. */
import { entryOf, nestedValue, stringOf, valueOf, type Mapping } from '../../tree/value.ts';
import { quote } from '../../text/quote.ts';
import { isOff } from '../chart-hints.ts';
import { everything, generated, isWrittenName, namedReach, documentObjects, siteOf, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import { inValuesFile } from '../helm-values.ts';
import { imageText, isAtLeast, programOfImage } from '../platform.ts';
import type { FoundReader, Reach } from '../reader.ts';
import { entriesIn, type SearchedText, type SearchedTree } from '../searched-text.ts';

export function resolverReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/\bk8s\b/.test(text.text)) return [];
  return text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap(({ entry, around }): readonly FoundReader[] => {
      if (!/^loadbalancing(?:\/.*)?$/.test(entry.name)) return [];
      const resolver = nestedValue(entry.value, ['resolver']);
      const k8s = resolver?.kind === 'mapping' ? entryOf(resolver, 'k8s') : undefined;
      const owners = [...around, ...outerRoots(tree)];
      const isSince = k8s && sinceSlices(owners, estate);
      if (!k8s || isSince === true) return [];
      const service = textAt(k8s.value, 'service') ?? '';
      const reach = resolved(service, owners, text, estate);
      const shown = service === '' ? 'a Service' : `Service ${quote(service)}`;
      const version = isSince === false ? 'in the version of these files' : 'up to 0.138';
      return [
        {
          ...reach,
          certainty: isSince === undefined ? 'likely' : reach.certainty,
          span: tree.place(k8s.key),
          kind: 'otel-resolver',
          change: 'person',
          message: `The exporter ${entry.name} reads the Endpoints of ${shown} ${version}, so it finds no backends once slices replace them. Give the collector an RBAC rule for endpointslices, then use 0.139 or later.`,
        },
      ];
    }),
  );
}

function outerRoots({ outer }: SearchedTree): readonly Mapping[] {
  return outer ? [...(outer.root.kind === 'mapping' ? [outer.root] : []), ...outerRoots(outer)] : [];
}

/** Whether the collector reads slices: by its own image, otherwise by the versions in sight. */
function sinceSlices(owners: readonly Mapping[], { versions }: Estate): boolean | undefined {
  const known = versions.written('openTelemetryCollector');
  if (known) return isAtLeast(known, [0, 139]);
  for (const owner of owners) {
    for (const path of [['image'], ['spec', 'image']]) {
      const image = nestedValue(owner, path);
      const found = image ? programOfImage(imageText(image)) : undefined;
      if (found?.program === 'openTelemetryCollector') return isAtLeast(found.version, [0, 139]);
    }
  }
  return versions.isSince('openTelemetryCollector', [0, 139]);
}

/** `samplers.plant`; without a namespace, the collector's own. */
function resolved(service: string, owners: readonly Mapping[], text: SearchedText, estate: Estate): Reach {
  const [name = '', written] = service.split('.');
  const object = owners.find((owner) => textAt(owner, 'kind') !== undefined);
  const own = object ? siteOf(text.uri, object, estate.metadata).namespace : undefined;
  return namedReach(estate, text.uri, { name, namespace: written ?? own });
}

const annotation = /^ad\.datadoghq\.com\/endpoints\./;

export function datadogReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const isSince = estate.versions.isSince('datadogAgent', [7, 76]);
  const isSwitchedOff = estate.texts.some(isWithoutSlices);
  if (isSince === true && !isSwitchedOff) return [];
  const readerAt = (key: FoundReader['span'], reach: Reach, who: string): FoundReader => ({
    ...reach,
    certainty: isSince === undefined ? 'likely' : reach.certainty,
    span: key,
    kind: 'datadog-checks',
    change: 'person',
    message: `Datadog runs the checks of ${who} for the addresses in its Endpoints ${isSince ? 'because slices are switched off' : 'in agents before 7.76'}, so they stop once slices replace them. Use agent 7.76 or later with slices.`,
  });
  const services = documentObjects(text).flatMap(({ kind, mapping, tree }) => {
    const found = kind === 'Service' ? annotationIn(mapping, ['metadata', 'annotations']) : undefined;
    if (!found || textAt(mapping, 'spec', 'type') === 'ExternalName') return [];
    const name = textAt(mapping, 'metadata', 'name') ?? '';
    return [readerAt(tree.place(found.key), reachOfService(mapping, text, estate), `Service ${quote(name)}`)];
  });
  return [...services, ...(inValuesFile(text) ? valuesReaders(text, estate, readerAt) : [])];
}

function valuesReaders(
  text: SearchedText,
  estate: Estate,
  readerAt: (key: FoundReader['span'], reach: Reach, who: string) => FoundReader,
): readonly FoundReader[] {
  return text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap(({ entry, path }) => {
      const isOfService = /annotations$/i.test(entry.name) && /service/i.test([...path, entry.name].join(' '));
      const found = isOfService ? annotationIn(entry.value, []) : undefined;
      return found ? [readerAt(tree.place(found.key), everything(estate, text.uri, 'likely'), 'a Service')] : [];
    }),
  );
}

function annotationIn(value: Mapping | Parameters<typeof nestedValue>[0], path: readonly string[]) {
  const annotations = nestedValue(value, path);
  if (annotations?.kind !== 'mapping') return undefined;
  return annotations.entries.find(({ name }) => annotation.test(name));
}

/** The agent does not know who writes the Endpoints: those of a selector are the control plane's. */
function reachOfService(service: Mapping, text: SearchedText, estate: Estate): Reach {
  const selector = valueOf(service, 'spec') && nestedValue(service, ['spec', 'selector']);
  if (selector?.kind === 'mapping' && selector.entries.length > 0) return generated();
  const name = textAt(service, 'metadata', 'name') ?? '';
  const { namespace } = siteOf(text.uri, service, estate.metadata);
  if (!isWrittenName(name)) return everything(estate, text.uri, 'likely');
  return namedReach(estate, text.uri, { name, namespace });
}

/** True for a text that switches the slices of Datadog off. */
function isWithoutSlices({ text, trees }: SearchedText): boolean {
  if (!/use_?endpoint_?slices/i.test(text)) return false;
  return trees.some(({ root }) =>
    entriesIn(root).some(({ entry, owner }) => {
      const name = entry.name === 'value' ? (textAt(owner, 'name') ?? '') : entry.name;
      return datadogSwitch.test(name) && (isOff(entry.value) || stringOf(entry.value) === 'false');
    }),
  );
}

export const datadogSwitch =
  /^(?:DD_KUBERNETES_USE_ENDPOINT_SLICES|kubernetes_use_endpoint_slices|(?:[\w.]{0,60}\.)?kubernetesUseEndpointSlices)$/;
