/**
 * Finds what refers to the old objects after a conversion: their readers, kustomizations, expressions and options of
 * programs, and mirrored slices. Comments and prose are ignored.
 */
import { areVariants, hasVariants } from '../../analysis/workspace/variants.ts';
import type { Platform } from '../../contract/platform.ts';
import { findReaders } from '../../readers/find-readers.ts';
import { certaintyOfLoss, type Reader, type ReadObject } from '../../readers/reader.ts';
import type { NamedText } from '../../readers/searched-text.ts';
import { groupBy } from '../../text/group.ts';
import { expressionReferences } from './expression-references.ts';
import { kustomizeReferences } from './kustomize-references.ts';
import { mirroredReferences } from './mirrored-references.ts';
import {
  convertedObjects,
  type ConvertedObjects,
  type FindReferences,
  type FoundReference,
} from './converted-objects.ts';
import type { Converted, ConvertSettings, ReadObjects, StaleReference } from '../outcome.ts';
import { optionReferences } from './option-references.ts';

interface ReferenceSearch {
  readonly platform?: Platform;
  /** Called for a text with a part that names endpoints and cannot be read: readers in it are not known. */
  readonly onUnread?: (uri: string) => void;
}

/**
 * Returns the references in the order of the texts and of their places before the conversion. `texts` contains all
 * texts of the workspace, also those without Endpoints. On the way back no reader loses anything, because the mirroring
 * controller makes slices of Endpoints.
 */
export function referencesTo(
  texts: readonly NamedText[],
  converted: Converted,
  settings: ConvertSettings,
  search: ReferenceSearch = {},
): readonly StaleReference[] {
  const moved = convertedObjects(converted, settings);
  // In this mode the old object stays, so references to it stay correct.
  if (settings.mode !== 'replace' || moved.outcomes.length === 0) return [];
  const finders: readonly [StaleReference['what'], FindReferences][] = [
    ['kustomize', kustomizeReferences(texts)],
    ['expression', expressionReferences],
    ['option', optionReferences],
    ['mirrored', mirroredReferences],
  ];
  const isMixed = hasVariants([...texts, ...moved.outcomes].map(({ uri }) => uri));
  const readers = settings.to === 'endpointslice' ? readersOf(texts, moved, search) : undefined;
  return texts.flatMap((text) => {
    const isOther = otherCluster(text);
    const found = finders.flatMap(([what, find]) =>
      find(text, moved)
        // Only kustomizations name files.
        .flatMap((each) => (what === 'kustomize' || !isMixed ? each : (withoutOthers(each, isOther) ?? [])))
        .map((each) => ({ ...withReading(each, moved), uri: text.uri, what })),
    );
    return [...found, ...(readers?.get(text.uri) ?? [])].sort((a, b) => a.span.start - b.span.start);
  });
}

/** The readers that lose converted objects, by file. */
function readersOf(
  texts: readonly NamedText[],
  { outcomes }: ConvertedObjects,
  { platform = {}, onUnread }: ReferenceSearch,
): ReadonlyMap<string, readonly StaleReference[]> {
  const originals = new Map<ReadObject, ReadObjects['objects'][number]>(outcomes.map((each) => [each, each]));
  const { readers, unread } = findReaders(texts, { objects: outcomes, platform });
  if (onUnread) unread.forEach(onUnread);
  const delivered = new Set(texts.flatMap(({ uri, text }) => (delivering.test(text) ? [uri] : [])));
  const lost = readers.filter((reader) => isLosing(reader, delivered));
  const references = lost.map((reader): StaleReference => {
    const { uri, span, kind, message, isWriteOnly } = reader;
    if (isWriteOnly) return { uri, span, what: kind, message };
    const reading = {
      certainty: certaintyOfLoss(reader),
      objects: reader.objects.flatMap((each) => originals.get(each) ?? []),
    };
    return { uri, span, what: kind, message, reading };
  });
  return groupBy(references, ({ uri }) => uri);
}

/** Objects of Flux and Argo CD, whose patches no kustomization has. */
const delivering = /\bkind["']?: *["']?(?:Kustomization|HelmRelease|Application(?:Set)?)\b[^]*\bspec\b/;

/** The object itself is no reader, and patches of kustomizations are references of their own. */
function isLosing({ when, kind, objects, uri }: Reader, delivered: ReadonlySet<string>): boolean {
  const isOther = kind === 'program-object' || (kind === 'patch-target' && !delivered.has(uri));
  return when === 'replaced' && objects.length > 0 && !isOther;
}

/** Whether an object belongs to another cluster or stage than the text. */
function otherCluster({ uri }: NamedText): (object: { readonly uri: string }) => boolean {
  const known = new Map<string, boolean>();
  return (object) => {
    const isOther = known.get(object.uri) ?? areVariants(uri, object.uri);
    known.set(object.uri, isOther);
    return isOther;
  };
}

/** Undefined if all objects belong to other clusters. */
function withoutOthers(found: FoundReference, isOther: ReturnType<typeof otherCluster>): FoundReference | undefined {
  const { reading } = found;
  const objects = reading?.objects.filter((object) => !isOther(object));
  if (!reading || !objects || objects.length === reading.objects.length) return found;
  return objects.length === 0 ? undefined : { ...found, reading: { ...reading, objects } };
}

function withReading(found: FoundReference, { to }: ConvertedObjects): FoundReference {
  return to.kind === 'EndpointSlice' ? found : { span: found.span, message: found.message };
}
