/** Reports objects that exceed the limit of a request (3 MiB of JSON) or of etcd (1.5 MiB of protobuf). */
import { utf8Length } from '../contract/string-format.ts';
import { defineRule } from '../lint/rule.ts';
import { storedSize } from '../lint/stored-size.ts';
import { memo } from '../text/memo.ts';
import { itemBlocks, type ItemBlock } from '../tree/item-blocks.ts';
import type { Value } from '../tree/value.ts';

const requestLimit = 3 * 1024 * 1024;

/** The default of etcd's `--max-request-bytes`. */
const storageLimit = 1.5 * 1024 * 1024;

export const objectTooLarge = defineRule({
  code: 'object-too-large',
  summary: 'An object must not exceed 3 MiB as JSON and 1.5 MiB in etcd.',
  enforcedBy: 'server',
  on: 'resource',
  check(resource, { report, binding }) {
    const { properties, written = properties, head, span } = resource;
    // Both formats add only a few bytes to each value, so a short text cannot become a large object.
    if (span.end - span.start < storageLimit / 4) return;
    const size = jsonSize(written);
    const stored = storedSize(binding.root);
    const problem =
      size > requestLimit
        ? `takes ${size} bytes as JSON, but the API server reads at most ${requestLimit}`
        : stored > storageLimit
          ? `takes ${stored} bytes in etcd, which accepts at most ${storageLimit} by default`
          : undefined;
    if (problem)
      report({ span: head }, `This object ${problem}. Split it into several EndpointSlices for the same Service.`);
  },
});

/** The bytes of the value as JSON without spaces; opaque values count as 0. */
function jsonSize(value: Value): number {
  switch (value.kind) {
    case 'mapping':
      return value.entries.reduce((size, entry) => size + utf8Length(entry.name) + 4 + jsonSize(entry.value), 1);
    case 'sequence':
      return 1 + (itemBlocks(value)?.reduce((size, { block }) => size + blockSize(block), 0) ?? itemsSize(value));
    case 'scalar':
      return typeof value.value === 'string' ? utf8Length(value.value) + 2 : String(value.value).length;
    case 'opaque':
      return 0;
  }
}

/** With the commas. */
function itemsSize({ items }: Pick<ItemBlock, 'items'>): number {
  return items.reduce((size, item) => size + 1 + jsonSize(item), 0);
}

const blockSize = memo((block: ItemBlock) => itemsSize(block));
