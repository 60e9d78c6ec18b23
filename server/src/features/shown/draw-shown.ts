/** Draws the text of a shown document: its parts, its notes and the places that it names. Loaded with the first document. */
import { aroundsIn } from '../../analysis/workspace/places.ts';
import type { Answers } from '../../analysis/workspace/file-around.ts';
import { withNotes } from '../../edits/annotated.ts';
import { positionOf } from '../lsp.ts';
import { shownFile } from '../navigation/object-words.ts';
import type { Files } from '../view.ts';
import { commented } from './comment-lines.ts';
import {
  shownLineAt,
  signatureOf,
  type DrawText,
  type ShownContext,
  type ShownPart,
  type ShownPlace,
  type ShownSubject,
  type ShownText,
} from './shown-object.ts';

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
