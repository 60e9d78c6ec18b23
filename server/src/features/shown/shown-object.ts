/** Finds the object of a shown document again by what it is called, and records what its text depends on. */
import { aroundsIn } from '../../analysis/workspace/places.ts';
import type { Answers, RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { withNotes, type NotedLine } from '../../edits/annotated.ts';
import type { Position } from 'vscode-languageserver-types';
import { positionOf } from '../lsp.ts';
import { shownFile } from '../navigation/object-words.ts';
import type { Files, View } from '../view.ts';
import { commented } from './comment-lines.ts';

/** Identifies an object by its name, so that it is found again after the text around it changes. */
export interface ShownSubject {
  /** `apply`: after all applies. `slices`: what the mirroring controller makes of it. `built`: what overlays build of it. */
  readonly what: 'apply' | 'slices' | 'built';
  readonly uri: string;
  /** Equal for objects of the same kind, namespace and name. */
  readonly signature: string;
  /** The index among the objects of the file with this signature. */
  readonly place: number;
}

export interface ShownText {
  readonly text: string;
  /** What is said of lines, which count from 0, where the text itself does not say it. */
  readonly notes: ReadonlyMap<number, string>;
  /** The places that the text and the notes name, by the words for them. */
  readonly places: ReadonlyMap<string, ShownPlace>;
  readonly keys: ReadonlySet<string>;
  /** The files whose lines the text refers to. */
  readonly uris: ReadonlySet<string>;
}

export interface ShownPlace {
  readonly uri: string;
  readonly position: Position;
}

/** Lines of text as they are, or a manifest with a note for some of its lines. */
export type ShownPart = string | readonly NotedLine[];

/** The text is drawn with a view of the file and the objects around the subject. `uris` collects the files that it names. */
export type DrawText = (around: RelatedObjects, context: ShownContext) => readonly ShownPart[];

export interface ShownContext {
  readonly view: View;
  readonly files: Files;
  readonly uris: Set<string>;
  /** `shop/main.yaml:12`, for an offset of the file (UTF-16 units); the document links it. */
  readonly lineAt: (view: View, offset: number) => string;
}

/**
 * Draws the text of a subject; one line that says so where the file no longer has the object. With `hasHints`, the notes
 * are not in the text.
 */
export function shownTextOf(
  { uri, signature, place }: ShownSubject,
  files: Files,
  { draw, hasHints }: { readonly draw: DrawText; readonly hasHints: boolean },
): ShownText {
  const view = files.view(uri);
  const answers: Answers = new Map();
  const arounds = view ? aroundsIn(view, files.workspace, answers) : [];
  const around = arounds.filter(({ entry }) => signatureOf(entry) === signature)[place];
  const uris = new Set([uri]);
  const places = new Map<string, ShownPlace>();
  const lineAt: ShownContext['lineAt'] = (at, offset) => {
    const words = shownLineAt(at, offset, files);
    places.set(words, { uri: at.uri, position: positionOf(at.located, offset) });
    return words;
  };
  const parts =
    view && around
      ? draw(around, { view, files, uris, lineAt })
      : [commented([`${shownFile(uri, files)} no longer contains this object.`])];
  return { ...written(parts, hasHints), places, keys: new Set(answers.keys()), uris };
}

/** A document of comments. */
export function commentText(lines: readonly string[]): ShownText {
  return { text: commented(lines), notes: new Map(), places: new Map(), keys: new Set(), uris: new Set() };
}

function written(parts: readonly ShownPart[], hasHints: boolean): Pick<ShownText, 'text' | 'notes'> {
  const notes = new Map<number, string>();
  const texts: string[] = [];
  let line = 0;
  for (const part of parts) {
    const isPlain = typeof part === 'string';
    const text = isPlain ? part : hasHints ? part.map((each) => `${each.text}\n`).join('') : withNotes(part);
    texts.push(text);
    if (!isPlain && hasHints)
      for (const [i, { note }] of part.entries()) if (note !== undefined) notes.set(line + i, note);
    line += text.split('\n').length - 1;
  }
  return { text: texts.join(''), notes };
}

/** The subject for the object with this ordinal in its file; undefined where there is none. */
export function shownSubjectOf(
  { uri }: View,
  entries: readonly IndexedObject[],
  { ordinal, what }: { readonly ordinal: number; readonly what: ShownSubject['what'] },
): ShownSubject | undefined {
  const entry = entries[ordinal];
  if (!entry) return undefined;
  const signature = signatureOf(entry);
  const place = entries.slice(0, ordinal).filter((each) => signatureOf(each) === signature).length;
  return { what, uri, signature, place };
}

function signatureOf({ facts: { kind, name, namespace, applied } }: IndexedObject): string {
  return [kind, namespace?.text ?? '', name.text, applied?.component ?? '', applied?.logicalName ?? ''].join('\n');
}

/** `shop/main.yaml:12`, for an offset of the file (UTF-16 units). */
export function shownLineAt({ uri, located }: View, offset: number, files: Files): string {
  return `${shownFile(uri, files)}:${positionOf(located, offset).line + 1}`;
}
