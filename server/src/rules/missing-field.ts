/** A field that the server refuses to do without; `metadata.name` has a rule of its own. */
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';

const nouns: { readonly [type: string]: string } = {
  EndpointAddress: 'address',
  EndpointPort: 'port entry',
  OwnerReference: 'owner reference',
  ManagedFieldsEntry: 'managed fields entry',
};

export const missingField = defineRule({
  code: 'missing-field',
  summary: 'A field that the server asks for must be written.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'mismatch',
  check(mismatch, { report, resource }) {
    if (mismatch.kind !== 'missing' || mismatch.owner.type.kind !== 'object') return;
    const { owner, name } = mismatch;
    const noun = nouns[mismatch.owner.type.base];
    // Pulumi drops managedFields before any server sees them.
    if (resource.form === 'pulumi' && noun === nouns['ManagedFieldsEntry']) return;
    if (noun) report(placeOf(owner, name), `This ${noun} has no ${name}. Add it.`);
  },
});
