/** Finds what the builds of kustomizations make of a value that a file writes. */
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { plainPath } from '../../analysis/workspace/placement.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { entryAt } from '../../kustomize/object.ts';
import { contains, shift, type Span } from '../../text/span.ts';
import type { BuiltObject, BuiltScalar, BuiltValue } from '../../tree/built.ts';
import type { Path } from '../../tree/path.ts';
import { stringOf, valueAtPath, valueOf, type Value } from '../../tree/value.ts';
import { locateObject } from '../navigation/named-places.ts';
import { objectAt, type CursorPlace } from '../navigation/object-at-cursor.ts';
import { isBuiltFrom, isWholeObject, type ObjectInRoot } from '../shown/built-target.ts';
import { writtenNodesAt } from '../written-values.ts';
import type { Files } from '../view.ts';
import { urisByPath } from './kustomized-objects.ts';

/** A scalar of an object that a file writes as a whole. */
export interface WrittenField {
  readonly entry: IndexedObject;
  readonly object: PlacedObject;
  readonly path: Path;
}

/** The scalar at the cursor; or, in a patch or a kustomization, the scalars of objects that it goes into. */
export function writtenFieldsAt(at: CursorPlace): readonly WrittenField[] {
  const own = objectAt(at);
  if (own && isWholeObject(own.entry)) {
    const node = writtenNodesAt(own.object.binding, at.offset - own.object.start).at(-1);
    return node?.value.kind === 'scalar' ? [{ entry: own.entry, object: own.object, path: node.path }] : [];
  }
  return targetsOf(at);
}

/** A text that goes into more values than these, such as a prefix, is not explained value by value. */
const mostTargets = 3;

function targetsOf({ view, offset, files }: CursorPlace): readonly WrittenField[] {
  const path = plainPath(view.uri);
  const found = new Map<string, WrittenField>();
  for (const { build } of files.rootsOf(view.uri)) {
    for (const object of build.objects) {
      for (const field of scalarsIn(object.root, [])) {
        const isFrom = field.value.origins.some(
          (origin) => origin.path === path && origin.span.start <= offset && offset <= origin.span.end,
        );
        const written = isFrom ? writtenObject(object, files) : undefined;
        if (!written) continue;
        found.set(JSON.stringify([object.path, object.kind, object.written, field.path]), {
          ...written,
          path: field.path,
        });
        if (found.size > mostTargets) return [];
      }
    }
  }
  return [...found.values()];
}

function* scalarsIn(value: BuiltValue, path: Path): Generator<{ readonly value: BuiltScalar; readonly path: Path }> {
  if (value.kind === 'scalar') yield { value, path };
  else if (value.kind === 'mapping')
    for (const { name, value: inner } of value.entries) yield* scalarsIn(inner, [...path, name]);
  else for (const [i, item] of value.items.entries()) yield* scalarsIn(item, [...path, i]);
}

/** The object in the file that adds it; undefined where the file is not in sight. */
function writtenObject(object: BuiltObject, files: Files): Pick<WrittenField, 'entry' | 'object'> | undefined {
  const uri = urisByPath(files).get(object.path);
  const entry = files.workspace.entriesIn(uri ?? '').find((each) => isBuiltFrom(object, each));
  const placed = entry && locateObject(entry, files)?.object;
  return placed && { entry, object: placed };
}

/** The value of a field in a built object; undefined where it is gone. Items are found again by what they come from. */
export function builtValue(
  { object: built }: ObjectInRoot,
  { entry, object, path }: WrittenField,
): BuiltValue | undefined {
  const file = plainPath(entry.uri);
  let at: BuiltValue | undefined = built.root;
  let written: Value | undefined = object.resource.properties;
  for (const step of path) {
    if (typeof step === 'string') {
      at = entryAt(at, step)?.value;
      written = written?.kind === 'mapping' ? valueOf(written, step) : undefined;
      continue;
    }
    written = written?.kind === 'sequence' ? written.items[step] : undefined;
    const items: readonly BuiltValue[] = at?.kind === 'sequence' ? at.items : [];
    const span = written && shift(written.span, object.start);
    at = (span && items.find((item) => comesFrom(item, file, span))) ?? items[step];
  }
  return at;
}

/** True where a part of the value is written in the span of the file. */
function comesFrom(value: BuiltValue, path: string, span: Span): boolean {
  if (value.kind === 'scalar')
    return value.origins.some((origin) => origin.path === path && contains(span, origin.span));
  if (value.kind === 'sequence') return value.items.some((item) => comesFrom(item, path, span));
  return value.entries.some((each) => comesFrom(each.value, path, span));
}

/** The value of the field in its file; undefined where it is not written there. */
export function writtenValue({ object, path }: WrittenField): Value | undefined {
  return valueAtPath(object.resource.properties, path);
}

/** A scalar as a reader compares it: without its quotes. */
export function scalarWords(value: Value | BuiltValue | undefined): string | undefined {
  if (value?.kind !== 'scalar') return undefined;
  return 'text' in value ? (stringOf(value) ?? value.text) : String(value.value);
}
