/** Finds the hand-written Endpoints in sight that belong to Patroni. */
import { groupBy } from '../../text/group.ts';
import type { Span } from '../../text/span.ts';
import { nestedValue, valueOf, type Mapping } from '../../tree/value.ts';
import { isWrittenName, documentObjects, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import type { ReadObject } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';
import { isPatroniMetadata, writtenText } from './patroni-objects.ts';

/** A hand-written Endpoints of Patroni. */
export interface PatroniObject {
  readonly object: ReadObject;
  readonly mapping: Mapping;
  readonly word: Span;
}

const objectsByEstate = new WeakMap<Estate, readonly PatroniObject[]>();

export function patroniObjectsOf(estate: Estate): readonly PatroniObject[] {
  const known = objectsByEstate.get(estate);
  if (known) return known;
  const uris = new Set(estate.objects.map(({ uri }) => uri));
  const found = estate.texts.flatMap((text) => (uris.has(text.uri) ? patroniObjectsIn(text, estate) : []));
  objectsByEstate.set(estate, found);
  return found;
}

function patroniObjectsIn(text: SearchedText, { objects }: Estate): readonly PatroniObject[] {
  if (!/patroni|spilo|leader|loop_wait|initialize/.test(text.text)) return [];
  const byName = groupBy(
    objects.filter(({ uri }) => uri === text.uri),
    (each) => bare(each.name),
  );
  return documentObjects(text).flatMap(({ kind, mapping, tree }) => {
    if (kind !== 'Endpoints' || !isPatroniMetadata(valueOf(mapping, 'metadata'), tree.text)) return [];
    const name = writtenText(nestedValue(mapping, ['metadata', 'name']), tree.text);
    const namespace = textAt(mapping, 'metadata', 'namespace') ?? '';
    const all = byName.get(bare(name));
    const object = all?.find((each) => each.namespace === namespace || !isWrittenName(namespace));
    const word = valueOf(mapping, 'kind');
    return object && word ? [{ object, mapping, word: tree.place(word.span) }] : [];
  });
}

function bare(name: string): string {
  return name.replace(/["']/g, '');
}
