/** A patch of something that is not there: Pulumi then creates it, with nothing but what the patch says. */
import { mayMeet, referents } from '../analysis/relations.ts';
import { keys } from '../analysis/resource-index.ts';
import type { Entry } from '../analysis/resource-index.ts';
import type { Around } from '../analysis/workspace.ts';
import { replaceBy } from '../lint/fix.ts';
import { meantName } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';

export const missingPatchTarget = defineRule({
  code: 'missing-patch-target',
  summary: 'A patch should name an Endpoints that is there.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: ['EndpointsPatch'] },
  check(_resource, { report, binding, around }) {
    const { name } = around.entry.facts;
    const node = nameNode(binding);
    if (!node || !name.isKnown || name.text === '' || isThere(around, name.text)) return;
    const [identity] = around.entry.identities;
    const names = identity && around.names('Endpoints', identity.namespace);
    if (!names || names.length === 0) return;
    const meant = meantName(name.text, names);
    if (meant === undefined && !(identity.isClosed && hasManifests(around, identity.namespace))) return;
    const found = meant === undefined ? 'though there are others in its namespace' : `but there is ${quote(meant)}`;
    const message = `The workspace has no Endpoints ${quote(name.text)}, ${found}. Pulumi creates what a patch does not find. Correct the name, or make sure that the object is there before.`;
    const near = meant === undefined ? [] : around.at(keys.named('Endpoints', identity.namespace, meant));
    const related = near.slice(0, 1).map((entry) => ({ entry, path: [], message: 'The near name is here.' }));
    report(node, message, {
      related,
      fix: meant === undefined ? undefined : replaceBy(node.value, meant, 'suggested'),
    });
  },
});

/** The object itself, or a Service whose Endpoints the control plane or somebody else makes. */
function isThere(around: Around, name: string): boolean {
  const isNear = (each: Entry): boolean => mayMeet(each, around.entry);
  return ['Endpoints', 'Service'].some((kind) => referents(around, kind, '', name).some(isNear));
}

/** A patch is for what others made. Where nobody but programs has Endpoints of the namespace, only a slip of the pen is told. */
function hasManifests({ at }: Around, namespace: string): boolean {
  return at(keys.within('Endpoints', namespace)).some(({ facts }) => facts.form === 'kubernetes');
}
