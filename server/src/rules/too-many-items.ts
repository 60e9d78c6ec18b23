/** A list of an EndpointSlice that is longer than the server takes. */
import { overlongListsIn } from '../analysis/binding/overlong-lists.ts';
import { defineRule } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';
import { grouped } from '../text/quote.ts';

const advice: { readonly [field: string]: string } = {
  endpoints: 'Split them over several slices.',
  ports: 'Split them over several slices.',
  addresses: 'Write an endpoint for each; consumers use the first address only.',
};

export const tooManyItems = defineRule({
  code: 'too-many-items',
  summary: 'The lists of an EndpointSlice must not be longer than the server takes.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'resource',
  check(_resource, { report, binding }) {
    for (const { node, limit } of overlongListsIn(binding)) {
      const { owner, items } = limit.words;
      const counts = `${grouped(node.children.length)} ${items}; the server takes at most ${grouped(limit.most)}`;
      const todo = advice[limit.field] ?? 'Leave some out.';
      report(keyPlace(node) ?? node, `This ${owner} has ${counts}. ${todo}`);
    }
  },
});
