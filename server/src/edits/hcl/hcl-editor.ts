/** Takes resources of Terraform apart and writes others in their places, for conversions. */
import { terraformSyntax } from '../../frontends/terraform/read-document.ts';
import type { CallEditor } from '../parts/calls.ts';
import { plainComment } from './attach-comments.ts';
import { hclGaps } from './hcl-gaps.ts';
import { hclSpelling } from './hcl-spelling.ts';
import { readHclResource } from './read-resource.ts';
import { writeHclResources } from './write-resources.ts';

export const hclEditor: CallEditor = {
  read(document, resource) {
    const read = readHclResource(document, resource);
    if (!('part' in read)) return read;
    return { part: read.part, holder: { kind: 'call', isRepeatable: true, isRemovable: false } };
  },
  write: writeHclResources,
  // No resource imports anything.
  tidied: (_, after) => after.text,
  spelling: () => hclSpelling,
  // They are rewritten with the resource, or prevent the conversion.
  nameReads: () => [],
  comments: (document) => {
    const comments = terraformSyntax(document)?.hcl.comments ?? [];
    return comments.flatMap(({ start, end }) => plainComment(document.text.slice(start, end)).split('\n'));
  },
  errors: (document) => {
    const file = terraformSyntax(document);
    return file ? hclGaps(file.hcl.body, { text: document.text, comments: file.hcl.comments }).length : 0;
  },
};
