/** The picture of the Service at the cursor, or of all Services of a file: what the Traffic view shows. Loaded with the first one. */
import type { Picture } from '../../analysis/picture/picture.ts';
import { familyFinder } from '../../analysis/workspace/family.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { counted, listed } from '../../text/quote.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { builtFromFile } from '../shown/built-from-file.ts';
import { activePart, objectNear, offsetOfContent } from './active-part.ts';
import {
  bounded,
  pictureSubject,
  type BoundedTraffic,
  type EarlierFiles,
  type SubjectOptions,
} from './picture-subject.ts';
import { changesView, pictureViews, writtenView, type ViewSubject } from './picture-views.ts';
import { trafficFinder, type ObjectTraffic } from './service-traffic.ts';

/** The answer of endpoints/picture. */
export interface PictureAnswer {
  /** Places have the URIs of files. Null where there is nothing to draw. */
  readonly picture: Picture | null;
  /** The id of the part at the cursor; null for none. */
  readonly active: string | null;
  /** Those that can be chosen. */
  readonly views: readonly { readonly id: string; readonly title: string }[];
  /** The id of the one that is drawn. */
  readonly view: string;
  /** Why there is no picture; empty otherwise. */
  readonly remark: string;
}

export interface PictureQuestion extends SubjectOptions {
  /** The id of a view; the written one for another text. */
  readonly view: string;
  /** Undefined where nothing is known of the texts before a change. */
  readonly readEarlier: (() => Promise<EarlierFiles>) | undefined;
}

export async function pictureHere(cursor: CursorPlace, question: PictureQuestion): Promise<PictureAnswer> {
  const { view, offset, files } = cursor;
  const { readEarlier } = question;
  // First, because texts may change meanwhile.
  const earlier = question.view === changesView.id ? await readEarlier?.() : undefined;
  const { drawn, left } = trafficToDraw(cursor, question);
  const subject: ViewSubject = {
    ...pictureSubject(drawn, files, question),
    uri: view.uri,
    drawn,
    question,
    hasEarlier: readEarlier !== undefined,
    earlier,
  };
  const offered = pictureViews.filter((each) => each.isOffered(subject));
  const chosen = offered.find(({ id }) => id === question.view) ?? writtenView;
  const nothing = { picture: null, active: null, views: [], view: writtenView.id, remark: remarkWithout(left) };
  // A change may have deleted all Services.
  if (drawn.length === 0 && chosen !== changesView) return nothing;
  const found = await chosen.draw(subject);
  if (drawn.length + found.services.length + found.strays.length === 0) return nothing;
  const picture = { ...found, remarks: [...found.remarks, ...remarksOn(drawn, left)] };
  return {
    picture,
    active: activePart(picture, view, offset),
    views: offered.map(({ id, title }) => ({ id, title })),
    view: chosen.id,
    remark: '',
  };
}

/** Of the object at the cursor, of what a patch there changes, or of what an overlay builds with it; else of all objects of the file. `left` are Services. */
function trafficToDraw({ view, offset, files }: CursorPlace, { noteKey, ...options }: PictureQuestion): BoundedTraffic {
  const trafficOf = trafficFinder(files, options, noteKey);
  const entries = files.workspace.entriesIn(view.uri);
  const object = objectNear(view, offsetOfContent(view, offset));
  const entry = object && entries[object.ordinal];
  const here = entry && trafficOf(entry);
  const patchedFamily = familyFinder({
    at: (key) => {
      noteKey(key);
      return files.workspace.atForRules(key);
    },
  });
  const groups: readonly (() => readonly IndexedObject[])[] = [
    () => (here && entry ? [entry] : []),
    () => (entry && entry.facts.kind.endsWith('Patch') ? patchedFamily(entry) : []),
    () => (files.rootsOf(view.uri).length > 0 ? builtFromFile(view, offset, { files, kinds }).map(entryOf) : []),
    () => entries,
  ];
  for (const group of groups) {
    const found = bounded(group().flatMap((each) => trafficOf(each) ?? []));
    if (found.drawn.length + found.left > 0) return found;
  }
  return { drawn: [], left: 0 };
}

const kinds = ['Service', 'Endpoints', 'EndpointSlice'];

function entryOf({ entry }: { readonly entry: IndexedObject }): IndexedObject {
  return entry;
}

function remarkWithout(left: number): string {
  return left > 0
    ? `${counted(left, 'Service')} ${left === 1 ? 'has' : 'have'} too many addresses to draw here. Run "endpoints show" instead.`
    : 'Put the cursor on a Service, an EndpointSlice or Endpoints to see where its traffic goes.';
}

function remarksOn(drawn: readonly ObjectTraffic[], left: number): readonly string[] {
  const others = [...new Set(drawn.flatMap(({ otherRoots }) => otherRoots))];
  return [
    ...(left > 0
      ? [
          `${counted(left, 'more Service')} of this file ${left === 1 ? 'is' : 'are'} not drawn. Put the cursor on one, or run "endpoints show".`,
        ]
      : []),
    ...(others.length > 0
      ? [`Also built in ${listed(others)}. To draw another overlay, run the command "Endpoints: Select Overlay".`]
      : []),
  ];
}
