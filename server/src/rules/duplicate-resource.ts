/** Two files, or two documents of one, that define the same object: only one of them can be there. */
import { keys, kindKey } from '../analysis/workspace/index-keys.ts';
import { byPlace } from '../analysis/workspace/indexed-object.ts';
import type { IndexedObject, Identity } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import { isOpen } from '../tree/value.ts';

export const duplicateResource = defineRule({
  code: 'duplicate-resource',
  summary: 'What is applied together should define an object once.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: ['Endpoints', 'Service', 'EndpointSlice'] },
  check(resource, { report, binding, around, document }) {
    const { facts } = around.entry;
    if (resource.isPartial || isOpen(binding.root.value) || document.issues.length > 0) return;
    const first = facts.name.isKnown && facts.name.text !== '' ? firstTwin(around) : undefined;
    // A template may choose between the two.
    if (!first || /\{\{|\{%/.test(document.text)) return;
    const name = `${resource.type} ${quote(facts.name.text)}`;
    const message =
      resource.form === 'pulumi'
        ? `The ${name} is created twice by this program, and the second time it exists already. Remove one, or change it by a patch.`
        : `The ${name} is defined twice. kubectl applies both, and the last one wins; kustomize refuses the two. Remove one, or merge them.`;
    report(nameNode(binding) ?? { span: resource.head }, message, {
      related: [{ entry: first, path: [], message: 'It is defined here first.' }],
    });
  },
});

/** The first object of the same identity, where it stands before this one. */
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
  // A folder may hold the same objects for several clusters, or before and after a change; a kustomization takes them all.
  return a.uri === b.uri || (one.isClosed && one.set.startsWith('kustomization '));
}
