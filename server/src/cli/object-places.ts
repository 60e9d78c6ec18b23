/** Finds the lines and columns of objects and fields. */
import type { Steps } from '../analysis/apply/field-set.ts';
import { pathOfField } from '../analysis/apply/owners.ts';
import type { Participant } from '../analysis/apply/gathering.ts';
import { objectsIn, type PlacedObject } from '../analysis/workspace/places.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { withoutControls } from '../text/quote.ts';
import { shift, type Span } from '../text/span.ts';
import type { SourceFile } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { entryOf, type Value } from '../tree/value.ts';
import { positionAtOffset } from '../reports/locate.ts';
import type { FilePlace } from '../reports/report.ts';
import type { Input } from './inputs/inputs.ts';
import type { Sources } from './sources.ts';

export class Places {
  readonly #sources: readonly Sources[];
  readonly #inputs: ReadonlyMap<string, Input>;

  constructor(sources: readonly Sources[]) {
    this.#sources = sources;
    this.#inputs = new Map(sources.flatMap((each) => each.all().map(({ uri, input }) => [uri, input])));
  }

  object({ uri, ordinal }: IndexedObject): PlacedObject {
    const found = objectsIn(this.#file(uri))[ordinal];
    if (!found) throw new Error(`${uri} has no object ${ordinal}.`);
    return found;
  }

  /** A place in the document of the object; without a span, the place of its kind. */
  of(entry: IndexedObject, span?: Span): FilePlace {
    const { uri } = entry;
    const { resource, start } = this.object(entry);
    const at = shift(span ?? resource.head, start);
    const input = this.#inputs.get(uri);
    return input?.built?.placeOf(at) ?? { name: input?.name ?? uri, ...positionAtOffset(this.#file(uri), at.start) };
  }

  /** The place of a field or an item; if it is missing, of the nearest one around it. */
  at(entry: IndexedObject, path: Path): FilePlace {
    const { resource } = this.object(entry);
    return this.of(entry, spansOf(resource.properties, path).at(-1));
  }

  isWritten(entry: IndexedObject, path: Path): boolean {
    const { resource } = this.object(entry);
    return spansOf(resource.properties, path).length === path.length;
  }

  field({ entry, applied }: Participant, steps: Steps, minor: number): FilePlace {
    return this.at(entry, pathOfField(applied.config, steps, minor) ?? []);
  }

  #file(uri: string): SourceFile {
    for (const sources of this.#sources) {
      const file = sources.treeOf(uri);
      if (file) return file;
    }
    throw new Error(`${uri} was not read.`);
  }
}

export function placeJson({ name, line, column }: FilePlace): object {
  return { file: name, line, column };
}

/** `main.yaml:3:7`. */
export function placeText({ name, line, column }: FilePlace): string {
  return `${withoutControls(name)}:${line}:${column}`;
}

/** The spans of the keys and items on the path, as far as they exist. */
function spansOf(root: Value, path: Path): readonly Span[] {
  let value: Value = root;
  const spans: Span[] = [];
  for (const step of path) {
    const entry = value.kind === 'mapping' ? entryOf(value, String(step)) : undefined;
    const next: Value | undefined = entry?.value ?? (value.kind === 'sequence' ? value.items[Number(step)] : undefined);
    if (!next) return spans;
    spans.push(entry?.key ?? next.span);
    value = next;
  }
  return spans;
}
