/** Plans the conversion of one Endpoints to slices. */
import { nearestObjects } from '../../analysis/workspace/nearest.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { isOfApiServer } from '../../analysis/slices/mirror-status.ts';
import { lockAnnotation, skipLabel } from '../../analysis/slices/mirror-blockers.ts';
import type { Workspace } from '../../analysis/workspace/workspace.ts';
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { changeTimeAnnotation, endpointsManagerLabel, overCapacityAnnotation } from '../../contract/endpoints.ts';
import {
  mappingPart,
  mapPart,
  pairOf,
  pairPart,
  textPart,
  withPairs,
  type MapPart,
  type PairPart,
} from '../../edits/parts/part.ts';
import { keyText, scalarText, styleOf, type WritingStyle } from '../../edits/parts/write-parts.ts';
import { quote } from '../../text/quote.ts';
import { scopesOf } from '../../tree/program.ts';
import { stringOf, type Value } from '../../tree/value.ts';
import { labeledMetadata } from '../parts/metadata-parts.ts';
import { withMapping } from '../parts/rewrite-pairs.ts';
import { nameWritten, type NameRegistry } from '../name-registry.ts';
import { nameGroups, type NamedSliceGroup } from './slice-names.ts';
import { endpointsObstacles, generalObstacles } from './endpoints-obstacles.ts';
import type { ConvertSettings, ConversionOutcome, OutcomeRemark } from '../outcome.ts';
import { isProperties, outcomeOf, remarkAt, unconverted, type ObjectParts, type ObjectReading } from '../reading.ts';
import { patroniReason, type FindRequirement } from '../required-endpoints.ts';
import { sliceGroups } from './slice-groups.ts';
import { withAppProtocol } from './app-protocols.ts';
import { sliceBlock, slicePart, type SliceSettings } from './slice-parts.ts';
import { isMeeting } from '../coexistence.ts';
import type { CallNaming, ConversionStep } from '../conversion-step.ts';
import { labelText, meaning, nameText, namespaceText, valueBelow } from '../value-text.ts';

export interface ForwardContext {
  readonly workspace: Workspace;
  readonly names: NameRegistry;
  readonly settings: ConvertSettings;
  readonly requirementOf: FindRequirement;
}

/** Returns the step that replaces the Endpoints by slices, or the outcome if there is none. */
export function planSlices(reading: ObjectReading, around: ForwardContext): ConversionStep | ConversionOutcome {
  const { uri, name, namespace } = reading;
  const required = patroniReason(reading) ?? around.requirementOf({ uri, name, namespace });
  if (required !== undefined) return { ...unconverted(reading, 'settled', required), isRequired: true };
  const settled = settledReason(reading, around);
  if (settled !== undefined) return unconverted(reading, 'settled', settled);
  const reasons = obstaclesTo(reading, around);
  const { parts } = reading;
  if (reasons.length > 0 || !parts?.root) return outcomeOf(reading, 'person', { reasons });
  const style = styleOf(reading.document);
  const part = pairOf(mappingPart(parts.root, 'metadata'), 'name')?.value;
  const service = style.program && part ? style.program.label(part) : nameWritten(part, style);
  const groups = sliceGroups(
    reading.resource.terraform ? withAppProtocol(parts.root, style, around.settings) : parts.root,
    style,
    around.settings.addressType,
  );
  const named = nameGroups(reading, groups, { part, style }, around.names);
  if (service === undefined || !named) return unconverted(reading, 'person', outputText);
  const isAdding = isKeeping(around.settings);
  const count = named.length + (isAdding ? 1 : 0);
  if (count > 1 && reading.holder?.kind === 'call' && !reading.holder.isRepeatable)
    return unconverted(reading, 'person', placeText(count));
  const settings = { service, managedBy: around.settings.managedBy, style };
  return {
    reading,
    others: [],
    leads: [],
    objects: parts.block
      ? [blocksOf(reading, parts, named, settings, around)]
      : objectsOf(parts.root, named, settings, { mode: around.settings.mode, isCall: reading.holder?.kind === 'call' }),
    ...(reading.holder?.kind === 'call' && { calls: callsOf(reading, named, around) }),
    made: named.map((each) => ({ kind: 'EndpointSlice', name: each.made })),
    slices: named.map(({ group: { family }, made }) => ({ name: made, family })),
  };
}

const outputText =
  'Its name is not known as a text, and the program cannot add to it in the labels and the name of a slice. Write it as a text.';

function placeText(count: number): string {
  return `It becomes ${count} resources, but this call is a part of an expression, or its error is neither checked nor returned at once. Make it a statement, or the value of a variable.`;
}

/** What distinguishes the calls of the objects. The first slice has the place and the logical name of the Endpoints. */
function callsOf(
  { uri, document, resource }: ObjectReading,
  named: readonly NamedSliceGroup[],
  { settings, names }: ForwardContext,
): readonly CallNaming[] {
  const isAdding = isKeeping(settings);
  const [scope] = scopesOf(document.root);
  const slices = named.map(({ isFirst, suffix }): CallNaming => {
    // The address of a slice is the same whether the Endpoints stays or not: Terraform replaces what gets another one.
    if (resource.terraform) return { kind: 'EndpointSlice', suffix };
    if (isFirst && !isAdding) return { kind: 'EndpointSlice', suffix: undefined };
    const { name } = resource;
    const logical = scope && name !== undefined ? names.logical(uri, scope, `${name}${suffix}`) : undefined;
    return { kind: 'EndpointSlice', suffix: logical?.slice((name ?? '').length) ?? suffix };
  });
  return isAdding ? [{ kind: 'Endpoints', suffix: undefined }, ...slices] : slices;
}

function objectsOf(
  root: MapPart,
  named: readonly NamedSliceGroup[],
  slice: SliceSettings,
  { mode, isCall }: Pick<ConvertSettings, 'mode'> & { readonly isCall: boolean },
): readonly MapPart[] {
  const slices = named.map((each) => slicePart(root, each, slice));
  if (mode === 'replace') return slices;
  const kept = mode === 'add' ? skipped(root, slice.style) : root;
  // A file is applied in its order: the label has the mirroring controller delete its slices at once.
  return isCall ? [kept, ...slices] : [...slices, kept];
}

/** True where the Endpoints stays. */
function isKeeping({ mode }: Pick<ConvertSettings, 'mode'>): boolean {
  return mode !== 'replace';
}

/** The Pulumi resources as one mapping. The first slice keeps the logical name of the Endpoints. */
function blocksOf(
  { uri, holder }: ObjectReading,
  { whole, root, block }: ObjectParts,
  named: readonly NamedSliceGroup[],
  slice: SliceSettings,
  around: ForwardContext,
): MapPart {
  if (!root || !block || holder?.kind !== 'entry') return whole;
  const isAdding = isKeeping(around.settings);
  const pairs = named.map((each) => {
    const isOwn = each.isFirst && !isAdding;
    const logical = isOwn ? block.name : around.names.logical(uri, holder.scope, `${block.name}${each.suffix}`);
    return sliceBlock(block, logical, each, slice);
  });
  return withPairs(whole, isAdding ? [keptBlock(block, slice.style, around.settings), ...pairs] : pairs);
}

/** The Endpoints that stays, with the label that turns off mirroring. */
function skipped(root: MapPart, style: WritingStyle): MapPart {
  const label = pairPart(skipLabel, keyText(skipLabel, style, root), textPart(scalarText('true', style, false)));
  const isMetadata = ({ name }: PairPart): boolean => name === 'metadata';
  return withMapping(root, isMetadata, (metadata) => labeledMetadata(metadata, label, style));
}

function keptBlock(block: PairPart, style: WritingStyle, { mode }: Pick<ConvertSettings, 'mode'>): PairPart {
  if (mode !== 'add') return block;
  const value = block.value.kind === 'map' ? block.value : mapPart([]);
  return { ...block, value: withMapping(value, isProperties, (root) => skipped(root, style)) };
}

/** Annotations that the endpoints controller writes. */
const controlPlaneAnnotations = [changeTimeAnnotation, overCapacityAnnotation];

/** Returns why the Endpoints needs no conversion; undefined if it needs one. */
function settledReason(reading: ObjectReading, { workspace, settings }: ForwardContext): string | undefined {
  const { document, resource, name, namespace } = reading;
  const at = (...path: readonly string[]): string =>
    meaning(valueBelow(resource.properties, ['metadata', ...path]), document.text);
  if (valueBelow(resource.properties, ['metadata', 'annotations', lockAnnotation]))
    return `The annotation ${quote(lockAnnotation)} marks it as a leader election lock, so it has no addresses of a Service.`;
  const managed = at('labels', endpointsManagerLabel);
  if (managed !== '') return `${quote(managed)} manages it, and the EndpointSlice controller generates its slices.`;
  const noted = controlPlaneAnnotations.find((each) => at('annotations', each) !== '');
  // If the Service has no selector any more, the controller no longer writes the object.
  if (noted !== undefined && !servicesOf(reading, workspace).some(({ facts }) => facts.service?.selector === 'none'))
    return `The annotation ${quote(noted)} shows that the endpoints controller generated this object. The EndpointSlice controller generates its slices too.`;
  if (isOfApiServer({ name, namespace })) return 'The API server manages this object and its EndpointSlices.';
  const isSkipped = at('labels', skipLabel) === 'true';
  const isSettled = settings.mode === 'beside' || (settings.mode === 'add' && isSkipped);
  if (!isSettled || slicesNear(reading, workspace).length === 0) return undefined;
  return isSkipped ? 'It has EndpointSlices already and is not mirrored.' : 'It has EndpointSlices already.';
}

/**
 * The names of the slices of the Service: from the texts in this file, from the index in other files of the same
 * cluster.
 */
function slicesNear({ uri, file, document, resource, entry }: ObjectReading, workspace: Workspace): readonly string[] {
  const [service, namespace] = [nameText(document, resource), namespaceText(document, resource)];
  const own = file.parts.flatMap((part) =>
    part.document.resources.flatMap((each) => {
      const label = labelText(part.document, each, serviceNameLabel);
      const isSame = label === service && namespaceText(part.document, each) === namespace;
      return isSame && each.type === 'EndpointSlice' ? [nameText(part.document, each)] : [];
    }),
  );
  const all = entry?.identities.flatMap((each) => workspace.at(keys.slicesOf(each.namespace, service))) ?? [];
  const others = [...new Set(all)].filter(
    (each) => entry && each.uri !== uri && each.facts.kind === 'EndpointSlice' && isMeeting(entry, each, workspace),
  );
  return [...own, ...others.map(({ facts }) => facts.name.text)];
}

/** The names of slices in the file that have an address of the Endpoints, as after the step of a roll-out. */
function repeatedSlices(reading: ObjectReading): readonly string[] {
  const { file, document, resource } = reading;
  const [service, namespace] = [nameText(document, resource), namespaceText(document, resource)];
  const own = new Set(addressesIn(valueBelow(resource.properties, ['subsets']), 'ip'));
  return file.parts.flatMap((part) =>
    part.document.resources.flatMap((each) => {
      const isNear =
        each.type === 'EndpointSlice' &&
        labelText(part.document, each, serviceNameLabel) === service &&
        namespaceText(part.document, each) === namespace;
      const addresses = isNear ? addressesIn(valueBelow(each.properties, ['endpoints']), 'addresses') : [];
      return addresses.some((address) => own.has(address)) ? [nameText(part.document, each)] : [];
    }),
  );
}

/** The texts below all entries of that name. */
function addressesIn(value: Value | undefined, name: string): readonly string[] {
  if (value?.kind === 'sequence') return value.items.flatMap((item) => addressesIn(item, name));
  if (value?.kind !== 'mapping') return [];
  return value.entries.flatMap((entry) => {
    if (entry.name !== name) return addressesIn(entry.value, name);
    const texts = entry.value.kind === 'sequence' ? entry.value.items : [entry.value];
    return texts.flatMap((text) => stringOf(text) ?? []);
  });
}

function obstaclesTo(reading: ObjectReading, { workspace, settings }: ForwardContext): readonly OutcomeRemark[] {
  const general = generalObstacles(reading);
  const root = reading.parts?.root;
  if (general.length > 0 || !root) return general;
  const { document, resource } = reading;
  const skip = valueBelow(resource.properties, ['metadata', 'labels', skipLabel]);
  const isSkipped = meaning(skip, document.text) === 'true';
  const slices = isSkipped ? slicesNear(reading, workspace) : repeatedSlices(reading);
  if (slices.length > 0) {
    const message = `It ${isSkipped ? 'is not mirrored and ' : ''}has slices already: ${slices.map(quote).join(', ')}. If they have the same endpoints, remove this Endpoints.`;
    return [remarkAt(reading, isSkipped ? skip?.span : undefined, message)];
  }
  return [...endpointsObstacles(reading, root, settings), ...selectorObstacles(reading, workspace)];
}

/** The endpoints controller overwrites the Endpoints of a Service with a selector. */
function selectorObstacles(reading: ObjectReading, workspace: Workspace): readonly OutcomeRemark[] {
  const { name } = reading;
  const isSelecting = servicesOf(reading, workspace).some(({ facts }) => facts.service?.selector === 'some');
  if (!isSelecting) return [];
  const message = `The Service ${quote(name)} has a selector, so the endpoints controller overwrites this object. Remove the selector or this Endpoints.`;
  return [remarkAt(reading, undefined, message)];
}

/** The nearest Services of that name: a repository may contain the same objects for several clusters. */
function servicesOf({ uri, entry }: ObjectReading, workspace: Workspace): readonly IndexedObject[] {
  const [identity] = entry?.identities ?? [];
  return identity ? nearestObjects(workspace.at(keys.named('Service', identity.namespace, identity.name)), uri) : [];
}
