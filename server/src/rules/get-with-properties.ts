/** Reports a resource block with both `get` and `properties`: Pulumi either reads an object or declares it. */
import { defineRule } from '../lint/rule.ts';
import { entryOf } from '../tree/value.ts';

export const getWithProperties = defineRule({
  code: 'get-with-properties',
  summary: 'A resource block must have either get or properties, not both.',
  enforcedBy: 'pulumi',
  on: 'resource',
  check({ envelope }, { report }) {
    const get = envelope && entryOf(envelope, 'get');
    const properties = envelope && entryOf(envelope, 'properties');
    if (!get || !properties) return;
    const message =
      '"get" reads an existing object and "properties" declares one, so Pulumi rejects a resource with both. Remove one of them.';
    report({ span: get.key }, message, { related: [{ span: properties.key, message: 'The properties are here.' }] });
  },
});
