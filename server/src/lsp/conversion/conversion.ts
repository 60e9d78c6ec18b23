/** Runs the conversion for the resources that a client chose. Loaded on demand. */
import { objectsIn } from '../../analysis/workspace/places.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { convertFiles } from '../../convert/convert.ts';
import { requiredEndpoints, requirementsIn, type Requirement } from '../../convert/required-endpoints.ts';
import type { ConversionRoots } from '../../convert/kustomize/roots.ts';
import { coexistenceOf } from '../../convert/coexistence.ts';
import type { ConvertSettings } from '../../convert/outcome.ts';
import type { ConversionOffer } from '../../features/refactor/conversions.ts';
import { locateObject } from '../../features/navigation/named-places.ts';
import type { Files, View } from '../../features/view.ts';
import { attachment } from '../../text/memo.ts';
import type { Resource } from '../../tree/document.ts';
import type { ConvertedWithSettings } from './conversion-store.ts';
import { pathOfUri } from '../session.ts';

export interface OfferSettings extends Pick<ConvertSettings, 'managedBy' | 'minors'> {
  readonly roots?: ConversionRoots;
}

/** Converts the resources of an action, together with the other slices of the same Services. */
export function convertOffer(
  { to, mode, resources }: ConversionOffer,
  view: View,
  files: Files,
  { managedBy, minors, roots }: OfferSettings,
): ConvertedWithSettings {
  const wanted = new Map<string, Set<Resource>>([[view.uri, new Set(resources)]]);
  const views = new Map([[view.uri, view]]);
  for (const slice of to === 'endpoints' ? siblingsOf(resources, view, files) : []) {
    views.set(slice.view.uri, slice.view);
    wanted.set(slice.view.uri, (wanted.get(slice.view.uri) ?? new Set()).add(slice.resource));
  }
  const sources = [...views.values()].map(({ uri, file }) => ({ uri, path: pathOfUri(uri), file }));
  const settings = { to, mode, managedBy, minor: view.minor, minors };
  const isWanted = (uri: string, resource: Resource): boolean => wanted.get(uri)?.has(resource) ?? false;
  const requirementOf = requiredEndpoints(() => requirementsNow(files));
  return { ...convertFiles(sources, files.workspace, settings, { isWanted, requirementOf, roots }), settings };
}

/** Searches only texts that changed since the last conversion: editors ask for code actions after each keystroke. */
function requirementsNow(files: Files): readonly Requirement[] {
  const last = searchedTexts(files.workspace);
  const now = new Map<string, SearchedText>();
  for (const [uri, text] of files.texts()) {
    const known = last.texts.get(uri);
    now.set(uri, known?.text === text ? known : { text, found: requirementsIn({ uri, text }) });
  }
  last.texts = now;
  return [...now.values()].flatMap(({ found }) => found);
}

interface SearchedText {
  readonly text: string;
  readonly found: readonly Requirement[];
}

const searchedTexts = attachment((_workspace: Files['workspace']) => ({
  texts: new Map() as ReadonlyMap<string, SearchedText>,
}));

/** Why the conversion changes nothing. */
export function reasonOf({ outcomes }: ConvertedWithSettings): string {
  const [reason] = outcomes.flatMap(({ reasons }) => reasons);
  return reason?.message ?? 'There is nothing to convert.';
}

interface Slice {
  readonly view: View;
  readonly resource: Resource;
}

/**
 * The slices of the same Service in the same cluster. If that is uncertain for a slice, the conversion is rejected
 * later.
 */
function siblingsOf(resources: ReadonlySet<Resource>, view: View, files: Files): readonly Slice[] {
  const { workspace } = files;
  const entries = workspace.entriesIn(view.uri);
  const own = objectsIn(view.file).filter(({ resource }) => resources.has(resource));
  const found = own.flatMap(({ ordinal }) => {
    const entry = entries[ordinal];
    const key = keyOf(entry);
    if (!entry || key === undefined) return [];
    const all = entry.identities.flatMap(({ namespace }) =>
      workspace.at(keys.slicesOf(namespace, entry.facts.slice?.service ?? '')),
    );
    return all.filter((each) => keyOf(each) === key && coexistenceOf(entry, each, workspace) === 'together');
  });
  return [...new Set(found)].flatMap((entry) => {
    const slice = locateObject(entry, files);
    return slice ? [{ view: slice.view, resource: slice.object.resource }] : [];
  });
}

/** Equal for slices that are converted together; undefined for other objects and for slices without a Service. */
function keyOf(entry: IndexedObject | undefined): string | undefined {
  const { kind, slice, namespace, form } = entry?.facts ?? {};
  if (!entry || kind !== 'EndpointSlice' || !slice || slice.service === '') return undefined;
  return JSON.stringify([form === 'pulumi' ? entry.uri : '', namespace?.text ?? '', slice.service]);
}
