/** Reports merge patches whose kind, name and namespace several objects of the build have, which kustomize rejects. */
import { rejection } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';
import { uniqueBy } from '../text/group.ts';
import { quote } from '../text/quote.ts';

export const ambiguousPatch = defineRule({
  code: 'ambiguous-patch',
  summary: 'A merge patch without a target must match only one object.',
  enforcedBy: 'kustomize',
  on: 'build',
  check(event, { report }) {
    const { failure } = event;
    if (failure?.cause !== 'ambiguous-patch') return;
    const { named, at, message, objects = [] } = failure;
    const problem = named
      ? `several objects have or had the name ${quote(named.name)} of this patch. Use the current name of one, or a target.`
      : message;
    const places = uniqueBy(objects, (object) => JSON.stringify(object.at));
    const related = places.map((object) => ({ at: object.at, message: 'One of the objects is here.' }));
    report(at, rejection(event, problem), { related: named ? related : [] });
  },
});
