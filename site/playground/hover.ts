/** Shows what the server says of the place below the mouse. */
import { LSPPlugin } from '@codemirror/lsp-client';
import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import type { Hover } from 'vscode-languageserver-protocol';
import { offsetAt, positionAt } from './planned-edit.ts';
import { wordsOf } from './words.ts';

/** Null where the server says nothing. */
export async function hoverAt(view: EditorView, offset: number): Promise<Hover | null> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return null;
  plugin.client.sync();
  return plugin.client.request<unknown, Hover | null>('textDocument/hover', {
    textDocument: { uri: plugin.uri },
    position: positionAt(view.state.doc, offset),
  });
}

export const hoverFromServer = hoverTooltip(
  async (view, offset): Promise<Tooltip | null> => {
    const { doc } = view.state;
    const hover = await hoverAt(view, offset);
    if (!hover || view.state.doc !== doc) return null;
    const { contents, range } = hover;
    return {
      pos: range ? offsetAt(doc, range.start) : offset,
      end: range ? offsetAt(doc, range.end) : offset,
      above: true,
      create: () => ({ dom: wordsOf(contents) }),
    };
  },
  { hideOn: (transaction) => transaction.docChanged },
);
