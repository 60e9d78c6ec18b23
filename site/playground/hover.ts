/** Shows what the server says of the place below the mouse. */
import { LSPPlugin } from '@codemirror/lsp-client';
import { hoverTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import type { Hover } from 'vscode-languageserver-protocol';
import { offsetIn, positionIn } from './planned-edit.ts';
import { unlessOutdated } from './server-requests.ts';
import { elementOf } from './words.ts';

/** Null where the server says nothing. */
export async function hoverAt(view: EditorView, offset: number): Promise<Hover | null> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return null;
  plugin.client.sync();
  return plugin.client.request<unknown, Hover | null>('textDocument/hover', {
    textDocument: { uri: plugin.uri },
    position: positionIn(view.state.doc, offset),
  });
}

export const hoverFromServer = hoverTooltip(
  async (view, offset): Promise<Tooltip | null> => {
    const { doc } = view.state;
    const hover = await unlessOutdated(hoverAt(view, offset));
    if (!hover || view.state.doc !== doc) return null;
    const { contents, range } = hover;
    return {
      pos: range ? offsetIn(doc, range.start) : offset,
      end: range ? offsetIn(doc, range.end) : offset,
      above: true,
      create: () => ({ dom: elementOf(contents, view) }),
    };
  },
  { hideOn: (transaction) => transaction.docChanged },
);
