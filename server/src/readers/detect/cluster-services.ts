/** Finds parts of a cluster that read Endpoints themselves: Consul's mesh, kube-dns, and the API server for its extensions. */
import { entryOf, nestedValue, type Entry, type Mapping, type Value } from '../../tree/value.ts';
import { listed, quote } from '../../text/quote.ts';
import { areVariants } from '../../analysis/workspace/variants.ts';
import { isOn } from '../chart-hints.ts';
import { generated, isWrittenName, namedReach, objectName, documentObjects, reachOf, type Estate } from '../estate.ts';
import { mappingsAt, textAt } from '../foreign-objects.ts';
import { commandPieces, isOnlyWords, keyAbove } from '../placed-strings.ts';
import { imageText } from '../platform.ts';
import type { FoundReader } from '../reader.ts';
import { entriesIn, type SearchedText } from '../searched-text.ts';

export function meshReaders(text: SearchedText): readonly FoundReader[] {
  const values = text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap(({ entry, owner, path }) => {
      const isParameter = entry.name === 'value' && /(?:^|\.)connectInject\.enabled$/.test(textAt(owner, 'name') ?? '');
      const isSwitch = entry.name === 'enabled' && path.at(-1) === 'connectInject';
      return (isSwitch || isParameter) && isOn(entry.value) ? [meshReader(tree.place(entry.key))] : [];
    }),
  );
  const commands = commandPieces(text).flatMap((piece) => {
    if (!/consul/.test(text.text)) return [];
    const match = /(?<![\w-])inject-connect(?![\w-])|connectInject\.enabled=true\b/.exec(piece.raw);
    if (!match || isOnlyWords(piece, match.index)) return [];
    const isCommand = match[0].includes('=') || !piece.at || /^(?:args|command)$/.test(keyAbove(piece.at));
    return isCommand ? [meshReader(piece.place({ start: match.index, end: match.index + match[0].length }))] : [];
  });
  return [...values, ...commands];
}

function meshReader(span: FoundReader['span']): FoundReader {
  return {
    ...generated(),
    span,
    kind: 'mesh-endpoints',
    change: 'person',
    message:
      "Consul's connect inject registers services from the Endpoints that the control plane makes; without the Endpoints controller it finds none. Keep the controller until Consul reads slices.",
  };
}

const kubeDnsImage = /(?:^|\/)(?:k8s-dns-kube-dns|kube-?dns)(?:-(?:amd64|arm64|arm|ppc64le|s390x))?(?:[:@]|$)/;

/** kube-dns answers for headless Services from Endpoints. */
export function headlessReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (estate.objects.length === 0 || !/image|repository/.test(text.text)) return [];
  return text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap(({ entry }) => {
      if (entry.name !== 'image' || !kubeDnsImage.test(imageText(entry.value))) return [];
      const objects = estate.served
        .filter(({ service }) => service.isHeadless)
        .flatMap((each) => each.objects)
        .filter(({ uri }) => !areVariants(text.uri, uri));
      if (objects.length === 0) return [];
      const names = [...new Set(objects.map(objectName))];
      return [
        {
          ...reachOf(objects),
          span: tree.place(entry.value.span),
          kind: 'dns-headless' as const,
          change: 'person' as const,
          message: `kube-dns resolves headless Services from Endpoints, so ${listed(names.slice(0, 3))} ${names.length === 1 ? 'has' : 'have'} no addresses without them. Keep these Endpoints beside the slices, or change to CoreDNS.`,
        },
      ];
    }),
  );
}

/** An object with a field that names a Service which the API server calls. */
interface Called {
  readonly service: Entry;
  readonly what: string;
  readonly isApi: boolean;
}

export function apiServiceReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (estate.objects.length === 0) return [];
  return documentObjects(text).flatMap(({ kind, mapping, tree }) =>
    calledBy(kind, mapping).flatMap(({ service, what, isApi }): readonly FoundReader[] => {
      const [name, namespace] = [textAt(service.value, 'name'), textAt(service.value, 'namespace')];
      if (name === undefined || !isWrittenName(name)) return [];
      const isSince = estate.versions.isSince('kubernetes', isApi ? [1, 34] : [1, 37]);
      const reach = namedReach(estate, text.uri, { name, namespace });
      if (isSince === true || reach.objects.length === 0) return [];
      const condition = isApi ? 'before 1.34' : 'before 1.37 and with aggregator routing';
      return [
        {
          ...reach,
          certainty: isApi && isSince === false ? reach.certainty : 'likely',
          span: tree.place(service.key),
          kind: 'apiserver-service',
          change: 'person',
          message: `The API server calls Service ${quote(name)} for ${what}, and ${condition} it takes the addresses from Endpoints. Keep these Endpoints until all API servers are newer.`,
        },
      ];
    }),
  );
}

function calledBy(kind: string, mapping: Mapping): readonly Called[] {
  const title = `${kind} ${quote(textAt(mapping, 'metadata', 'name') ?? '')}`;
  const serviceOf = (owner: Value | undefined): Entry | undefined =>
    owner?.kind === 'mapping' ? entryOf(owner, 'service') : undefined;
  const called = (service: Entry | undefined, isApi: boolean): readonly Called[] =>
    service?.value.kind === 'mapping' ? [{ service, what: title, isApi }] : [];
  if (kind === 'APIService') return called(serviceOf(nestedValue(mapping, ['spec'])), true);
  if (kind === 'CustomResourceDefinition')
    return called(serviceOf(nestedValue(mapping, ['spec', 'conversion', 'webhook', 'clientConfig'])), false);
  if (!/^(?:Mutating|Validating)WebhookConfiguration$/.test(kind)) return [];
  return mappingsAt(mapping, 'webhooks').flatMap((webhook) =>
    called(serviceOf(nestedValue(webhook, ['clientConfig'])), false),
  );
}
