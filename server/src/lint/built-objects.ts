/** Finds values in built objects for rules on builds: by their path, and by the text that they come from. */
import { memo } from '../text/memo.ts';
import type { Build, BuiltObject, BuiltValue, Origin } from '../tree/built.ts';
import type { Path } from '../tree/path.ts';

/** A value of a built object. */
export interface ValuePlace {
  readonly object: BuiltObject;
  readonly path: Path;
}

/** The values of the built objects that the text at the origin went into; empty for a text that went into none. */
export function placesFrom(build: Build, at: Origin): readonly ValuePlace[] {
  return placesIn(build).get(originKey(at)) ?? [];
}

const placesIn = memo(({ objects }: Build): ReadonlyMap<string, readonly ValuePlace[]> => {
  const found = new Map<string, ValuePlace[]>();
  for (const object of objects) collect(object, object.root, [], found);
  return found;
});

function collect(object: BuiltObject, value: BuiltValue, path: Path, found: Map<string, ValuePlace[]>): void {
  switch (value.kind) {
    case 'scalar':
      for (const key of new Set(value.origins.map(originKey)))
        found.set(key, [...(found.get(key) ?? []), { object, path }]);
      return;
    case 'sequence':
      for (const [i, item] of value.items.entries()) collect(object, item, [...path, i], found);
      return;
    case 'mapping':
      for (const { name, value: member } of value.entries) collect(object, member, [...path, name], found);
  }
}

function originKey({ path, span }: Origin): string {
  return `${span.start} ${span.end} ${path}`;
}

/** The value at a path of a built value; undefined where a part of the path is missing. */
export function builtValueAt(value: BuiltValue | undefined, path: Path): BuiltValue | undefined {
  return path.reduce<BuiltValue | undefined>((at, step) => {
    if (at?.kind === 'mapping') return at.entries.find(({ name }) => name === step)?.value;
    return at?.kind === 'sequence' && typeof step === 'number' ? at.items[step] : undefined;
  }, value);
}

/** The string at a path of a built object; undefined where there is no string. */
export function builtTextAt(object: BuiltObject, path: Path): string | undefined {
  const found = builtValueAt(object.root, path);
  return found?.kind === 'scalar' && typeof found.value === 'string' ? found.value : undefined;
}
