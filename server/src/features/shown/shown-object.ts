/** Finds the object of a shown document again by what it is called, and records what its text depends on. */
import { aroundsIn } from '../../analysis/workspace/places.ts';
import type { Answers, RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
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
  readonly keys: ReadonlySet<string>;
  /** The files whose lines the text refers to. */
  readonly uris: ReadonlySet<string>;
}

/** The text is drawn with a view of the file and the objects around the subject. `uris` collects the files that it names. */
export type DrawText = (around: RelatedObjects, context: ShownContext) => string;

export interface ShownContext {
  readonly view: View;
  readonly files: Files;
  readonly uris: Set<string>;
}

/** Draws the text of a subject; one line that says so where the file no longer has the object. */
export function shownTextOf({ uri, signature, place }: ShownSubject, files: Files, draw: DrawText): ShownText {
  const view = files.view(uri);
  const answers: Answers = new Map();
  const arounds = view ? aroundsIn(view, files.workspace, answers) : [];
  const around = arounds.filter(({ entry }) => signatureOf(entry) === signature)[place];
  const uris = new Set([uri]);
  const text =
    view && around
      ? draw(around, { view, files, uris })
      : commented([`${shownFile(uri, files)} no longer contains this object.`]);
  return { text, keys: new Set(answers.keys()), uris };
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
