/** textDocument/documentLink: web addresses in annotations of our resources and in comments of their documents. */
import type { DocumentLink } from 'vscode-languageserver-types';
import { member } from '../../analysis/binding/bind.ts';
import { shift, type Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import { yamlComments } from '../../edits/yaml/yaml-comments.ts';
import { rangeOf } from '../lsp.ts';
import { resourcesOf, type View } from '../view.ts';
import { isWritten } from '../written-values.ts';

/** The links in order. Omits addresses with escapes or line breaks, whose span would not be exact. */
export function documentLinks(view: View): DocumentLink[] {
  const links: { readonly span: Span; readonly target: string }[] = [];
  const add = (document: Document, start: number, span: Span, isShown: (target: string) => boolean): void => {
    for (const link of addressesIn(document.text, span)) {
      if (isShown(link.target)) links.push({ ...link, span: shift(link.span, start) });
    }
  };
  for (const { binding, document, start } of resourcesOf(view)) {
    const metadata = member(binding.root, 'metadata');
    const annotations = metadata && member(metadata, 'annotations');
    if (!annotations || ![binding.root, metadata, annotations].every(isWritten)) continue;
    for (const node of annotations.children) {
      const text = node.value.kind === 'scalar' && isWritten(node) ? String(node.value.value) : '';
      // Only addresses that are written literally.
      if (text.includes('://')) add(document, start, node.value.span, (target) => text.includes(target));
    }
  }
  for (const { document, start } of view.file.parts) {
    // Editors find the addresses in comments of programs themselves.
    if (document.resources.length === 0 || document.syntax === 'code') continue;
    for (const comment of yamlComments(document)) add(document, start, comment, () => true);
  }
  links.sort((a, b) => a.span.start - b.span.start);
  return links.map(({ span, target }) => ({ range: rangeOf(view.located, span), target }));
}

/** The characters of RFC 3986 without quotes, and characters of other scripts, which browsers accept. */
const address = /https?:\/\/[^\s"'`<>\\^{|}]+/gi;

function addressesIn(text: string, { start, end }: Span): { span: Span; target: string }[] {
  return [...text.slice(start, end).matchAll(address)].flatMap((match) => {
    const target = withoutPunctuation(match[0]);
    const at = start + match.index;
    // After a backslash or a brace the address continues with other text.
    const isCut = target === match[0] && /[\\{]/.test(text[at + target.length] ?? '');
    const hasHost = /^https?:\/\/[^/?#.,:;]/i.test(target);
    return hasHost && !isCut ? [{ span: { start: at, end: at + target.length }, target }] : [];
  });
}

/** The address without the punctuation of the sentence around it, and without unpaired closing brackets. */
function withoutPunctuation(found: string): string {
  const unpaired = { ')': surplus(found, '(', ')'), ']': surplus(found, '[', ']') };
  let { length } = found;
  for (; length > 0; length--) {
    const last = found[length - 1] ?? '';
    const isBracket = last === ')' || last === ']';
    if (isBracket ? unpaired[last]-- <= 0 : !/[.,;:!?]/.test(last)) break;
  }
  return found.slice(0, length);
}

function surplus(text: string, open: string, close: string): number {
  return text.split(close).length - text.split(open).length;
}
