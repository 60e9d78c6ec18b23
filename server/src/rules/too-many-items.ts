/** Reports lists of an EndpointSlice that exceed the limits of the API server. */
import { overlongListsIn } from '../analysis/binding/overlong-lists.ts';
import { defineRule } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';
import { grouped } from '../text/quote.ts';

const advice: { readonly [field: string]: string } = {
  endpoints: 'Split them over several slices.',
  ports: 'Split them over several slices.',
  addresses: 'Write one endpoint for each; consumers use only the first address.',
};

export const tooManyItems = defineRule({
  code: 'too-many-items',
  summary: 'The lists of an EndpointSlice must not exceed the limits of the API server.',
  enforcedBy: 'server',
  on: 'resource',
  check(_resource, { report, binding, minor }) {
    for (const { node, limit } of overlongListsIn(binding, minor)) {
      const { owner, items } = limit.words;
      const counts = `${grouped(node.children.length)} ${items}, but the API server accepts at most ${grouped(limit.most)}`;
      const wayOut = advice[limit.field] ?? 'Remove some.';
      report(keyPlace(node) ?? node, `This ${owner} has ${counts}. ${wayOut}`);
    }
  },
});
