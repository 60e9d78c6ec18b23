/** Explains in a hover what the kustomizations that include an object make of the value at the cursor. */
import type { Hover } from 'vscode-languageserver-types';
import { plainPath } from '../../analysis/workspace/placement.ts';
import type { Markup } from '../../text/markup.ts';
import { counted, listed } from '../../text/quote.ts';
import { isSameSpan, shift } from '../../text/span.ts';
import { builtObjects } from '../shown/built-target.ts';
import { shownLineAt } from '../shown/shown-object.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { shownFile } from '../navigation/object-words.ts';
import type { Files } from '../view.ts';
import { shownLine } from '../written-values.ts';
import { builtValue, scalarWords, writtenFieldsAt, writtenValue, type WrittenField } from './built-values.ts';
import { urisByPath } from './kustomized-objects.ts';

/** Adds the note to a hover, or makes a hover of it; null where there is nothing to show. */
export function hoverBuilt(found: Hover | null, at: CursorPlace, markup: Markup): Hover | null {
  const note = builtNote(at, markup);
  if (note === undefined) return found;
  if (!found) return { contents: { kind: markup.kind, value: note } };
  return withNote(found, note, markup);
}

/** The hover with the note as its last paragraph. */
export function withNote(found: Hover, note: string, markup: Markup): Hover {
  const { contents } = found;
  const value = typeof contents === 'object' && 'value' in contents ? `${contents.value}\n\n${note}` : note;
  return { ...found, contents: { kind: markup.kind, value } };
}

/** One line for each value at the cursor that a kustomization changes; undefined where all leave it alone. */
function builtNote(at: CursorPlace, markup: Markup): string | undefined {
  const notes = writtenFieldsAt(at).flatMap((field) => noteFor(field, at.files, markup) ?? []);
  return notes.length > 0 ? [...new Set(notes)].join(markup.lineBreak) : undefined;
}

interface ValueGroup {
  readonly places: string[];
  /** The lines that decide on the value, apart from the one in the file of the object. */
  readonly lines: Set<string>;
}

/** The text for a value that is not there. */
const absent = 'no value';

function noteFor(field: WrittenField, files: Files, markup: Markup): string | undefined {
  const { entry } = field;
  const written = writtenValue(field);
  const groups = new Map<string, ValueGroup>();
  const groupOf = (text: string): ValueGroup => {
    const group = groups.get(text) ?? { places: [], lines: new Set() };
    groups.set(text, group);
    return group;
  };
  const { code } = markup;
  const own = scalarWords(written);
  groupOf(own ?? absent).places.push(code(shownFile(entry.uri, files)));
  for (const built of builtObjects(entry, files)) {
    const value = builtValue(built, field);
    const group = groupOf(scalarWords(value) ?? absent);
    const name = markup.text(built.root.name);
    if (!group.places.includes(name)) group.places.push(name);
    const origins = value?.kind === 'scalar' ? value.origins : [];
    const span = written && shift(written.span, field.object.start);
    for (const origin of origins) {
      const isOwn = origin.path === plainPath(entry.uri) && span && isSameSpan(origin.span, span);
      const uri = urisByPath(files).get(origin.path);
      const view = isOwn || uri === undefined ? undefined : files.view(uri);
      if (view) group.lines.add(code(shownLineAt(view, origin.span.start, files)));
    }
  }
  // A field that only builds add is explained by what adds it.
  if (groups.size < 2 || (own === undefined && groups.size === 2)) return undefined;
  const words = [...groups].map(([text, { places, lines }]) => {
    const value = text === absent ? absent : code(shownLine(text));
    const from = lines.size > 0 && lines.size <= mostPlaces ? ` (from ${listed([...lines])})` : '';
    return `${value} in ${listed(shortened(places))}${from}`;
  });
  return `Built: ${words.join(', ')}.`;
}

const mostPlaces = 4;

function shortened(places: readonly string[]): readonly string[] {
  const rest = places.length - mostPlaces;
  return rest > 1 ? [...places.slice(0, mostPlaces), counted(rest, 'more root')] : places;
}
