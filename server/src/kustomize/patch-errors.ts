/** The errors of merge patches that do not mean exactly one object. */
import { quote } from '../text/quote.ts';
import type { NamedObject, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { effectiveNamespace } from './identity.ts';
import { builtAt, builtText, idOf, originOf, type BuildObject, type ObjectId } from './object.ts';

/** Names the object that comes near: one in another namespace or of another version. */
export function unmatchedPatchError(patch: BuildObject, objects: readonly BuildObject[]): BuildError {
  const id = idOf(patch);
  const namesakes = objects.map(idOf).filter(({ kind, name }) => kind === id.kind && name === id.name);
  const here = namesakes.find((each) => effectiveNamespace(each) === effectiveNamespace(id));
  const [elsewhere] = namesakes;
  const what = `${id.kind} ${quote(id.name)}`;
  let problem = `the build has no ${what}${spaceOf(id.namespace)}. Correct the name, or add a target.`;
  if (here) problem = `${what} has the apiVersion ${quote(versionOf(here))}. Write it here, or add a target.`;
  else if (elsewhere && elsewhere.namespace === '')
    problem = `${what} has no namespace. Remove it here, or add a target.`;
  else if (elsewhere) problem = `${what} is${spaceOf(elsewhere.namespace)}. Write it here, or add a target.`;
  const details = { named: namedObject(patch), objects: objects.map(namedObject) };
  return new BuildError('unmatched-patch', `This patch matches no object: ${problem}`, namePlace(patch), details);
}

function spaceOf(namespace: string): string {
  return namespace === '' ? '' : ` in the namespace ${quote(namespace)}`;
}

function versionOf({ group, version }: ObjectId): string {
  return group === '' ? version : `${group}/${version}`;
}

/** `objects` are those that it matches. */
export function ambiguousPatchError(patch: BuildObject, objects: readonly BuildObject[]): BuildError {
  const { kind, name, namespace } = idOf(patch);
  const message = `This patch matches ${objects.length} objects: all are or were ${kind} ${quote(name)}${spaceOf(namespace)}. Write the name of one, or a target.`;
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

function namedObject(object: BuildObject): NamedObject {
  const { kind, name, namespace } = idOf(object);
  return { apiVersion: builtText(object.root, ['apiVersion']), kind, name, namespace, at: namePlace(object) };
}

/** The name of a patch or an object. */
export function namePlace({ root }: BuildObject): Origin {
  return originOf(builtAt(root, ['metadata', 'name']) ?? root);
}
