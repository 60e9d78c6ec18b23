/** Writes what `buildMetadata` asks for: where an object comes from, what changed it, and a label of kustomize. */
import type { BuiltMapping, BuiltScalar, BuiltValue } from '../tree/built.ts';
import {
  builtScalar,
  entryAt,
  originOf,
  builtScalarText,
  builtText,
  withBuiltEntry,
  type BuildObject,
} from './object.ts';

/** `root` is the folder that is built. */
export function addBuildMetadata(
  objects: readonly BuildObject[],
  options: readonly BuiltScalar[],
  root: string,
): readonly BuildObject[] {
  return options.reduce((described, option) => {
    switch (builtScalarText(option)) {
      case 'originAnnotations':
        return described.map((object) =>
          withText(object, 'annotations', 'config.kubernetes.io/origin', originOfObject(object, root), option),
        );
      case 'transformerAnnotations':
        return described.map((object) => withSteps(object, option, root));
      case 'managedByLabel':
        return described.map((object) =>
          withText(object, 'labels', 'app.kubernetes.io/managed-by', 'kustomize-(devel)', option),
        );
      default:
        return described;
    }
  }, objects);
}

/** A generated object names its generator. */
function originOfObject(object: BuildObject, root: string): string {
  const path = relativePath(object.path, root);
  if (object.needsHash === undefined) return `path: ${path}\n`;
  const kind = `${builtText(object.root, ['kind'])}Generator`;
  return `configuredIn: ${path}\nconfiguredBy:\n  apiVersion: builtin\n  kind: ${kind}\n`;
}

function withSteps(object: BuildObject, option: BuiltScalar, root: string): BuildObject {
  const steps = (object.steps ?? []).map(
    ({ path, kind }) =>
      `- configuredIn: ${relativePath(path, root)}\n  configuredBy:\n    apiVersion: builtin\n    kind: ${kind}\n`,
  );
  return steps.length === 0
    ? object
    : withText(object, 'annotations', 'alpha.config.kubernetes.io/transformations', steps.join(''), option);
}

function withText(object: BuildObject, field: string, name: string, text: string, option: BuiltScalar): BuildObject {
  const at = originOf(option);
  const child = (value: BuiltValue | undefined): BuiltMapping =>
    value?.kind === 'mapping' ? value : { kind: 'mapping', entries: [], origin: at };
  const metadata = child(entryAt(object.root, 'metadata')?.value);
  const texts = withBuiltEntry(child(entryAt(metadata, field)?.value), { name, key: at, value: builtScalar(text, at) });
  const changed = withBuiltEntry(metadata, { name: field, key: entryAt(metadata, field)?.key ?? at, value: texts });
  return {
    ...object,
    root: withBuiltEntry(object.root, {
      name: 'metadata',
      key: entryAt(object.root, 'metadata')?.key ?? at,
      value: changed,
    }),
  };
}

/** The path of a file as seen from a folder. */
function relativePath(path: string, folder: string): string {
  const [from, to] = [folder, path].map((each) => each.split('/').filter((part) => part !== '' && part !== '.'));
  const common = (from ?? []).findIndex((part, i) => part !== to?.[i]);
  const shared = common < 0 ? (from ?? []).length : common;
  return [...(from ?? []).slice(shared).map(() => '..'), ...(to ?? []).slice(shared)].join('/');
}
