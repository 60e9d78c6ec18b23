/** Leaves out names of fields that another extension proposes, too: servers of JavaScript and Python know them where the SDK is installed. */
import {
  CompletionItemKind,
  commands,
  type CompletionItem,
  type CompletionList,
  type Position,
  type TextDocument,
} from 'vscode';

type Completions = CompletionItem[] | CompletionList | null | undefined;

const languages = new Set(['javascript', 'javascriptreact', 'python']);

/** Words of the text, and names that are visible everywhere, are no fields. */
const others = new Set<CompletionItemKind | undefined>([
  CompletionItemKind.Text,
  CompletionItemKind.Keyword,
  CompletionItemKind.Snippet,
  CompletionItemKind.Variable,
  CompletionItemKind.Function,
  CompletionItemKind.Class,
  CompletionItemKind.Interface,
  CompletionItemKind.Module,
]);

/** The places that all are asked about: the editor asks this extension, too. */
const asking = new Set<string>();

export async function withoutOtherNames(
  { uri, languageId }: TextDocument,
  position: Position,
  ask: () => Promise<Completions>,
): Promise<Completions> {
  const place = `${uri.toString()} ${position.line} ${position.character}`;
  if (asking.has(place)) return undefined;
  const result = await ask();
  const items = result && 'items' in result ? result.items : (result ?? []);
  if (!languages.has(languageId) || !items.some(({ kind }) => kind === CompletionItemKind.Field)) return result;
  asking.add(place);
  try {
    const found = await commands.executeCommand<CompletionList>('vscode.executeCompletionItemProvider', uri, position);
    const names = new Set(found.items.filter(({ kind }) => !others.has(kind)).map(nameOf));
    return items.filter((item) => !names.has(nameOf(item)));
  } finally {
    asking.delete(place);
  }
}

/** Pyright has quotes in its labels. */
function nameOf({ label }: CompletionItem): string {
  return (typeof label === 'string' ? label : label.label).replace(/^["']|["']$/g, '');
}
