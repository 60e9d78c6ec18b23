/** Completes what the server proposes: with its snippets, its ranges, its documentation and its other edits. */
import { snippet, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import type { CompletionItem, CompletionItemKind, CompletionList, MarkupContent } from 'vscode-languageserver-types';
import { ownSnippet, withoutStops } from './own-snippet.ts';
import { offsetIn, positionIn } from './planned-edit.ts';
import { unlessOutdated } from './server-requests.ts';
import { elementOf } from './words.ts';

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
  const asked = plugin.client.request<unknown, CompletionList | readonly CompletionItem[] | null>(
    'textDocument/completion',
    {
      textDocument: { uri: plugin.uri },
      position: positionIn(state.doc, pos),
      context: !explicit && trigger !== undefined ? { triggerKind: 2, triggerCharacter: trigger } : { triggerKind: 1 },
    },
  );
  const answer = await unlessOutdated(asked);
  const items = answer && 'items' in answer ? answer.items : (answer ?? []);
  if (items.length === 0) return null;
  const from = Math.min(...items.map((item) => startOf(item, state.doc, pos)));
  return {
    from,
    // The server filters by what it knows of the slot, so it is asked again after each keystroke.
    filter: false,
    options: shownItems(items, state.sliceDoc(from, pos)).map((item) =>
      optionOf(item, plugin, tailOf(item, state.doc, pos)),
    ),
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
  return offsetIn(doc, ('range' in textEdit ? textEdit.range : textEdit.insert).start);
}

/** In UTF-16 units: how much of the word behind the cursor the item replaces. */
function tailOf({ textEdit }: CompletionItem, doc: CompletionContext['state']['doc'], pos: number): number {
  if (!textEdit) return 0;
  return Math.max(0, offsetIn(doc, ('range' in textEdit ? textEdit.range : textEdit.insert).end) - pos);
}

function optionOf(item: CompletionItem, plugin: LSPPlugin, tail: number): Completion {
  const { label, detail, kind } = item;
  const type = kind === undefined ? undefined : types[kind];
  return {
    label,
    ...(detail === undefined ? {} : { detail }),
    ...(type === undefined ? {} : { type }),
    apply: (view, completion, from, to) => {
      insert(view, completion, item, { from, to: to + tail });
    },
    info: async () => {
      const { documentation } =
        item.documentation === undefined
          ? await plugin.client.request<CompletionItem, CompletionItem>('completionItem/resolve', item)
          : item;
      return documentation === undefined || documentation === ''
        ? null
        : elementOf(toMarkup(documentation), plugin.view);
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
  const start = range ? Math.min(offsetIn(doc, range.start), from) : from;
  const others = additionalTextEdits.map(({ range: each, newText }) => ({
    from: offsetIn(doc, each.start),
    to: offsetIn(doc, each.end),
    insert: newText,
  }));
  const changes = view.state.changes(others);
  if (others.length > 0) view.dispatch({ changes });
  const template = insertTextFormat === snippetFormat ? ownSnippet(text) : `${withoutStops(text)}\${0}`;
  snippet(template)(view, completion, changes.mapPos(start), changes.mapPos(to, 1));
}

/** A text without a kind is plain. */
function toMarkup(documentation: string | MarkupContent): MarkupContent {
  return typeof documentation === 'string' ? { kind: 'plaintext', value: documentation } : documentation;
}

/** InsertTextFormat.Snippet. The values of the protocol's package would take 10 kB. */
const snippetFormat = 2;

/** The pictures beside the labels, by CompletionItemKind: properties, fields, values, members, snippets, references, classes. */
const types: Partial<Readonly<Record<CompletionItemKind, string>>> = {
  10: 'property',
  5: 'property',
  12: 'constant',
  20: 'enum',
  15: 'text',
  18: 'variable',
  7: 'class',
};
