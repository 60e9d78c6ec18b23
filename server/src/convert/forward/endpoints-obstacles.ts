/** Finds reasons why an Endpoints needs a manual change, and the metadata that slices drop. */
import { isPatchType } from '../../contract/contract.ts';
import { isIpv4, parseIp } from '../../contract/ip.ts';
import {
  isNothing,
  listOf,
  mappingPart,
  pairOf,
  stringIn,
  writtenOf,
  type ItemPart,
  type MapPart,
  type Part,
} from '../../edits/parts/part.ts';
import { styleOf } from '../../edits/parts/write-parts.ts';
import { shownMessage } from '../../lint/versions.ts';
import { quote } from '../../text/quote.ts';
import { entrySpan, stringOf, valueOf } from '../../tree/value.ts';
import { addressesIn, contradictions } from '../proof/endpoint-set.ts';
import { isCarried, lostFields } from '../parts/metadata-parts.ts';
import { nameWritten } from '../name-registry.ts';
import { programObstacles } from '../option-remarks.ts';
import type { ConvertSettings, OutcomeRemark } from '../outcome.ts';
import { remarkAt, remarkOn as at, type ObjectReading } from '../reading.ts';
import { unsupportedRemark } from './unsupported-syntax.ts';

/**
 * Finds what prevents the conversion of an object of either kind: a patch, a syntax error, an error or an unsupported
 * text.
 */
export function generalObstacles(reading: ObjectReading): readonly OutcomeRemark[] {
  const { document, resource, errors, parts } = reading;
  const [issue] = document.issues;
  if (isPatchType(resource.type) || resource.isPartial) {
    const message =
      'This is a patch, and its target decides how it converts. Convert the target, then rewrite the patch.';
    return [remarkAt(reading, undefined, message)];
  }
  if (issue) return [remarkAt(reading, issue.span, `The text cannot be parsed: ${issue.message}`)];
  if (errors.length > 0) {
    return errors.map(({ diagnostic }) =>
      remarkAt(reading, diagnostic.span, `It has an error: ${shownMessage(diagnostic)}`),
    );
  }
  if (parts?.root) return [];
  if (!parts) return [unsupportedRemark(reading)];
  const message = 'Its properties come from an expression or a template, so they cannot be converted. Write them out.';
  return [remarkAt(reading, undefined, message)];
}

type FamilySettings = Pick<ConvertSettings, 'addressType'>;

export function endpointsObstacles(
  reading: ObjectReading,
  root: MapPart,
  settings: FamilySettings,
): readonly OutcomeRemark[] {
  return [...programObstacles(reading), ...nameObstacles(reading, root), ...subsetObstacles(reading, root, settings)];
}

/** Finds written metadata that slices drop. */
export function metadataLosses(reading: ObjectReading): readonly OutcomeRemark[] {
  const metadata = valueOf(reading.resource.properties, 'metadata');
  if (metadata?.kind !== 'mapping') return [];
  return metadata.entries.flatMap((entry) => {
    const isEmpty = entry.value.kind === 'sequence' && entry.value.items.length === 0;
    if (!lostFields.has(entry.name) || isEmpty) return [];
    return [remarkAt(reading, entrySpan(entry), `${quote(`metadata.${entry.name}`)} is dropped.`)];
  });
}

function nameObstacles(reading: ObjectReading, root: MapPart): readonly OutcomeRemark[] {
  const metadata = mappingPart(root, 'metadata');
  const whole = pairOf(root, 'metadata')?.value;
  if (whole && whole.kind !== 'map' && reading.holder?.kind === 'call') return [unknown(reading, whole, 'metadata')];
  const name = pairOf(metadata, 'name');
  const style = styleOf(reading.document);
  const written = nameWritten(name?.value, style);
  if (name?.value.kind === 'text' && name.value.origin?.kind === 'opaque' && written === undefined)
    return [at(reading, name.value, 'Its name is an expression over several lines. Write it on one line.')];
  if (!metadata || !name || written === undefined || written === '') {
    const message =
      'It has no "metadata.name", but an EndpointSlice must name its Service. Add the name of the Service.';
    return [remarkAt(reading, undefined, message)];
  }
  const known = stringIn(name.value);
  const remarks: OutcomeRemark[] = [];
  if (known !== undefined && known.length > 63) {
    const message = `${quote(known)} has ${known.length} characters, but the label that names the Service of a slice allows at most 63. Shorten the name.`;
    remarks.push(at(reading, name.value, message));
  }
  for (const field of ['labels', 'annotations'] as const) {
    const value = pairOf(metadata, field)?.value;
    const isRead = !value || value.kind === 'map' || isNothing(value) || isCarried(value, field, style);
    if (!isRead) remarks.push(unknown(reading, value, field));
  }
  return remarks;
}

const rootFields = new Set(['apiVersion', 'kind', 'metadata', 'subsets']);
const subsetFields = new Set(['addresses', 'notReadyAddresses', 'ports']);
const addressFields = new Set(['ip', 'hostname', 'nodeName', 'targetRef']);
const portFields = new Set(['name', 'port', 'protocol', 'appProtocol']);

function subsetObstacles(reading: ObjectReading, root: MapPart, settings: FamilySettings): readonly OutcomeRemark[] {
  const remarks = unknownFields(reading, root, rootFields);
  const subsets = pairOf(root, 'subsets');
  if (subsets && subsets.value.kind !== 'list' && !isNothing(subsets.value))
    return [...remarks, unknown(reading, subsets.value, 'subsets')];
  const items = listOf(root, 'subsets')?.items ?? [];
  remarks.push(...items.flatMap((item) => inSubset(reading, item, settings)));
  if (remarks.length > 0) return remarks;
  const contradictory = contradictionRemarks(reading);
  if (contradictory.length > 0) return contradictory;
  const lists = items.flatMap(({ value }) => (value.kind === 'map' ? value.pairs : []));
  const hasAddress = lists.some(
    ({ name, value }) => name !== 'ports' && value.kind === 'list' && value.items.length > 0,
  );
  if (hasAddress) return [];
  const message =
    'This object has no addresses, so there is nothing to convert. Remove it, unless a controller adds addresses.';
  return [remarkAt(reading, undefined, message)];
}

/** Finds what prevents the conversion of a merge patch. */
export function mergePatchObstacles(reading: ObjectReading, root: MapPart): readonly OutcomeRemark[] {
  const directive = pairOf(root, '$patch');
  if (directive && stringIn(directive.value) !== 'delete')
    return [at(reading, directive.value, '"$patch" has no counterpart here.')];
  const subsets = pairOf(root, 'subsets');
  const isKnown = !subsets || subsets.value.kind === 'list' || isNothing(subsets.value);
  const items = listOf(root, 'subsets')?.items ?? [];
  return [
    ...unknownFields(reading, root, new Set([...rootFields, '$patch'])),
    ...(isKnown ? [] : [unknown(reading, subsets.value, 'subsets')]),
    ...items.flatMap((item) => {
      const { value } = item;
      const fields = value.kind === 'map' ? unknownFields(reading, value, subsetFields) : [];
      return fields.length > 0 ? fields : inSubset(reading, item, {});
    }),
  ];
}

function inSubset(reading: ObjectReading, { value }: ItemPart, settings: FamilySettings): readonly OutcomeRemark[] {
  if (value.kind !== 'map') return [unknown(reading, value, 'subset')];
  return value.pairs.flatMap((pair): readonly OutcomeRemark[] => {
    if (isNothing(pair.value)) return [];
    if (pair.value.kind !== 'list') return [unknown(reading, pair.value, pair.name)];
    if (pair.name === 'ports') return pair.value.items.flatMap((item) => inPort(reading, item));
    return pair.value.items.flatMap((item) => inAddress(reading, item, settings));
  });
}

function inPort(reading: ObjectReading, { value }: ItemPart): readonly OutcomeRemark[] {
  return value.kind === 'map' ? unknownFields(reading, value, portFields) : [unknown(reading, value, 'port')];
}

function inAddress(
  reading: ObjectReading,
  { value }: ItemPart,
  { addressType }: FamilySettings,
): readonly OutcomeRemark[] {
  if (value.kind !== 'map') return [unknown(reading, value, 'address')];
  const ip = pairOf(value, 'ip');
  const isAssumed = addressType !== undefined && ip?.value.kind === 'text' && ip.value.origin?.kind === 'opaque';
  const isKnown = isAssumed || (ip && parseIp(stringIn(ip.value) ?? ''));
  const remarks = unknownFields(reading, value, addressFields);
  if (isKnown) return remarks;
  const message = `The IP family of ${quote(writtenOf(ip?.value) ?? '')} cannot be known statically, but an EndpointSlice needs one. ${familyWayOut(reading, ip?.value)}`;
  return [...remarks, at(reading, ip?.value ?? value, message)];
}

/** In Terraform, most addresses come from variables. */
function familyWayOut({ resource }: ObjectReading, address: Part | undefined): string {
  if (!resource.terraform) return 'Convert it by hand.';
  const origin = address?.kind === 'text' ? address.origin : undefined;
  const byDefault = parseIp((origin?.kind === 'opaque' && stringOf(origin.hint)) || '');
  const family = byDefault && (isIpv4(byDefault) ? 'IPv4' : 'IPv6');
  const way = `Use "endpoints convert --address-type ${family ?? 'IPv4'}" if it is always an ${family ?? 'IPv4'} address`;
  return `${way}${family ? ', as by default' : ''}.`;
}

/** Finds entries that EndpointSlices have no field for. */
function unknownFields(reading: ObjectReading, map: MapPart, known: ReadonlySet<string>): OutcomeRemark[] {
  return map.pairs
    .filter(({ name }) => !known.has(name))
    .map(({ name, value }) =>
      at(reading, value, `EndpointSlices have no field ${quote(name)}. Remove it, or convert by hand.`),
    );
}

/** Addresses that are ready and not ready on the same port, each at its last place. */
function contradictionRemarks(reading: ObjectReading): readonly OutcomeRemark[] {
  const found = contradictions(addressesIn(reading.document, reading.resource));
  return [...new Map([...found].map((each) => [each.ip, each])).values()].map(({ ip, owner }) => {
    const message = `${ip} is both ready and not ready. The mirroring controller treats it as not ready; EndpointSlices would contain both. Remove one.`;
    return remarkAt(reading, owner.span, message);
  });
}

function unknown(reading: ObjectReading, part: Part, name: string): OutcomeRemark {
  if (reading.holder?.kind === 'call') {
    if (reading.resource.terraform) {
      const message = `${quote(name)} is not written out here: it comes from an expression. Write it out.`;
      return at(reading, part, message);
    }
    const message = `${quote(name)} is not written out in this call: it comes from a variable, a spread, a loop or a function. Write it out here.`;
    return at(reading, part, message);
  }
  return at(reading, part, `${quote(name)} cannot be known statically (an expression or a template). Write it out.`);
}
