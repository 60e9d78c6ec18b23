/** Compares the namespace, labels and annotations of an object with those of each object converted from it. */
import { skipLabel } from '../../analysis/slices/mirror-blockers.ts';
import { quote } from '../../text/quote.ts';
import { isNull } from '../../tree/value.ts';
import { ownAnnotations, ownLabels } from '../parts/metadata-parts.ts';
import { comparableText, namespaceText, valueBelow, type DocumentResource } from '../value-text.ts';

/** Describes the first unexpected difference; undefined if there is none. */
export function metadataFault(
  before: readonly DocumentResource[],
  after: readonly DocumentResource[],
): string | undefined {
  for (const was of before) {
    const fault = after.map((is) => faultBetween(was, is)).find((each) => each !== undefined);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultBetween(was: DocumentResource, is: DocumentResource): string | undefined {
  const [from, to] = [was, is].map(({ document, resource }) => namespaceText(document, resource));
  if (from !== to) return `the namespace ${quote(from ?? '')} would become ${quote(to ?? '')}`;
  const own = ownNames(was.resource.type, is.resource.type);
  const label = differenceIn('labels', was, is, own.labels);
  if (label !== undefined) return `the label ${quote(label)} would change`;
  const annotation = differenceIn('annotations', was, is, own.annotations);
  return annotation === undefined ? undefined : `the annotation ${quote(annotation)} would change`;
}

interface OwnNames {
  readonly labels: ReadonlySet<string>;
  readonly annotations: ReadonlySet<string>;
}

/** Names that a conversion drops or sets. For an object that stays, this is only the label that turns off mirroring. */
function ownNames(from: string, to: string): OwnNames {
  if (from === to) return { labels: new Set([skipLabel]), annotations: new Set() };
  return { labels: ownLabels, annotations: from === 'EndpointSlice' ? new Set() : ownAnnotations };
}

/** The first name with different values. */
function differenceIn(
  field: string,
  was: DocumentResource,
  is: DocumentResource,
  own: ReadonlySet<string>,
): string | undefined {
  const [before, after] = [was, is].map((each) => metadataTexts(field, each));
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].find((name) => !own.has(name) && before?.get(name) !== after?.get(name));
}

function metadataTexts(field: string, { document, resource }: DocumentResource): ReadonlyMap<string, string> {
  const value = valueBelow(resource.properties, ['metadata', field]);
  if (value?.kind !== 'mapping')
    return !value || isNull(value) ? new Map() : new Map([['', comparableText(value, document.text)]]);
  return new Map(value.entries.map((entry) => [entry.name, comparableText(entry.value, document.text)]));
}
