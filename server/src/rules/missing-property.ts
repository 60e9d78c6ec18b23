/** Reports properties that Pulumi's type checker requires although the API server does not: `endpoints` of a slice. */
import { entryOf, isNull } from '../tree/value.ts';
import { EndpointSlice } from '../contract/endpoint-slice.ts';
import { isPatchType } from '../contract/contract.ts';
import { insertEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';

export const missingProperty = defineRule({
  code: 'missing-property',
  summary: 'In a Pulumi program, an EndpointSlice must have a list of endpoints, even an empty one.',
  enforcedBy: 'pulumi',
  on: [EndpointSlice],
  check(slice, { report, resource, document }) {
    const { envelope, form, type } = resource;
    if (form !== 'pulumi' || isPatchType(type) || slice.value.isOpen) return;
    if (envelope && entryOf(envelope, 'get')) return;
    const written = entryOf(slice.value, 'endpoints');
    if (written && !isNull(written.value)) return;
    const empty = document.language ? 'Write an empty list if it has none.' : 'Write endpoints: [] for an empty list.';
    const message = `Pulumi rejects an EndpointSlice without "endpoints", although the API server accepts it. ${empty}`;
    const hasPlace = !written && slice.value.entries.length > 0;
    report(placeOf(slice, 'endpoints'), message, {
      fix: hasPlace ? insertEntry(slice.value, 'endpoints', [], 'safe') : undefined,
    });
  },
});
