/** The errors of merge patches that do not mean exactly one object. */
import { quote } from '../text/quote.ts';
import type { NamedObject, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { builtAt, builtText, idOf, originOf, type BuildObject } from './object.ts';

export function unmatchedPatch(patch: BuildObject, objects: readonly BuildObject[]): BuildError {
  const message = `This patch meets no object: the build has no ${described(patch)}. Correct the name, or add a target.`;
  const details = { named: namedObject(patch), objects: objects.map(namedObject) };
  return new BuildError('unmatched-patch', message, namePlace(patch), details);
}

/** `objects` are those that it meets. */
export function ambiguousPatch(patch: BuildObject, objects: readonly BuildObject[]): BuildError {
  const message = `This patch meets ${objects.length} objects: all of them are or were ${described(patch)}. Write the name of one, or a target.`;
  const details = { named: namedObject(patch), objects: objects.map(namedObject) };
  return new BuildError('ambiguous-patch', message, namePlace(patch), details);
}

/** For a patch that repeats the namespace of its own kustomization. */
export function ownNamespace(patch: BuildObject): BuildError {
  const { kind, name, namespace } = idOf(patch);
  const message = `No ${kind} ${quote(name)} has the namespace ${quote(namespace)} yet: this kustomization sets it after its patches. Remove it here.`;
  return new BuildError(
    'patch-namespace',
    message,
    originOf(builtAt(patch.root, ['metadata', 'namespace']) ?? patch.root),
  );
}

function described(object: BuildObject): string {
  const { kind, name, namespace } = idOf(object);
  const where = namespace === '' ? 'without a namespace' : `in the namespace ${quote(namespace)}`;
  return `${kind} ${quote(name)} of ${quote(builtText(object.root, ['apiVersion']))} ${where}`;
}

function namedObject(object: BuildObject): NamedObject {
  const { kind, name, namespace } = idOf(object);
  return { apiVersion: builtText(object.root, ['apiVersion']), kind, name, namespace, at: namePlace(object) };
}

/** The name of a patch or an object. */
export function namePlace({ root }: BuildObject): Origin {
  return originOf(builtAt(root, ['metadata', 'name']) ?? root);
}
