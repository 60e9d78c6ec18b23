/** The object of a shown document, which is found again by what it is called, and the parts of its text. */
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { NotedLine } from '../../edits/annotated.ts';
import type { Position } from 'vscode-languageserver-types';
import { positionOf } from '../lsp.ts';
import { shownFile } from '../navigation/object-words.ts';
import type { Files, View } from '../view.ts';

/** Identifies an object by its name, so that it is found again after the text around it changes. */
export interface ShownSubject {
  /** `apply`: after all applies. `slices`: what the mirroring controller makes of it. `built`: what overlays build of it. `traffic`: that of its Service. */
  readonly what: 'apply' | 'slices' | 'built' | 'traffic';
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

/** Equal for objects of the same kind, namespace and name. */
export function signatureOf({ facts: { kind, name, namespace, applied } }: IndexedObject): string {
  return [kind, namespace?.text ?? '', name.text, applied?.component ?? '', applied?.logicalName ?? ''].join('\n');
}

/** `shop/main.yaml:12`, for an offset of the file (UTF-16 units). */
export function shownLineAt({ uri, located }: View, offset: number, files: Files): string {
  return `${shownFile(uri, files)}:${positionOf(located, offset).line + 1}`;
}
