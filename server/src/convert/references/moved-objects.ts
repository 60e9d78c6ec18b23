/** What was converted, as those look at it who search for references to it. */
import { listed, quote } from '../../text/quote.ts';
import type { Converted, ConvertSettings, ConversionOutcome, StaleReference } from '../outcome.ts';
import { emptiedFiles } from '../report/outcome-counts.ts';

/** How one of the two kinds is called where others name it. */
export interface KindNames {
  readonly kind: string;
  /** In rules of access. */
  readonly resource: string;
  readonly group: string;
  /** In the service discovery of Prometheus, and of its operator. */
  readonly role: string;
  /** What the labels begin with that Prometheus makes of it. */
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

export interface Moved {
  /** Only what was converted. */
  readonly outcomes: readonly ConversionOutcome[];
  /** The files that hold nothing any longer. */
  readonly emptied: readonly string[];
  readonly from: KindNames;
  readonly to: KindNames;
}

/** A text that may name what was converted. */
export interface NamedText {
  readonly uri: string;
  readonly text: string;
}

/** A place in a text that refers to what was converted, with advice. */
export type FoundReference = Pick<StaleReference, 'span' | 'message'>;

export type FindReferences = (text: NamedText, moved: Moved) => readonly FoundReference[];

export function movedOf({ outcomes, files }: Converted, { to }: ConvertSettings): Moved {
  return {
    outcomes: outcomes.filter(({ what }) => what === 'converted'),
    emptied: emptiedFiles({ files }).map(({ uri }) => uri),
    from: names[to === 'endpoints' ? 'endpointslice' : 'endpoints'],
    to: names[to],
  };
}

/** False where all that was converted is known to be in other namespaces. */
export function isAmong(namespaces: readonly string[], { outcomes }: Moved): boolean {
  return outcomes.some(({ namespace }) => !isWrittenName(namespace) || namespaces.includes(namespace));
}

/** False where nothing is written, or an expression. */
export function isWrittenName(name: string): boolean {
  return name !== '' && !/[${}]/.test(name);
}

/** What the resource is now: `EndpointSlice "web-ipv4"`, `EndpointSlices "web-ipv4" and "web-ipv6"`. */
export function madeText({ made }: ConversionOutcome, { to }: Moved): string {
  const shown = made.filter(({ name }) => name !== '').map(({ name }) => quote(name));
  const isMany = made.length > 1 && to.kind === 'EndpointSlice';
  return `${to.kind}${isMany ? 's' : ''} ${listed(shown)}`.trim();
}
