/** Makes elements of the server's Markdown. It contains texts of the reader, so it is cleaned. */
import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import type { MarkupContent, MarkedString } from 'vscode-languageserver-protocol';

const marked = new Marked({ async: false });

/** Only text: no pictures, forms, or styles. */
const allowed = {
  ALLOWED_TAGS: [
    ...['a', 'b', 'blockquote', 'br', 'code', 'del', 'em', 'h1', 'h2', 'h3', 'h4', 'hr', 'i', 'li', 'ol', 'p', 'pre'],
    ...['strong', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
  ],
  ALLOWED_ATTR: ['href', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?:|\.|\/)/i,
  RETURN_DOM_FRAGMENT: true as const,
};

/** Links open in a tab of their own, so that no text is lost. */
export function wordsOf(contents: MarkupContent | MarkedString | readonly MarkedString[] | string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'words';
  const parts = Array.isArray(contents) ? (contents as readonly MarkedString[]) : [contents as MarkupContent];
  for (const part of parts) {
    if (typeof part === 'object' && 'kind' in part && part.kind === 'plaintext') {
      element.append(paragraph(part.value));
      continue;
    }
    const text = typeof part === 'string' ? part : part.value;
    element.append(DOMPurify.sanitize(marked.parse(text, { async: false }), allowed));
  }
  for (const link of element.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener';
  }
  for (const table of element.querySelectorAll('table')) table.tabIndex = 0;
  return element;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.className = 'plain';
  element.textContent = text;
  return element;
}
