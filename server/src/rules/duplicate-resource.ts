/** Reports an object that is defined twice, in one file or in the files of one kustomization. */
import { byPlace, type IndexedObject, type Identity } from '../analysis/workspace/indexed-object.ts';
import { keys, kindKey } from '../analysis/workspace/index-keys.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import { isOpen } from '../tree/value.ts';

export const duplicateResource = defineRule({
  code: 'duplicate-resource',
  summary: 'Files that are applied together should define an object only once.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Endpoints', 'Service', 'EndpointSlice'] },
  check(resource, { report, binding, around, document }) {
    const { facts } = around.entry;
    if (resource.isPartial || isOpen(binding.root.value) || document.issues.length > 0) return;
    const first = facts.name.isKnown && facts.name.text !== '' ? firstTwin(around) : undefined;
    // A template may render only one of the two.
    if (!first || /\{\{|\{%/.test(document.text)) return;
    const name = `${resource.type} ${quote(facts.name.text)}`;
    const message =
      resource.form === 'pulumi'
        ? `This program creates the ${name} twice, and the second time it already exists. Remove one of them, or use a patch.`
        : `The ${name} is defined twice. kubectl applies both, and the last one wins; kustomize rejects both. Remove one of them, or merge them.`;
    report(nameNode(binding) ?? { span: resource.head }, message, {
      related: [{ entry: first, path: [], message: 'The object is first defined here.' }],
    });
  },
});

function firstTwin({ entry, at }: RelatedObjects): IndexedObject | undefined {
  const kind = kindKey(entry.facts.kind, entry.facts.group);
  const twins = entry.identities.flatMap((identity) =>
    at(keys.named(kind, identity.namespace, identity.name)).filter(
      (each) => byPlace(each, entry) < 0 && each.identities.some((other) => isTwin(other, identity, each, entry)),
    ),
  );
  return twins.sort(byPlace)[0];
}

function isTwin(one: Identity, two: Identity, a: IndexedObject, b: IndexedObject): boolean {
  const isSame = one.namespace === two.namespace && one.name === two.name && one.set === two.set;
  if (!isSame || one.set === '' || a.facts.form !== b.facts.form || a.facts.provider !== b.facts.provider) return false;
  // A folder may hold the same object for several clusters, or before and after a change. A kustomization includes all its files.
  return a.uri === b.uri || (one.isClosed && one.set.startsWith('kustomization '));
}
