/** Links and inlay hints of a shown document: its places open the files, and its notes follow the lines. */
import type { DocumentLink, InlayHint, InlayHintLabelPart } from 'vscode-languageserver-types';
import type { Span } from '../../text/span.ts';
import { positionOf, rangeOf, type Located } from '../lsp.ts';
import type { ShownPlace, ShownText } from './shown-object.ts';

/** The places in the text, in order. */
export function shownLinks({ places }: ShownText, located: Located): DocumentLink[] {
  return placesIn(located.text, places).map(({ span, place: { uri, position } }) => ({
    range: rangeOf(located, span),
    target: `${uri}#L${position.line + 1},${position.character + 1}`,
  }));
}

/**
 * The notes at the ends of their lines, without the words that a line around them has. The tooltip is the whole note,
 * because an editor may shorten a label.
 */
export function shownHints({ text, notes, places }: ShownText, located: Located): InlayHint[] {
  const around: { readonly column: number; readonly words: ReadonlySet<string> }[] = [];
  return text.split('\n').flatMap((line, i) => {
    const column = /^(?: |- )*/.exec(line)?.[0].length ?? 0;
    while ((around.at(-1)?.column ?? -1) >= column) around.pop();
    const note = notes.get(i);
    if (note === undefined) return [];
    const outer = around.at(-1)?.words ?? new Set();
    const words = note.split(/[,;] /);
    const own = words.filter((word) => !outer.has(word));
    around.push({ column, words: new Set([...outer, ...words]) });
    if (own.length === 0) return [];
    const position = positionOf(located, (located.starts[i] ?? 0) + line.length);
    const label = labelParts(own.length < words.length ? own.join(', ') : note, places);
    return [{ position, label, tooltip: note, paddingLeft: true }];
  });
}

/** A part with a location opens it. */
function labelParts(note: string, places: ShownText['places']): InlayHintLabelPart[] {
  const parts: InlayHintLabelPart[] = [];
  let at = 0;
  for (const { span, place } of placesIn(note, places)) {
    if (span.start > at) parts.push({ value: note.slice(at, span.start) });
    const range = { start: place.position, end: place.position };
    parts.push({ value: note.slice(span.start, span.end), location: { uri: place.uri, range } });
    at = span.end;
  }
  return at < note.length ? [...parts, { value: note.slice(at) }] : parts;
}

/**
 * The first line, from 0, that names that line of a file, in its text or its note; else the nearest line before it.
 * Undefined where the document names none.
 */
export function lineOfPlace(
  { text, notes, places }: ShownText,
  { uri, line }: { readonly uri: string; readonly line: number },
): number | undefined {
  const all = text
    .split('\n')
    .flatMap((each, i) => placesIn(`${each} ${notes.get(i) ?? ''}`, places).map(({ place }) => ({ i, place })));
  const before = all.filter(({ place }) => place.uri === uri && place.position.line <= line);
  const nearest = Math.max(...before.map(({ place }) => place.position.line));
  return before.find(({ place }) => place.position.line === nearest)?.i;
}

interface NamedSpan {
  readonly span: Span;
  readonly place: ShownPlace;
}

/** A file name with a blank may be on two lines, and is no link. */
function placesIn(text: string, places: ShownText['places']): readonly NamedSpan[] {
  return [...text.matchAll(/[^\s("]+:\d+/g)].flatMap(({ 0: words, index }) => {
    const place = places.get(words);
    return place ? [{ span: { start: index, end: index + words.length }, place }] : [];
  });
}
