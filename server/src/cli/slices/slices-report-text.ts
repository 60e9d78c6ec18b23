/** Prints the slices as text: the result for each Endpoints, the slices as manifests and what is dropped. */
import pc from 'picocolors';
import type { Bound } from '../../analysis/binding/bind.ts';
import { lossLines, rejectionText, sliceManifest } from '../../analysis/slices/slice-listing.ts';
import { mirrorStatusText, endpointsTitle, type PlaceNames } from '../../analysis/slices/slice-words.ts';
import { annotated } from '../../edits/annotated.ts';
import { counted, grouped, listed, withoutControls } from '../../text/quote.ts';
import { placeText, type Places } from '../object-places.ts';
import type { Sources } from '../sources.ts';
import type { Mirrored } from './mirrored.ts';

type Colors = ReturnType<typeof pc.createColors>;

interface TextOptions {
  readonly places: Places;
  readonly minors: readonly number[];
  readonly isColored: boolean;
  readonly files: Sources;
}

export function slicesReportText(all: readonly Mirrored[], { places, minors, isColored, files }: TextOptions): string {
  const colors = pc.createColors(isColored);
  if (all.length === 0) return `No Endpoints found in ${counted(files.all().length, 'file')}; nothing to mirror.\n`;
  const blocks = all.map((each) => mirroredText(each, places, colors));
  return [...blocks, summaryText(all, minors, colors)].join('\n');
}

function mirroredText(mirrored: Mirrored, places: Places, colors: Colors): string {
  const { outlook, entry } = mirrored;
  const { outcome } = outlook;
  const placer = placerOf(mirrored, places);
  const head = `${endpointsTitle(outlook)} (${placeText(places.of(entry))}) ${mirrorStatusText(outlook, placer)}`;
  const wayOut = outcome.kind === 'no-service' ? `${namedWayOut}\n` : '';
  const title = `${colors.bold(withoutControls(head))}\n${wayOut}`;
  if (outcome.kind !== 'slices') return title;
  const there = outcome.slices.filter(({ refusal }) => !refusal);
  const isWritten = entry.facts.namespace !== undefined || outlook.namespace !== 'default';
  const namespace = isWritten ? outlook.namespace : '';
  const yaml = there.map((slice) => annotated(sliceManifest(slice, namespace), () => undefined));
  const losses = lossLines(outcome.losses, placer.part).map(
    ({ at, message }) => `${colors.yellow('dropped')}  ${placer.part(at)}  ${withoutControls(message)}\n`,
  );
  return [
    title,
    ...(yaml.length > 0 ? [yaml.join('---\n')] : []),
    ...(losses.length > 0 ? [losses.join('')] : []),
  ].join('\n');
}

const namedWayOut = 'Also name the file of the Service, or use --assume-service.';

export function uncertainText(mirrored: Mirrored, places: Places): string {
  const { outlook, entry } = mirrored;
  return `${placeText(places.of(entry))}: ${endpointsTitle(outlook)} ${mirrorStatusText(outlook, placerOf(mirrored, places))}`;
}

export function rejectedSlices({ outlook: { outcome }, entry }: Mirrored, places: Places): readonly string[] {
  const refusals = outcome.kind === 'slices' ? outcome.slices.flatMap((slice) => rejectionText(slice) ?? []) : [];
  return refusals.map((text) => `${placeText(places.of(entry))}: ${text}`);
}

function placerOf({ entry }: Mirrored, places: Places): PlaceNames {
  return {
    part: (node: Bound) => placeText(places.of(entry, node.entry?.key ?? node.value.span)),
    object: (other) => placeText(places.of(other)),
  };
}

function summaryText(all: readonly Mirrored[], minors: readonly number[], colors: Colors): string {
  const made = all.flatMap(({ outlook: { outcome } }) => (outcome.kind === 'slices' ? [outcome] : []));
  const slices = made.flatMap((each) => each.slices).filter(({ refusal }) => !refusal).length;
  const losses = made.reduce((sum, each) => sum + each.losses.length, 0);
  const dropped = losses > 0 ? colors.yellow(`${counted(losses, 'value')} dropped`) : 'nothing dropped';
  const start = `${grouped(all.length)} Endpoints, ${counted(slices, 'EndpointSlice')}`;
  const versions = [...new Set(minors)].sort((a, b) => a - b).map((minor) => `1.${minor}`);
  return `${start}${slices > 0 ? `, ${dropped}` : ''} (Kubernetes ${listed(versions)}).\n`;
}
