/** Reports an object that is defined twice, in one file or in the files of one kustomization. */
import { byPlace, type IndexedObject, type Identity } from '../analysis/workspace/indexed-object.ts';
import { folderOf, isBuiltUri, plainPath } from '../analysis/workspace/placement.ts';
import { keys, kindKey } from '../analysis/workspace/index-keys.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { defineRule } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';
import { memo } from '../text/memo.ts';
import { quote } from '../text/quote.ts';
import type { TerraformFacts } from '../tree/document.ts';
import { isOpen } from '../tree/value.ts';

export const duplicateResource = defineRule({
  code: 'duplicate-resource',
  summary: 'Files that are applied together should define an object only once.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Endpoints', 'Service', 'EndpointSlice'] },
  check(resource, { report, binding, around, document }) {
    const { facts } = around.entry;
    if (resource.isPartial || resource.isUncertain || isOpen(binding.root.value) || document.issues.length > 0) return;
    const first = facts.name.isKnown && facts.name.text !== '' ? firstTwin(around) : undefined;
    // A template may render only one of the two.
    if (!first || /\{\{|\{%/.test(document.text)) return;
    const name = `${resource.type} ${quote(facts.name.text)}`;
    const message =
      resource.form === 'pulumi'
        ? `This program creates the ${name} twice, and the second time it already exists. Remove one of them, or use a patch.`
        : resource.terraform
          ? `This ${document.plan ? 'plan' : 'module'} defines the ${name} twice, and ${effectOf(resource.terraform)}. Remove one of them.`
          : `The ${name} is defined twice. kubectl applies both, and the last one wins; kustomize rejects both. Remove one of them, or merge them.`;
    report(objectPlace(binding, resource), message, {
      related: [{ entry: first, path: [], message: 'The object is first defined here.' }],
    });
  },
});

/** Blocks are created, and only manifests are applied. */
function effectOf({ isManifest }: TerraformFacts): string {
  return isManifest ? 'each apply overwrites the other one' : 'the second create fails, because it already exists';
}

/** The first object with the identity of this one, if that is not the object itself. */
function firstTwin({ entry, at }: RelatedObjects): IndexedObject | undefined {
  const kind = kindKey(entry.facts.kind, entry.facts.group);
  const firsts = entry.identities.flatMap((identity) => {
    const known = firstsOf(at(keys.named(kind, identity.namespace, identity.name)));
    return twinKeysOf(entry, identity).flatMap((key) => known.get(key) ?? []);
  });
  return firsts.filter((each) => byPlace(each, entry) < 0).sort(byPlace)[0];
}

const firstsOf = memo((entries: readonly IndexedObject[]): ReadonlyMap<string, IndexedObject> => {
  const firsts = new Map<string, IndexedObject>();
  for (const entry of entries.filter(({ facts }) => !facts.isUncertain && facts.condition === undefined)) {
    for (const key of entry.identities.flatMap((identity) => twinKeysOf(entry, identity))) {
      const known = firsts.get(key);
      if (!known || byPlace(entry, known) < 0) firsts.set(key, entry);
    }
  }
  return firsts;
});

/** Two objects with a key in common are one object for kubectl, a program or a kustomization. */
function twinKeysOf(
  { uri, facts: { form, provider, isPlanned } }: IndexedObject,
  { namespace, name, set, isClosed }: Identity,
): readonly string[] {
  if (set === '') return [];
  // A kustomization that is delivered twice is built twice.
  const key = JSON.stringify([namespace, name, isBuiltUri(uri) ? uri : set, form, provider]);
  // The files of a folder are one module of Terraform. A plan or a state beside them has the same objects.
  if (form === 'terraform') return [`${isPlanned ? uri : folderOf(plainPath(uri))} ${key}`];
  // A folder may hold the same object for several clusters, or before and after a change. A kustomization includes all its files.
  return isClosed && set.startsWith('kustomization ') ? [key, `${uri} ${key}`] : [`${uri} ${key}`];
}
