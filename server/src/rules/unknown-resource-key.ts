/** Reports keys of a resource block that Pulumi YAML does not have. The rule unknown-resource-option reports options. */
import { unknownKeysOf } from '../analysis/binding/envelope.ts';
import { EndpointSlice } from '../contract/endpoint-slice.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { ResourceOptions } from '../contract/pulumi.ts';
import { defineRule } from '../lint/rule.ts';
import { unknownKey } from '../lint/unknown.ts';
import { quote } from '../text/quote.ts';

export const unknownResourceKey = defineRule({
  code: 'unknown-resource-key',
  summary: 'A resource block must only have the keys type, name, properties, options, get and defaultProvider.',
  enforcedBy: 'pulumi',
  on: 'resource',
  check(resource, { report }) {
    for (const mismatch of unknownKeysOf(resource.envelope)) {
      if (mismatch.path[0] === 'options') continue;
      const isNested = mismatch.path.length > 1;
      const subject = isNested ? quote(String(mismatch.path[0])) : 'A resource block';
      const { entry, message, fix, isCase } = unknownKey(mismatch.owner, mismatch.entry, subject);
      if (isCase) continue;
      const home = isNested ? undefined : homeOf(entry.name);
      if (home === undefined) report({ span: entry.key }, message, { fix });
      else report({ span: entry.key }, `${subject} has no key ${quote(entry.name)}. Move it under ${quote(home)}.`);
    }
  },
});

/** The key under which a key of another level belongs. */
function homeOf(name: string): string | undefined {
  if (Object.hasOwn(ResourceOptions.fields, name)) return 'options';
  return [Endpoints, EndpointSlice].some(({ fields }) => Object.hasOwn(fields, name)) ? 'properties' : undefined;
}
