/** Completes what the server proposes: with its snippets, its ranges, its documentation and its other edits. */
import { snippet, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import {
  CompletionItemKind,
  InsertTextFormat,
  type CompletionItem,
  type CompletionList,
} from 'vscode-languageserver-types';
import { offsetAt, positionAt } from './planned-edit.ts';
import { wordsOf } from './words.ts';

/** Characters after which the list opens by itself, as in other editors. */
const opening = /[\w.\-/]$/;

export async function completeFromServer(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, view, explicit } = context;
  const plugin = view && LSPPlugin.get(view);
  if (!plugin) return null;
  const before = state.sliceDoc(state.doc.lineAt(pos).from, pos);
  const triggers = plugin.client.serverCapabilities?.completionProvider?.triggerCharacters ?? [];
  const trigger = triggers.find((each) => before.endsWith(each));
  if (!explicit && trigger === undefined && !opening.test(before)) return null;
  plugin.client.sync();
  const answer = await plugin.client.request<unknown, CompletionList | readonly CompletionItem[] | null>(
    'textDocument/completion',
    {
      textDocument: { uri: plugin.uri },
      position: positionAt(state.doc, pos),
      context:
        !explicit && trigger !== undefined ? { triggerKind: 2, triggerCharacter: trigger } : { triggerKind: 1 },
    },
  );
  const items = answer && 'items' in answer ? answer.items : (answer ?? []);
  if (items.length === 0) return null;
  const starts = items.map((item) => startOf(item, state.doc, pos));
  const from = Math.min(...starts);
  return {
    from,
    // The server filters by what it knows of the slot, so it is asked again after each keystroke.
    filter: false,
    options: shownItems(items, state.sliceDoc(from, pos)).map((item) => optionOf(item, plugin)),
  };
}

/** The server's order, those that contain what is typed. */
function shownItems(items: readonly CompletionItem[], typed: string): readonly CompletionItem[] {
  const words = typed.toLowerCase();
  const matching = items.filter(({ filterText, label }) => (filterText ?? label).toLowerCase().includes(words));
  const key = ({ sortText, label }: CompletionItem): string => sortText ?? label;
  return [...matching].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function startOf({ textEdit }: CompletionItem, doc: CompletionContext['state']['doc'], pos: number): number {
  if (!textEdit) return pos - (/[\w.\-/]*$/.exec(doc.sliceString(doc.lineAt(pos).from, pos))?.[0].length ?? 0);
  return offsetAt(doc, ('range' in textEdit ? textEdit.range : textEdit.insert).start);
}

function optionOf(item: CompletionItem, plugin: LSPPlugin): Completion {
  const { label, detail, kind } = item;
  const type = kind === undefined ? undefined : types[kind];
  return {
    label,
    ...(detail === undefined ? {} : { detail }),
    ...(type === undefined ? {} : { type }),
    apply: (view, completion, from, to) => {
      insert(view, completion, item, { from, to });
    },
    info: async () => {
      const { documentation } =
        item.documentation === undefined
          ? await plugin.client.request<CompletionItem, CompletionItem>('completionItem/resolve', item)
          : item;
      return documentation === undefined || documentation === '' ? null : wordsOf(documentation);
    },
  };
}

function insert(
  view: EditorView,
  completion: Completion,
  { label, textEdit, insertText, insertTextFormat, additionalTextEdits = [] }: CompletionItem,
  { from, to }: { from: number; to: number },
): void {
  const { doc } = view.state;
  const text = textEdit?.newText ?? insertText ?? label;
  const range = textEdit && ('range' in textEdit ? textEdit.range : textEdit.replace);
  // The text may have grown since the answer.
  const start = range ? Math.min(offsetAt(doc, range.start), from) : from;
  const others = additionalTextEdits.map(({ range: each, newText }) => ({
    from: offsetAt(doc, each.start),
    to: offsetAt(doc, each.end),
    insert: newText,
  }));
  const changes = view.state.changes(others);
  if (others.length > 0) view.dispatch({ changes });
  const template = insertTextFormat === InsertTextFormat.Snippet ? ownSnippet(text) : `${withoutStops(text)}\${0}`;
  snippet(template)(view, completion, changes.mapPos(start), changes.mapPos(to, 1));
}

/** Spells a snippet of the protocol as one of the editor, which has no choices, and escapes braces instead of `$`. */
export function ownSnippet(text: string): string {
  let isInside = false;
  return text.replace(
    /\\([\\$}])|\$(\d+)|\$\{(\d+)\}|\$\{(\d+)\|([^|,}]*)[^|}]*\|\}|\$\{(\d+):|[{}]/g,
    (whole, escaped?: string, plain?: string, braced?: string, choice?: string, first = '', opened?: string) => {
      if (escaped !== undefined) return escaped === '}' ? '\\}' : escaped;
      if (choice !== undefined) return `\${${choice}:${first}}`;
      if (opened !== undefined) {
        isInside = true;
        return whole;
      }
      const bare = plain ?? braced;
      if (bare !== undefined) return `\${${bare}}`;
      if (whole === '}' && isInside) {
        isInside = false;
        return whole;
      }
      return `\\${whole}`;
    },
  );
}

/** A text as a snippet without stops: its further lines are indented like the first one. */
function withoutStops(text: string): string {
  return text.replace(/[{}]/g, '\\$&');
}

/** The pictures beside the labels. */
const types: { readonly [kind: number]: string } = {
  [CompletionItemKind.Property]: 'property',
  [CompletionItemKind.Field]: 'property',
  [CompletionItemKind.Value]: 'constant',
  [CompletionItemKind.EnumMember]: 'enum',
  [CompletionItemKind.Snippet]: 'text',
  [CompletionItemKind.Reference]: 'variable',
  [CompletionItemKind.Class]: 'class',
};
