/** The view "before and after": compares the Services of a picture with those of the texts before a change. */
import { changedPicture } from '../../analysis/picture/changed-picture.ts';
import { pictureOf } from '../../analysis/picture/picture-of.ts';
import type { Picture } from '../../analysis/picture/picture.ts';
import { identityOf } from '../../analysis/traffic/names.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { counted } from '../../text/quote.ts';
import { bounded, pictureSubject, type BoundedTraffic, type EarlierFiles } from './picture-subject.ts';
import type { ViewSubject } from './picture-views.ts';
import { trafficFinder, type ObjectTraffic } from './service-traffic.ts';

/** Also draws what the file had and no longer exists, and the Services to which objects belonged before. */
export function picturedChanges(subject: ViewSubject, earlier: EarlierFiles): Picture {
  const { drawn, files, question } = subject;
  const former = formerTraffic(subject, earlier);
  const moved = currentTraffic(former.drawn, subject);
  const { from, noteKey } = question;
  const before = pictureSubject(former.drawn, earlier.files, { ...earlier.options, from, noteKey });
  const after = pictureSubject([...drawn, ...moved.drawn], files, question);
  const picture = changedPicture(
    pictureOf(before.world, before.options),
    pictureOf(after.world, after.options),
    'before and after the uncommitted changes',
  );
  const left = former.left + moved.left;
  return {
    ...picture,
    remarks: [
      ...picture.remarks,
      ...earlier.remarks,
      ...(left > 0 ? [`${counted(left, 'more Service')} ${left === 1 ? 'is' : 'are'} not compared.`] : []),
    ],
  };
}

const kinds = ['Service', 'Endpoints', 'EndpointSlice'];

function namesakes({ identities }: IndexedObject, at: (key: string) => readonly IndexedObject[]) {
  return identities.flatMap(({ namespace, name }) => kinds.flatMap((kind) => at(keys.named(kind, namespace, name))));
}

/** What the objects that are drawn were before, and what the file had and no longer exists. */
function formerTraffic({ world, at, uri, question }: ViewSubject, { files, options }: EarlierFiles): BoundedTraffic {
  const { workspace } = files;
  const current = [
    ...world.services.flatMap(({ service, slices, endpoints }) => [service, ...slices, ...endpoints]),
    ...world.strays.map(({ slice }) => slice),
    ...world.strayEndpoints,
  ];
  const named = current.flatMap(({ entry }) => namesakes(entry, (key) => workspace.at(key)));
  const gone = workspace.entriesIn(uri).filter((entry) => namesakes(entry, at).length === 0);
  const trafficOf = trafficFinder(files, options, question.noteKey);
  return bounded([...new Set([...named, ...gone])].flatMap((each) => trafficOf(each) ?? []));
}

/** The Services of `former` that exist and are not drawn yet. */
function currentTraffic(former: readonly ObjectTraffic[], { drawn, files, question }: ViewSubject): BoundedTraffic {
  const { workspace } = files;
  const keyOf = ({ entry, root, traffic: { own } }: ObjectTraffic): string => {
    const { namespace, name } = own?.service ?? identityOf(entry);
    return `${namespace}/${name} ${root?.name ?? ''}`;
  };
  const known = new Set(drawn.map(keyOf));
  const trafficOf = trafficFinder(files, question, question.noteKey);
  const others = former.filter(({ traffic: { own } }) => own).filter((each) => !known.has(keyOf(each)));
  const wanted = new Set(others.map(keyOf));
  const entries = others.flatMap(({ traffic: { own } }) =>
    own ? namesakes(own.service.entry, (key) => workspace.at(key)) : [],
  );
  return bounded(
    entries.flatMap((entry) => trafficOf(entry) ?? []).filter((each) => each.traffic.own && wanted.has(keyOf(each))),
  );
}
