/** Words for roots in the messages of rules on builds, and what these rules ask about built objects. */
import { memo } from '../text/memo.ts';
import { counted, listed } from '../text/quote.ts';
import type { Build, BuiltObject, BuiltValue, Origin } from '../tree/built.ts';
import type { Path } from '../tree/path.ts';
import type { BuildEvent } from './build-events.ts';

/** More names than these are counted. */
const mostNames = 3;

/** `overlays/prod`; `a, b, c and 2 more roots`. */
export function rootNames(roots: readonly string[]): string {
  const names = roots.map((name) => (name === '.' || name === '' ? 'the top folder' : name));
  const shown = names.length > mostNames + 1 ? names.slice(0, mostNames) : names;
  return listed(shown === names ? names : [...shown, counted(names.length - mostNames, 'more root')]);
}

/** The message of a failure, in the words that follow the name of the root. */
export function rejection(event: Pick<BuildEvent, 'roots'>, message: string): string {
  const problem = message
    .replace(/, so kustomize rejects it(?: here)?\./, '.')
    .replace(/^[A-Z](?=[a-z]* )/, (first) => first.toLowerCase());
  return `kustomize rejects ${rootNames(event.roots)}: ${problem}`;
}

/** A value of a built object. */
export interface ValuePlace {
  readonly object: BuiltObject;
  readonly path: Path;
}

/** The values of the built objects that this text went into. */
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

/** The value at a path of a built object. */
export function builtValueAt(value: BuiltValue | undefined, path: Path): BuiltValue | undefined {
  return path.reduce<BuiltValue | undefined>((at, step) => {
    if (at?.kind === 'mapping') return at.entries.find(({ name }) => name === step)?.value;
    return at?.kind === 'sequence' && typeof step === 'number' ? at.items[step] : undefined;
  }, value);
}

/** The string at a path of a built object. */
export function builtTextAt(object: BuiltObject, path: Path): string | undefined {
  const found = builtValueAt(object.root, path);
  return found?.kind === 'scalar' && typeof found.value === 'string' ? found.value : undefined;
}
