/** What Pulumi's type checker asks for, though the server does without: the schema says that it is always there. */
import { entryOf, isNull } from '../tree/value.ts';
import { EndpointSlice } from '../contract/endpoint-slice.ts';
import { isPatchType } from '../contract/contract.ts';
import { insertEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';

export const missingProperty = defineRule({
  code: 'missing-property',
  summary: 'In a Pulumi program an EndpointSlice must have endpoints, be it none.',
  enforcedBy: 'pulumi',
  since: '0.1.0',
  on: [EndpointSlice],
  check(slice, { report, resource }) {
    const { envelope, form, type } = resource;
    if (form !== 'pulumi' || isPatchType(type) || slice.value.isOpen) return;
    if (envelope && entryOf(envelope, 'get')) return;
    const written = entryOf(slice.value, 'endpoints');
    if (written && !isNull(written.value)) return;
    const message =
      'Pulumi refuses an EndpointSlice without "endpoints", though the server does not ask for them. Write endpoints: [] for none.';
    const hasPlace = !written && slice.value.entries.length > 0;
    report(placeOf(slice, 'endpoints'), message, {
      fix: hasPlace ? insertEntry(slice.value, 'endpoints', [], 'safe') : undefined,
    });
  },
});
