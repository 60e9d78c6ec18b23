/** Plans the conversion of all slices of a Service to one Endpoints. */
import type { Workspace } from '../../analysis/workspace/workspace.ts';
import { managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { mappingPart, pairOf, withPairs } from '../../edits/parts/part.ts';
import { styleOf } from '../../edits/parts/write-parts.ts';
import { leadOf, leadOfDocument } from '../../edits/parts/remove.ts';
import { counted, quote } from '../../text/quote.ts';
import type { SourceFile } from '../../tree/document.ts';
import { valueOf } from '../../tree/value.ts';
import { settledSlice, sliceObstacles } from './slice-obstacles.ts';
import { groupBy } from '../../text/group.ts';
import { executePlans, type Conditions } from '../execute-plans.ts';
import { patchPlaces, type RootBuilds } from '../kustomize/roots.ts';
import { groupSlices, surroundingObstacles, type SliceSet } from './slice-sets.ts';
import { sliceSetObstacles } from './slice-set-obstacles.ts';
import { endpointsBlock, endpointsPart, type SlicePart } from './endpoints-parts.ts';
import { nameWritten } from '../name-registry.ts';
import type { Converted, ConversionOutcome, OutcomeRemark } from '../outcome.ts';
import { outcomeOf, remarkAt, unconverted, type ObjectReading } from '../reading.ts';
import { isStep, type CallNaming, type ConversionStep } from '../conversion-step.ts';
import { withoutHalfLists } from '../typed-lists.ts';
import { comparableText, labelText, valueBelow, type DocumentResource } from '../value-text.ts';

/** Converts the slices of each Service to one Endpoints. The outcomes are unsorted. */
export function convertToEndpoints(
  readings: readonly (readonly ObjectReading[])[],
  conditions: Conditions,
  builds?: RootBuilds,
): Converted {
  const patchOf = patchPlaces(builds, readings.flat());
  const around = { workspace: conditions.workspace, patchOf };
  const { workspace } = around;
  const groups = [...groupBy(readings.flat(), groupKey).values()].flatMap((group) => groupSlices(group, workspace));
  const plans = withoutHalfLists(groups.flatMap((group) => planEndpoints(group, around)));
  const { files, outcomes } = executePlans(plans, conditions);
  return { files, outcomes: [...outcomes.values(), ...plans.flatMap((plan) => (isStep(plan) ? [] : plan))] };
}

/**
 * Equal for slices of one Service, in a program also of the same program. A slice without a label is a group of its
 * own.
 */
function groupKey({ uri, start, document, resource, namespace }: ObjectReading): string {
  const service = serviceOf({ document, resource });
  const where = resource.form === 'pulumi' ? uri : '';
  const alone = service === '' || resource.isPartial || resource.type !== 'EndpointSlice';
  return JSON.stringify([where, namespace, service, alone ? `${uri} ${start + resource.span.start}` : '']);
}

function serviceOf({ document, resource }: DocumentResource): string {
  return labelText(document, resource, serviceNameLabel);
}

interface BackContext {
  readonly workspace: Workspace;
  readonly patchOf: ReturnType<typeof patchPlaces>;
}

function patchRemarks(reading: ObjectReading, patchOf: BackContext['patchOf']): readonly OutcomeRemark[] {
  const place = patchOf(reading);
  if (place === undefined) return [];
  const message = `${place} patches it, and patches of slices are not converted to Endpoints. Convert both by hand.`;
  return [remarkAt(reading, undefined, message)];
}

function planEndpoints(
  gathered: SliceSet,
  { workspace, patchOf }: BackContext,
): readonly (ConversionStep | ConversionOutcome)[] {
  const { readings: group } = gathered;
  const done = group.flatMap((reading) => {
    const reason = settledSlice(reading);
    return reason === undefined ? [] : unconverted(reading, 'settled', reason);
  });
  const open = group.filter((reading) => settledSlice(reading) === undefined);
  const [first, ...others] = open;
  if (!first) return done;
  const reasons = new Map(
    open.map((reading) => [
      reading,
      [...sliceObstacles(reading), ...patchRemarks(reading, patchOf), ...differences(reading, first)],
    ]),
  );
  reasons.get(first)?.push(...surroundingObstacles(gathered, first, serviceOf(first), workspace));
  const isRight = [...reasons.values()].every((remarks) => remarks.length === 0);
  if (isRight) for (const [reading, remarks] of sliceSetObstacles(open)) reasons.set(reading, [...remarks]);
  const all = [...reasons.values()].flat();
  if (all.length > 0) {
    const message = blockedBy(open.filter((reading) => (reasons.get(reading) ?? []).length > 0));
    return [
      ...done,
      ...open.map((reading) => {
        const own = reasons.get(reading) ?? [];
        return own.length > 0
          ? outcomeOf(reading, 'person', { reasons: own })
          : unconverted(reading, 'person', message);
      }),
    ];
  }
  const objects = endpointsOf(first, open);
  const leads = others.filter(({ file }) => file === first.file).map(({ document }) => document);
  const made = [{ kind: 'Endpoints', name: serviceOf(first) }];
  const calls: readonly CallNaming[] = [{ kind: 'Endpoints', suffix: undefined }];
  const isCall = first.holder?.kind === 'call';
  return [...done, { reading: first, others, objects, leads, made, slices: [], ...(isCall && { calls }) }];
}

/** The message for a convertible slice whose Service has other slices that cannot be converted. */
function blockedBy(slices: readonly ObjectReading[]): string {
  const [first, ...others] = slices;
  const name = first && first.name !== '' ? quote(first.name) : 'one of them';
  const more = others.length > 0 ? ` and ${counted(others.length, 'other')}` : '';
  return `All slices of a Service become one Endpoints, and ${name}${more} cannot be converted. Correct ${others.length > 0 ? 'them' : 'it'} first.`;
}

function endpointsOf(first: ObjectReading, all: readonly ObjectReading[]): ConversionStep['objects'] {
  const { parts, document, file } = first;
  const root = parts?.root;
  if (!root) return [];
  const style = styleOf(document);
  const roots = all.flatMap((reading): readonly SlicePart[] =>
    reading.parts?.root
      ? [{ root: reading.parts.root, lead: reading === first ? [] : commentsAbove(reading, file) }]
      : [],
  );
  const labels = mappingPart(mappingPart(root, 'metadata'), 'labels');
  const service = nameWritten(pairOf(labels, serviceNameLabel)?.value, style) ?? serviceOf(first);
  const object = endpointsPart(root, roots, service, style);
  if (!parts.block) return [object];
  return [withPairs(parts.whole, [endpointsBlock(parts.block, object, style)])];
}

/** The comments above an object that is removed. In another file, its comments stay. */
function commentsAbove({ document, holder, resource, file }: ObjectReading, to: SourceFile): readonly string[] {
  if (holder?.kind === 'item') return leadOf(document, holder.list, resource.span.start).comments;
  if (holder?.kind === 'entry') return leadOf(document, holder.owner, holder.entry.key.start).comments;
  return file === to ? leadOfDocument(document, resource.span.start) : [];
}

/** Finds differences between the objects that one Endpoints cannot keep. */
function differences(reading: ObjectReading, first: ObjectReading): readonly OutcomeRemark[] {
  if (reading === first) return [];
  if (reading.holder?.kind === 'call' && !reading.holder.isRemovable) {
    const message =
      'It becomes a part of the Endpoints of another call, but the program needs this call. Remove the uses of its variable first.';
    return [remarkAt(reading, undefined, message)];
  }
  const remarks: OutcomeRemark[] = [];
  for (const field of ['labels', 'annotations']) {
    if (plainMetadata(reading, field) === plainMetadata(first, field)) continue;
    const span = valueBelow(reading.resource.properties, ['metadata', field])?.span;
    const message = `Its ${field} differ from those of the first slice of the Service, but they become one Endpoints. Use the same ${field}.`;
    remarks.push(remarkAt(reading, span, message));
  }
  if (componentOf(reading) !== componentOf(first)) {
    const message =
      'It is in another component of the program than the first slice of the Service. Put the slices into one component, or convert by hand.';
    remarks.push(remarkAt(reading, undefined, message));
  }
  if (optionsText(reading) !== optionsText(first)) {
    const message = 'Its options differ from those of the first slice of the Service. Use the same options.';
    remarks.push(remarkAt(reading, undefined, message));
  }
  return remarks;
}

/** Empty for the program itself. */
function componentOf({ holder }: ObjectReading): string {
  return holder?.kind === 'entry' ? holder.scope.component : '';
}

function plainMetadata({ document, resource }: ObjectReading, field: string): string {
  const value = valueBelow(resource.properties, ['metadata', field]);
  if (value?.kind !== 'mapping') return comparableText(value, document.text).replace(/^null$/, '[]');
  const entries = value.entries.filter(({ name }) => name !== managedByLabel && name !== serviceNameLabel);
  return comparableText({ ...value, entries }, document.text);
}

function optionsText({ document, resource }: ObjectReading): string {
  const { envelope } = resource;
  return envelope ? comparableText(valueOf(envelope, 'options'), document.text) : '';
}
