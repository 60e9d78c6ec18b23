/** Describes converted objects for the reference searches. */
import { listed, quote } from '../../text/quote.ts';
import type { Converted, ConvertSettings, ConversionOutcome, StaleReference } from '../outcome.ts';
import type { NamedText } from '../../readers/searched-text.ts';
import { emptiedFiles } from '../report/outcome-counts.ts';

/** A kind, as other files name it. */
export interface KindNames {
  readonly kind: string;
}

const names: Readonly<Record<ConvertSettings['to'], KindNames>> = {
  endpoints: { kind: 'Endpoints' },
  endpointslice: { kind: 'EndpointSlice' },
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

/** The objects that replace the resource: `EndpointSlice "web-ipv4"`, `EndpointSlices "web-ipv4" and "web-ipv6"`. */
export function madeText({ made }: ConversionOutcome, { to }: ConvertedObjects): string {
  const shown = made.filter(({ name }) => name !== '').map(({ name }) => quote(name));
  const isMany = made.length > 1 && to.kind === 'EndpointSlice';
  return `${to.kind}${isMany ? 's' : ''} ${listed(shown)}`.trim();
}
