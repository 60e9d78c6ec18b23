/** Makes elements of the server's Markdown. It contains texts of the reader, so it is cleaned. */
import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import DOMPurify from 'dompurify';
import type { Hover, MarkedString, MarkupContent } from 'vscode-languageserver-protocol';

/** Of the files of the playground; their links name lines. */
export const fileScheme = 'file:';

/** Only text: no pictures, forms, or styles. */
const allowed = {
  ALLOWED_TAGS: 'a b blockquote br code del em h1 h2 h3 h4 hr i li ol p pre strong table tbody td th thead tr ul'.split(
    ' ',
  ),
  ALLOWED_ATTR: ['href', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?:|file:\/\/\/playground\/)/i,
  RETURN_DOM_FRAGMENT: true as const,
};

/** Links open in a tab of their own, so that no text is lost; those to files of the playground go there. */
export function elementOf(contents: Hover['contents'], view: EditorView): HTMLElement {
  const element = document.createElement('div');
  element.className = 'words';
  const plugin = LSPPlugin.get(view);
  for (const part of Array.isArray(contents) ? contents : [contents]) {
    const content = typeof part === 'string' || 'language' in part ? markdownOf(part) : part;
    const html = plugin?.docToHTML(content) ?? '';
    element.append(DOMPurify.sanitize(content.kind === 'plaintext' ? `<p>${html}</p>` : html, allowed));
  }
  for (const link of element.querySelectorAll('a')) {
    if (link.protocol === fileScheme) continue;
    link.target = '_blank';
    link.rel = 'noopener';
  }
  for (const table of element.querySelectorAll('table')) table.tabIndex = 0;
  return element;
}

function markdownOf(part: MarkedString): MarkupContent {
  return { kind: 'markdown', value: typeof part === 'string' ? part : part.value };
}
