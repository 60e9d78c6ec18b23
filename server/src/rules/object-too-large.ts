/** The server reads requests up to 3 MiB; kubectl sends one object as JSON. */
import { utf8Length } from '../contract/string-format.ts';
import { defineRule } from '../lint/rule.ts';
import type { Value } from '../tree/value.ts';

const limit = 3 * 1024 * 1024;

export const objectTooLarge = defineRule({
  code: 'object-too-large',
  summary: 'An object may take 3 MiB as JSON.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'resource',
  check(resource, { report }) {
    const { properties, head, span } = resource;
    // JSON adds no more than a few characters to each value, so that a short text cannot become a large object.
    if (span.end - span.start < limit / 4) return;
    const size = jsonSize(properties);
    if (size <= limit) return;
    const message = `This object takes ${size} bytes as JSON; the server reads ${limit}. Split it: several EndpointSlices can serve one Service.`;
    report({ span: head }, message);
  },
});

/** The bytes of the value as JSON without blanks; opaque parts count nothing. */
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
