/** The document that shows the EndpointSlices that the control plane makes of an Endpoints: its text, and what that depends on. */
import type { Bound } from '../../analysis/binding/bind.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { lossLines, rejectionText, sliceManifest } from '../../analysis/slices/slice-listing.ts';
import { mirrorStatusText, endpointsTitle } from '../../analysis/slices/slice-words.ts';
import type { PlaceNames } from '../../analysis/slices/slice-words.ts';
import { mirrorStatusOf } from '../../analysis/slices/mirror-status.ts';
import type { MirrorStatus } from '../../analysis/slices/mirror-status.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import { positionOf } from '../../features/lsp.ts';
import { outlookIn } from '../../features/actions/mirror-target.ts';
import { shownFile, shownNamespace } from '../../features/navigation/object-words.ts';
import type { Files, View } from '../../features/view.ts';
import { annotated } from '../../edits/annotated.ts';
import { commented } from './comment-lines.ts';
import type { Session } from '../session.ts';
import type { ShownSubject, ShownText } from './shown-subject.ts';
import { findShown } from './shown-object.ts';

/** Never empty: where there are no slices, it says why. */
export function shownSlicesText(session: Session, subject: ShownSubject): ShownText {
  const { uri } = subject;
  const { files, view, around, answers } = findShown(session, subject);
  const object = view && around && objectsIn(view.file)[around.entry.ordinal];
  const uris = new Set([uri]);
  const text =
    view && object
      ? draw(object, around, { view, files, uris })
      : commented([`${shownFile(uri, files)} does not hold this object any more.`]);
  return { text, keys: new Set(answers.keys()), uris };
}

interface Surroundings {
  readonly view: View;
  readonly files: Files;
  /** The files that the text names lines of. */
  readonly uris: Set<string>;
}

function draw(object: PlacedObject, around: RelatedObjects, surroundings: Surroundings): string {
  const { minor } = surroundings.view;
  const outlook = outlookIn(object, around, minor);
  if (!outlook) return commented(['The text of this object is broken: what becomes of it cannot be told.']);
  const { outcome } = outlook;
  const placer = placerOf(object, surroundings);
  const slices = outcome.kind === 'slices' ? outcome.slices : [];
  const losses = outcome.kind === 'slices' ? lossLines(outcome.losses, placer.part) : [];
  const isAlone =
    mirrorStatusOf(around, object.binding, { minor, isServiceAssumed: false }).outcome.kind === 'no-service';
  const head = [
    `${endpointsTitle(outlook)} ${mirrorStatusText(outlook, placer)} Kubernetes 1.${minor}.`,
    ...(isAlone && slices.length > 0
      ? ['', `No Service ${outlook.name} is in sight. Without one there are no slices.`]
      : []),
    ...slices.flatMap((slice) => rejectionText(slice) ?? []).flatMap((line) => ['', line]),
    ...(losses.length > 0 ? ['', 'Lost on the way:'] : []),
    ...losses.map(({ at, message }) => `- ${placer.part(at)}: ${message}`),
  ];
  return [commented(head), ...manifests(outlook, shownNamespace(around.entry))].join('\n');
}

function manifests({ outcome }: MirrorStatus, namespace: string): readonly string[] {
  const there = outcome.kind === 'slices' ? outcome.slices.filter(({ refusal }) => !refusal) : [];
  const texts = there.map((slice) => annotated(sliceManifest(slice, namespace), () => undefined));
  return texts.length > 0 ? [texts.join('---\n')] : [];
}

/** `shop/web.yaml:12`. */
function placerOf({ start }: PlacedObject, { view, files, uris }: Surroundings): PlaceNames {
  const lineText = (of: View, offset: number): string =>
    `${shownFile(of.uri, files)}:${positionOf(of.located, offset).line + 1}`;
  const objectText = (entry: IndexedObject): string => {
    uris.add(entry.uri);
    const other = files.view(entry.uri);
    const found = other && objectsIn(other.file)[entry.ordinal];
    return other && found ? lineText(other, found.start + found.resource.head.start) : shownFile(entry.uri, files);
  };
  const partText = ({ entry, value }: Bound): string => lineText(view, start + (entry?.key ?? value.span).start);
  return { part: partText, object: objectText };
}
