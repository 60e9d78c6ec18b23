/** A resource is either read or declared. */
import { defineRule } from '../lint/rule.ts';
import { entryOf } from '../tree/value.ts';

export const getWithProperties = defineRule({
  code: 'get-with-properties',
  summary: 'A resource block has either get or properties.',
  enforcedBy: 'pulumi',
  since: '0.1.0',
  on: 'resource',
  check({ envelope }, { report }) {
    const get = envelope && entryOf(envelope, 'get');
    const properties = envelope && entryOf(envelope, 'properties');
    if (!get || !properties) return;
    const message =
      '"get" reads an existing object and "properties" declares one; Pulumi refuses both together. Remove one of them.';
    report({ span: get.key }, message, { related: [{ span: properties.key, message: 'The properties stand here.' }] });
  },
});
