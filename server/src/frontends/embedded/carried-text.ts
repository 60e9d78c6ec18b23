/** Reads the manifests in a block scalar, such as a file in a ConfigMap, at their place in the outer text. */
import { kinds } from '../../contract/contract.ts';
import { shift } from '../../text/span.ts';
import { shiftTree } from '../../tree/rebuilt.ts';
import type { Issue } from '../../tree/document.ts';
import type { Mapping, Value } from '../../tree/value.ts';
import { isCertain, unreadIssues } from '../documents/unread-issues.ts';
import { meansOurs, outerKinds } from '../meant.ts';
import { isForeignTemplate } from '../template.ts';
import { readTree } from '../documents/read-tree.ts';

export interface CarriedText {
  readonly roots: readonly Mapping[];
  readonly issues: readonly Issue[];
}

/** Only these kinds matter inside of a text. */
const wanted = /\bkind["']?[ \t]*:[ \t]*["']?(?:end-?points?|service)/i;

/** Undefined for a text without manifests that matter, and for a scalar whose text is not its source: quoted or folded. */
export function readCarriedText({ span }: Value, text: string, isAnyText: boolean): CarriedText | undefined {
  if (text[span.start] !== '|') return undefined;
  const from = text.indexOf('\n', span.start) + 1;
  if (from === 0 || from >= span.end) return undefined;
  const source = text.slice(from, span.end);
  if (!wanted.test(source)) return undefined;
  const pieces = documentsIn(source);
  if (isAnyText && !pieces.some((piece) => isManifest(piece.text))) return undefined;
  const roots: Mapping[] = [];
  const issues: Issue[] = [];
  for (const piece of pieces) {
    if (!wanted.test(piece.text) || isForeignTemplate(piece.text)) continue;
    const read = readTree(piece.text, 'yaml', 'kubernetes');
    const head = { text: piece.text, form: 'kubernetes', role: 'document', syntax: 'yaml' } as const;
    const unread = unreadIssues(head, read);
    if (unread.length === 0 && read.root?.kind === 'mapping') {
      const root = shiftTree(read.root, from + piece.start);
      if (root.kind === 'mapping') roots.push(root);
    } else if (meansOurs(head) && isCertain(unread, head, read)) {
      issues.push(...unread.map((issue) => ({ ...issue, span: shift(issue.span, from + piece.start) })));
    }
  }
  return roots.length + issues.length > 0 ? { roots, issues } : undefined;
}

/** True for a text that is plainly an object of a checked kind, not one that mentions it. */
function isManifest(text: string): boolean {
  return (
    /\bapiVersion["']?[ \t]*:/.test(text) && outerKinds(text, 'yaml').some((kind) => kinds.some((own) => own === kind))
  );
}

/** Document markers have the indentation of the text, so the reader of YAML does not see them. */
function documentsIn(source: string): readonly { readonly start: number; readonly text: string }[] {
  const indent = /^[ \t]*(?=\S)/m.exec(source)?.[0] ?? '';
  const marker = new RegExp(`^${indent}(?:---|\\.\\.\\.)(?=[ \\t\\r\\n]|$)[^\\n]*\\n?`, 'gm');
  const pieces: { start: number; text: string }[] = [];
  let start = 0;
  for (const match of source.matchAll(marker)) {
    pieces.push({ start, text: source.slice(start, match.index) });
    start = match.index + match[0].length;
  }
  return [...pieces, { start, text: source.slice(start) }].filter(({ text }) => text.trim() !== '');
}
