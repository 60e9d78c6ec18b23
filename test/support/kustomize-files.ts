/** Files in memory as the engine of kustomizations reads them, and its results as plain data. */
import { Builder } from '../../server/src/kustomize/build.ts';
import type {
  Build,
  BuildFiles,
  BuildOverrides,
  BuiltObject,
  BuiltScalar,
  BuiltValue,
  Origin,
} from '../../server/src/tree/built.ts';

export type TextFiles = Readonly<Record<string, string>>;

/** `unread` are paths that may be there. */
export function buildFilesOf(files: TextFiles, unread: readonly string[] = []): BuildFiles {
  const folders = new Set(['.']);
  for (const path of Object.keys(files)) {
    const parts = path.split('/');
    for (const i of parts.keys()) if (i > 0) folders.add(parts.slice(0, i).join('/'));
  }
  return {
    read: (path) => files[path],
    kindOf: (path) => {
      if (unread.includes(path)) return 'unread';
      if (files[path] !== undefined) return 'file';
      return folders.has(path) ? 'folder' : 'missing';
    },
  };
}

export function buildTexts(files: TextFiles, folder = '.', overrides?: BuildOverrides): Build {
  return new Builder(buildFilesOf(files)).build(folder, overrides);
}

/** The value without its places. */
export function plainValue(value: BuiltValue): unknown {
  if (value.kind === 'scalar') return typeof value.value === 'bigint' ? Number(value.value) : value.value;
  if (value.kind === 'sequence') return value.items.map(plainValue);
  return Object.fromEntries(value.entries.map((entry) => [entry.name, plainValue(entry.value)]));
}

export function leavesOf(value: BuiltValue): readonly BuiltScalar[] {
  if (value.kind === 'scalar') return [value];
  return (value.kind === 'sequence' ? value.items : value.entries.map((entry) => entry.value)).flatMap(leavesOf);
}

export function objectNamed(build: Build, kind: string): BuiltObject | undefined {
  return build.objects.find((object) => object.kind === kind);
}

/** The written text of a place, after its file: `base/db.yaml: 10.0.0.1`. */
export function textOfOrigin(origin: Origin, files: TextFiles): string {
  return `${origin.path}: ${(files[origin.path] ?? '').slice(origin.span.start, origin.span.end)}`;
}
