/** Writes the document that shows the EndpointSlices that the mirroring controller makes of an Endpoints. */
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import { lossLines, rejectionText, sliceManifest } from '../../analysis/slices/slice-listing.ts';
import { mirrorStatusText, endpointsTitle, type PlaceNames } from '../../analysis/slices/slice-words.ts';
import { mirrorStatusOf, type MirrorStatus } from '../../analysis/slices/mirror-status.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { outlookIn } from './mirror-target.ts';
import { locateObject } from '../navigation/named-places.ts';
import { shownFile, shownNamespace } from '../navigation/object-words.ts';
import { notedLines } from '../../edits/annotated.ts';
import { aroundToShow, otherOverlayLines } from './around-to-show.ts';
import { commented } from './comment-lines.ts';
import type { DrawText, ShownContext, ShownPart } from './shown-object.ts';

/** Never empty: where there are no slices, the text explains why. */
export const slicesText: DrawText = (written, context) => {
  const { minor, file } = context.view;
  const { around, built, others } = aroundToShow(written, context);
  const object = built?.object ?? objectsIn(file)[around.entry.ordinal];
  const outlook = object && outlookIn(object, around, minor);
  if (!outlook) return [commented(['This object has syntax errors, so its slices cannot be known.'])];
  const { outcome } = outlook;
  const placer = placerOf(object, around.entry, context);
  const slices = outcome.kind === 'slices' ? outcome.slices : [];
  const losses = outcome.kind === 'slices' ? lossLines(outcome.losses, placer.part) : [];
  const isAlone =
    mirrorStatusOf(around, object.binding, { minor, isServiceAssumed: false }).outcome.kind === 'no-service';
  const title = `${endpointsTitle(outlook)}${built ? `, as ${built.root.name} builds it,` : ''}`;
  const head = [
    `${title} ${mirrorStatusText(outlook, placer)} Kubernetes 1.${minor}.`,
    ...(isAlone && slices.length > 0
      ? ['', `The workspace has no Service ${outlook.name}. Without a Service there are no slices.`]
      : []),
    ...slices.flatMap((slice) => rejectionText(slice) ?? []).flatMap((line) => ['', line]),
    ...(losses.length > 0 ? ['', 'Not in the slices:'] : []),
    ...losses.map(({ at, message }) => `- ${placer.part(at)}: ${message}`),
    ...otherOverlayLines(others),
  ];
  return [commented(head), ...manifests(outlook, shownNamespace(around.entry))];
};

function manifests({ outcome }: MirrorStatus, namespace: string): readonly ShownPart[] {
  const accepted = outcome.kind === 'slices' ? outcome.slices.filter(({ refusal }) => !refusal) : [];
  return accepted.flatMap((slice, i) => [
    i === 0 ? '\n' : '---\n',
    notedLines(sliceManifest(slice, namespace), () => undefined),
  ]);
}

function placerOf(
  { start }: PlacedObject,
  own: IndexedObject,
  { view, files, uris, lineAt }: ShownContext,
): PlaceNames {
  return {
    part: ({ entry, value, path }) => {
      const built = files.builtPlace(own, path);
      const source = built && files.view(built.uri);
      if (built && source) return lineAt(source, built.span.start);
      return lineAt(view, start + (entry?.key ?? value.span).start);
    },
    object: (entry) => {
      uris.add(entry.uri);
      const built = files.builtPlace(entry, []);
      const source = built && files.view(built.uri);
      if (built && source) return lineAt(source, built.span.start);
      const { view: other, object } = locateObject(entry, files) ?? {};
      if (!other || !object) return shownFile(entry.uri, files);
      return lineAt(other, object.start + object.resource.head.start);
    },
  };
}
