/** Describes converted objects for the reference searches. */
import { listed, quote } from '../../text/quote.ts';
import type { Converted, ConvertSettings, ConversionOutcome, StaleReference } from '../outcome.ts';
import { emptiedFiles } from '../report/outcome-counts.ts';

/** The names of a kind in other files. */
export interface KindNames {
  readonly kind: string;
  /** In RBAC rules. */
  readonly resource: string;
  readonly group: string;
  /** In the service discovery of Prometheus and of its operator. */
  readonly role: string;
  /** The prefix of the labels that Prometheus generates. */
  readonly metaLabel: string;
}

const names: Readonly<Record<ConvertSettings['to'], KindNames>> = {
  endpoints: {
    kind: 'Endpoints',
    resource: 'endpoints',
    group: '',
    role: 'Endpoints',
    metaLabel: '__meta_kubernetes_endpoint',
  },
  endpointslice: {
    kind: 'EndpointSlice',
    resource: 'endpointslices',
    group: 'discovery.k8s.io',
    role: 'EndpointSlice',
    metaLabel: '__meta_kubernetes_endpointslice_',
  },
};

export interface ConvertedObjects {
  readonly outcomes: readonly ConversionOutcome[];
  /** The files without objects after the conversion. */
  readonly emptied: readonly string[];
  /** The plain paths of the files of kustomizations that are converted, too. */
  readonly proven: ReadonlySet<string>;
  readonly from: KindNames;
  readonly to: KindNames;
}

/** A text that may refer to converted objects. */
export interface NamedText {
  readonly uri: string;
  readonly text: string;
}

/** A place in a text that refers to what was converted, with advice. */
export type FoundReference = Pick<StaleReference, 'span' | 'message' | 'reading'>;

export type FindReferences = (text: NamedText, moved: ConvertedObjects) => readonly FoundReference[];

export function convertedObjects({ outcomes, files, proven }: Converted, { to }: ConvertSettings): ConvertedObjects {
  return {
    outcomes: outcomes.filter(({ what }) => what === 'converted'),
    emptied: emptiedFiles({ files }).map(({ uri }) => uri),
    proven: proven ?? new Set(),
    from: names[to === 'endpoints' ? 'endpointslice' : 'endpoints'],
    to: names[to],
  };
}

/** The converted objects that are in one of the namespaces, or may be. */
export function amongThese(
  namespaces: readonly string[],
  { outcomes }: ConvertedObjects,
): readonly ConversionOutcome[] {
  return outcomes.filter(({ namespace }) => !isWrittenName(namespace) || namespaces.includes(namespace));
}

/** False for an empty name or an expression. */
export function isWrittenName(name: string): boolean {
  return name !== '' && !/[${}]/.test(name);
}

/** The objects that replace the resource: `EndpointSlice "web-ipv4"`, `EndpointSlices "web-ipv4" and "web-ipv6"`. */
export function madeText({ made }: ConversionOutcome, { to }: ConvertedObjects): string {
  const shown = made.filter(({ name }) => name !== '').map(({ name }) => quote(name));
  const isMany = made.length > 1 && to.kind === 'EndpointSlice';
  return `${to.kind}${isMany ? 's' : ''} ${listed(shown)}`.trim();
}
