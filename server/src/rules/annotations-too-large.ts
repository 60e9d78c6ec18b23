/** Reports annotations whose keys and values together exceed 256 KiB, counted in bytes of UTF-8. */
import { textOf } from '../analysis/binding/bind.ts';
import { utf8Length } from '../contract/string-format.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';

const limit = 262_144;

export const annotationsTooLarge = defineRule({
  code: 'annotations-too-large',
  summary: 'The annotations of an object must not exceed 256 KiB in total.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'annotations'],
  check(annotations, { report }) {
    let size = 0;
    for (const node of annotations.children)
      size += utf8Length(node.entry?.name ?? '') + utf8Length(textOf(node) ?? '');
    if (size <= limit || !annotations.entry) return;
    const message = `The annotations take ${size} bytes; the limit is ${limit}. Store the large values elsewhere.`;
    report({ span: annotations.entry.key, path: annotations.path }, message);
  },
});
