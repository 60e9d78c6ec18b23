/** Queries language features through the commands of VS Code. */
import {
  CodeActionKind,
  commands,
  MarkdownString,
  SymbolKind,
  Uri,
  type CodeAction,
  type CodeLens,
  type Command,
  type CompletionList,
  type DocumentHighlight,
  type DocumentLink,
  type DocumentSymbol,
  type Hover,
  type InlayHint,
  type Location,
  type LocationLink,
  type SelectionRange,
  type SemanticTokens,
  type SemanticTokensLegend,
} from 'vscode';
import { positionOf, rangeOf, spanOf, type Place, type Span } from './places.ts';

export interface FoundItem {
  readonly label: string;
  readonly detail: string;
  readonly sortText: string;
  readonly insert: string;
}

export interface FoundSymbol {
  readonly name: string;
  readonly kind: string;
  readonly children: readonly FoundSymbol[];
}

/** Requests all items: the real number is far below this limit. */
const all = 1000;

export const asked = {
  async hover(path: string, at: Place): Promise<readonly string[]> {
    const hovers = await run<readonly Hover[]>('vscode.executeHoverProvider', Uri.file(path), positionOf(at));
    return hovers.flatMap(({ contents }) => contents.map((each) => markdownOf(each)));
  },

  async completion(path: string, at: Place): Promise<readonly FoundItem[]> {
    const list = await run<CompletionList>(
      'vscode.executeCompletionItemProvider',
      Uri.file(path),
      positionOf(at),
      undefined,
      0,
    );
    return list.items.map(({ label, detail, sortText, insertText }) => {
      const name = typeof label === 'string' ? label : label.label;
      const described = typeof label === 'string' ? '' : `${label.detail ?? ''} ${label.description ?? ''}`.trim();
      const insert = typeof insertText === 'string' ? insertText : (insertText?.value ?? name);
      return { label: name, detail: `${detail ?? ''}${described}`, sortText: sortText ?? name, insert };
    });
  },

  /** The titles and kinds of the actions for a span. */
  async actions(
    path: string,
    span: Span,
    kind?: string,
  ): Promise<readonly { readonly title: string; readonly kind: string }[]> {
    const found = await run<readonly (CodeAction | Command)[]>(
      'vscode.executeCodeActionProvider',
      Uri.file(path),
      rangeOf(span),
      kind ?? CodeActionKind.Empty.value,
    );
    return found.map((each) => ({ title: each.title, kind: 'kind' in each ? (each.kind?.value ?? '') : '' }));
  },

  async symbols(path: string): Promise<readonly FoundSymbol[]> {
    const found = await run<readonly DocumentSymbol[] | undefined>(
      'vscode.executeDocumentSymbolProvider',
      Uri.file(path),
    );
    return (found ?? []).map((symbol) => symbolOf(symbol));
  },

  async lenses(path: string): Promise<readonly string[]> {
    const found = await run<readonly CodeLens[]>('vscode.executeCodeLensProvider', Uri.file(path), all);
    return found.map(({ command }) => command?.title ?? '');
  },

  async hints(path: string, span: Span): Promise<readonly string[]> {
    const found = await run<readonly InlayHint[]>('vscode.executeInlayHintProvider', Uri.file(path), rangeOf(span));
    return found.map(({ label }) => (typeof label === 'string' ? label : label.map(({ value }) => value).join('')));
  },

  /** The number of tokens of each type. */
  async tokenTypes(path: string): Promise<Readonly<Record<string, number>>> {
    const uri = Uri.file(path);
    const legend = await run<SemanticTokensLegend | undefined>('vscode.provideDocumentSemanticTokensLegend', uri);
    const tokens = await run<SemanticTokens | undefined>('vscode.provideDocumentSemanticTokens', uri);
    const counts: Record<string, number> = {};
    const data = tokens?.data ?? [];
    for (let index = 3; index < data.length; index += 5) {
      const type = legend?.tokenTypes[data[index] ?? -1] ?? 'unknown';
      counts[type] = (counts[type] ?? 0) + 1;
    }
    return counts;
  },

  async format(path: string): Promise<number> {
    const options = { tabSize: 2, insertSpaces: true };
    const edits = await run<readonly unknown[] | undefined>(
      'vscode.executeFormatDocumentProvider',
      Uri.file(path),
      options,
    );
    return edits?.length ?? 0;
  },

  async folding(path: string): Promise<number> {
    const ranges = await run<readonly unknown[] | undefined>('vscode.executeFoldingRangeProvider', Uri.file(path));
    return ranges?.length ?? 0;
  },

  async definition(path: string, at: Place): Promise<readonly Span[]> {
    const found = await run<readonly (Location | LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      Uri.file(path),
      positionOf(at),
    );
    return found.map((each) => spanOf('range' in each ? each.range : (each.targetSelectionRange ?? each.targetRange)));
  },

  async highlights(path: string, at: Place): Promise<readonly Span[]> {
    const found = await run<readonly DocumentHighlight[] | undefined>(
      'vscode.executeDocumentHighlights',
      Uri.file(path),
      positionOf(at),
    );
    return (found ?? []).map(({ range }) => spanOf(range));
  },

  /** The spans of an expanding selection, from the innermost. */
  async selections(path: string, at: Place): Promise<readonly Span[]> {
    const [first] = await run<readonly SelectionRange[]>('vscode.executeSelectionRangeProvider', Uri.file(path), [
      positionOf(at),
    ]);
    const spans: Span[] = [];
    for (let range = first; range; range = range.parent) spans.push(spanOf(range.range));
    return spans;
  },

  async links(path: string): Promise<readonly string[]> {
    const found = await run<readonly DocumentLink[]>('vscode.executeLinkProvider', Uri.file(path), all);
    return found.map(({ target, tooltip }) => `${target?.toString() ?? ''} ${tooltip ?? ''}`);
  },
};

function run<T>(command: string, ...args: readonly unknown[]): Thenable<T> {
  return commands.executeCommand<T>(command, ...args);
}

function symbolOf({ name, kind, children }: DocumentSymbol): FoundSymbol {
  return { name, kind: SymbolKind[kind] ?? '', children: children.map((each) => symbolOf(each)) };
}

function markdownOf(content: Hover['contents'][number]): string {
  if (typeof content === 'string') return content;
  return content instanceof MarkdownString || 'value' in content ? content.value : '';
}
