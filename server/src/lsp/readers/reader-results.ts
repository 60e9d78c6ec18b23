/** Finds readers in texts, in steps, and notes those that lose objects and those of each Endpoints. */
import { findReadersInSteps } from '../../readers/find-readers.ts';
import { detectorsFor } from '../../readers/detectors.ts';
import { certaintyOfLoss, type Reader, type ReadObject } from '../../readers/reader.ts';
import { searchedText, type NamedText, type SearchedText } from '../../readers/searched-text.ts';
import { isTerraform, terraformModules } from '../../readers/terraform-modules.ts';
import { namesInCluster } from '../../readers/written-entries.ts';
import { writtenObjects } from '../../readers/written-objects.ts';
import { groupBy } from '../../text/group.ts';
import { pacer } from '../pace.ts';
import type { ServerContext } from '../protocol/request.ts';
import type { Session } from '../session.ts';
import {
  endpointsKey,
  type FileReaders,
  type KeptReaders,
  type LosingReader,
  type ReaderChanges,
  type ReaderPlace,
} from './kept-readers.ts';
import { workspacePlatform } from './reader-settings.ts';

/** In UTF-16 units: the trees of longer texts take too much memory to be kept until the next search. */
const mostKept = 4 * 1024 * 1024;

type FindInTexts = (texts: ReadonlyMap<string, string>) => Promise<ReaderChanges | 'outdated' | 'nothing'>;

/** The function resolves to `nothing` if neither texts nor objects have changed, and to `outdated` after an edit. */
export function readerFinder({ session, host }: Pick<ServerContext, 'session' | 'host'>): FindInTexts {
  let last: { readonly texts: ReadonlyMap<string, string>; readonly input: string } | undefined;
  let kept = new Map<string, SearchedText>();
  let ids = 0;
  return async (texts) => {
    const { edits } = session;
    const isOutdated = (): boolean => session.edits !== edits || session.isShutDown;
    const pace = pacer(host);
    session.project.settle();
    const named = [...texts].map(([uri, text]) => ({ uri, text })).sort((a, b) => (a.uri < b.uri ? -1 : 1));
    const objects = writtenObjects(session.workspace.all(), named);
    const platform = workspacePlatform(session);
    const input = JSON.stringify([objects, platform]);
    if (last?.input === input && areSameTexts(last.texts, texts)) return 'nothing';
    const searched = searchedTexts(named, kept);
    kept = new Map(searched.map((each) => [each.uri, each]));
    const inSteps = async <T>(steps: Iterator<unknown, T, void>): Promise<T | undefined> => {
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value;
        await pace();
        if (isOutdated()) return undefined;
      }
    };
    if ((await inSteps(parsed(searched))) === undefined) return 'outdated';
    const search = (own: readonly ReadObject[]) => inSteps(findReadersInSteps(searched, { objects: own, platform }));
    const all = await search(objects);
    const sliced = objects.filter(({ isReplaced, hasSlices }) => isReplaced ?? hasSlices);
    // A reader of both kinds names in its message only what it loses now.
    const losing = sliced.length === 0 ? { readers: [] } : await search(sliced.map(asPresent));
    if (!all || !losing) return 'outdated';
    const found: KeptReaders = {
      files: new Map(
        [
          ...groupBy(
            losing.readers.flatMap((each) => losingReader(each, sliced) ?? []),
            ({ reader }) => reader.uri,
          ),
        ].map(([uri, own]) => [uri, { text: texts.get(uri) ?? '', losing: own, id: ++ids }]),
      ),
      places: placesOf(all.readers, session, texts),
    };
    last = { texts, input };
    if ([...texts.values()].reduce((sum, { length }) => sum + length, 0) > mostKept) kept = new Map();
    return keep(session, found);
  };
}

/** Texts that did not change are not read again. */
function searchedTexts(texts: readonly NamedText[], kept: ReadonlyMap<string, SearchedText>): readonly SearchedText[] {
  const isSame = ({ uri, text }: NamedText): boolean => kept.get(uri)?.text === text;
  // References of Terraform lead to other files.
  const isModuleSame = texts.every((each) => !isTerraform(each.uri) || isSame(each));
  const modules = terraformModules(texts);
  return texts.map((each) => {
    const before = isSame(each) && (isModuleSame || !isTerraform(each.uri)) ? kept.get(each.uri) : undefined;
    return before ?? searchedText(each, modules(each.uri));
  });
}

/** Reads the trees that searches want, which are otherwise read all at once. */
function* parsed(texts: readonly SearchedText[]): Generator<void, true, void> {
  for (const text of texts) {
    if (detectorsFor(text).length === 0) continue;
    void text.trees;
    void text.hcl;
    yield;
  }
  return true;
}

function asPresent({ uri, namespace, name }: ReadObject): ReadObject {
  return { uri, namespace, name };
}

/** Undefined for the object itself, and for what breaks later. */
function losingReader(reader: Reader, sliced: readonly ReadObject[]): LosingReader | undefined {
  if (reader.when !== 'replaced' || reader.kind === 'program-object') return undefined;
  const lost = sliced.filter((each) =>
    reader.objects.some(
      ({ uri, namespace, name }) => uri === each.uri && namespace === each.namespace && name === each.name,
    ),
  );
  if (lost.length === 0) return undefined;
  return { reader, certainty: certaintyOfLoss(reader), lost };
}

function placesOf(
  readers: readonly Reader[],
  session: Session,
  texts: ReadonlyMap<string, string>,
): KeptReaders['places'] {
  const byObject = new Map<string, Set<Reader>>();
  for (const reader of readers) {
    if (reader.when !== 'replaced' || reader.kind === 'program-object') continue;
    for (const object of reader.objects) {
      const key = objectKey(object);
      byObject.set(key, (byObject.get(key) ?? new Set()).add(reader));
    }
  }
  const places = new Map<string, readonly ReaderPlace[]>();
  for (const entry of byObject.size > 0 ? session.workspace.all() : []) {
    if (entry.facts.kind !== 'Endpoints') continue;
    const names = namesInCluster(entry).map((name) => objectKey({ uri: entry.uri, ...name }));
    const own = new Set(names.flatMap((key) => [...(byObject.get(key) ?? [])]));
    if (own.size === 0) continue;
    const found = [...own].map(({ uri, span }) => ({ uri, span, text: texts.get(uri) ?? '' }));
    places.set(endpointsKey(entry), found);
  }
  return places;
}

function objectKey({ uri, namespace, name }: ReadObject): string {
  return JSON.stringify([uri, namespace, name]);
}

/** Keeps what has not changed, and returns what has. */
function keep(session: Session, found: KeptReaders): ReaderChanges {
  const before = session.readers;
  const files = new Map<string, FileReaders>();
  const uris: string[] = [];
  for (const [uri, now] of found.files) {
    const known = before.files.get(uri);
    const isSame = known?.text === now.text && JSON.stringify(known.losing) === JSON.stringify(now.losing);
    files.set(uri, isSame ? known : now);
    if (!isSame) uris.push(uri);
  }
  for (const uri of before.files.keys()) if (!found.files.has(uri)) uris.push(uri);
  session.readers = { files, places: found.places };
  return { uris, hasPlaces: counts(before) !== counts(session.readers) };
}

/** What lenses show. */
function counts({ places }: KeptReaders): string {
  return JSON.stringify([...places].map(([key, { length }]) => [key, length]).sort());
}

function areSameTexts(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): boolean {
  return before.size === now.size && [...now].every(([uri, text]) => before.get(uri) === text);
}
