/** Writes the document that shows the EndpointSlices that the mirroring controller makes of an Endpoints. */
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import { lossLines, rejectionText, sliceManifest } from '../../analysis/slices/slice-listing.ts';
import { mirrorStatusText, endpointsTitle, type PlaceNames } from '../../analysis/slices/slice-words.ts';
import { mirrorStatusOf, type MirrorStatus } from '../../analysis/slices/mirror-status.ts';
import { outlookIn } from './mirror-target.ts';
import { locateObject } from '../navigation/named-places.ts';
import { shownFile, shownNamespace } from '../navigation/object-words.ts';
import { annotated } from '../../edits/annotated.ts';
import { commented } from './comment-lines.ts';
import { shownLineAt, type DrawText, type ShownContext } from './shown-object.ts';

/** Never empty: where there are no slices, the text explains why. */
export const slicesText: DrawText = (around, context) => {
  const { minor, file } = context.view;
  const object = objectsIn(file)[around.entry.ordinal];
  const outlook = object && outlookIn(object, around, minor);
  if (!outlook) return commented(['This object has syntax errors, so its slices cannot be known.']);
  const { outcome } = outlook;
  const placer = placerOf(object, context);
  const slices = outcome.kind === 'slices' ? outcome.slices : [];
  const losses = outcome.kind === 'slices' ? lossLines(outcome.losses, placer.part) : [];
  const isAlone =
    mirrorStatusOf(around, object.binding, { minor, isServiceAssumed: false }).outcome.kind === 'no-service';
  const head = [
    `${endpointsTitle(outlook)} ${mirrorStatusText(outlook, placer)} Kubernetes 1.${minor}.`,
    ...(isAlone && slices.length > 0
      ? ['', `The workspace has no Service ${outlook.name}. Without a Service there are no slices.`]
      : []),
    ...slices.flatMap((slice) => rejectionText(slice) ?? []).flatMap((line) => ['', line]),
    ...(losses.length > 0 ? ['', 'Not in the slices:'] : []),
    ...losses.map(({ at, message }) => `- ${placer.part(at)}: ${message}`),
  ];
  return [commented(head), ...manifests(outlook, shownNamespace(around.entry))].join('\n');
};

function manifests({ outcome }: MirrorStatus, namespace: string): readonly string[] {
  const accepted = outcome.kind === 'slices' ? outcome.slices.filter(({ refusal }) => !refusal) : [];
  const texts = accepted.map((slice) => annotated(sliceManifest(slice, namespace), () => undefined));
  return texts.length > 0 ? [texts.join('---\n')] : [];
}

function placerOf({ start }: PlacedObject, { view, files, uris }: ShownContext): PlaceNames {
  return {
    part: ({ entry, value }) => shownLineAt(view, start + (entry?.key ?? value.span).start, files),
    object: (entry) => {
      uris.add(entry.uri);
      const { view: other, object } = locateObject(entry, files) ?? {};
      if (!other || !object) return shownFile(entry.uri, files);
      return shownLineAt(other, object.start + object.resource.head.start, files);
    },
  };
}
