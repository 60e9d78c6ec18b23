/** Which tree edits are in the YAML of a heredoc of a Terraform file. */
import { terraformSyntax } from '../../frontends/terraform/read-document.ts';
import { contains, type Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { TreeEdit } from '../../tree/tree-edit.ts';

export function isInHeredoc(document: Document, edit: TreeEdit): boolean {
  const span = placeOf(edit);
  const heredocs = terraformSyntax(document)?.hcl.heredocs ?? [];
  // A value that is all of the heredoc is a text of Terraform.
  return span !== undefined && heredocs.some((each) => contains(each, span));
}

/** Undefined for edits that only the writer of Terraform knows. */
function placeOf(edit: TreeEdit): Span | undefined {
  switch (edit.kind) {
    case 'replace':
      return edit.value.span;
    case 'rename':
    case 'remove-entry':
      return edit.entry.key;
    case 'remove-item':
      return edit.item.span;
    case 'insert':
      return edit.mapping.span;
    default:
      return undefined;
  }
}
