/** Reports objects that exceed the request limit of the API server, 3 MiB of JSON. */
import { utf8Length } from '../contract/string-format.ts';
import { defineRule } from '../lint/rule.ts';
import type { Value } from '../tree/value.ts';

const limit = 3 * 1024 * 1024;

export const objectTooLarge = defineRule({
  code: 'object-too-large',
  summary: 'An object must not exceed 3 MiB as JSON.',
  enforcedBy: 'server',
  on: 'resource',
  check(resource, { report }) {
    const { properties, head, span } = resource;
    // JSON adds only a few characters to each value, so a short text cannot become a large object.
    if (span.end - span.start < limit / 4) return;
    const size = jsonSize(properties);
    if (size <= limit) return;
    const message = `This object takes ${size} bytes as JSON, but the API server reads at most ${limit}. Split it into several EndpointSlices for the same Service.`;
    report({ span: head }, message);
  },
});

/** The bytes of the value as JSON without spaces; opaque values count as 0. */
function jsonSize(value: Value): number {
  switch (value.kind) {
    case 'mapping':
      return value.entries.reduce((size, entry) => size + utf8Length(entry.name) + 4 + jsonSize(entry.value), 1);
    case 'sequence':
      return value.items.reduce((size, item) => size + 1 + jsonSize(item), 1);
    case 'scalar':
      return typeof value.value === 'string' ? utf8Length(value.value) + 2 : String(value.value).length;
    case 'opaque':
      return 0;
  }
}
