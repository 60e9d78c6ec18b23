/** What a client can do, as far as answers depend on it, in the words of the features. */
import type { ClientCapabilities } from 'vscode-languageserver';
import { CompletionItemTag, InsertTextMode } from 'vscode-languageserver-types';
import type { FoldingOptions } from '../../features/outline/folding.ts';
import { markdown, plainText, type Markup } from '../../text/markup.ts';
import { memo } from '../../text/memo.ts';

export interface ClientOptions {
  readonly hover: { readonly markup: Markup };
  readonly completion: {
    readonly markup: Markup;
    readonly hasSnippets: boolean;
    readonly hasTags: boolean;
    /** True where a proposal can say beside its name where it comes from. */
    readonly hasLabelDetails: boolean;
    /** True where lines can be inserted as they are, without the client's own indentation. */
    readonly keepsIndent: boolean;
  };
  readonly symbols: { readonly isHierarchical: boolean };
  readonly folding: FoldingOptions;
  /** True where the client can be shown progress that it did not ask for. */
  readonly hasProgress: boolean;
}

/** The same object for the same capabilities. */
export const clientPreferences = memo(({ textDocument = {}, window }: ClientCapabilities): ClientOptions => {
  const item = textDocument.completion?.completionItem;
  return {
    hover: { markup: markupFor(textDocument.hover?.contentFormat) },
    completion: {
      markup: markupFor(item?.documentationFormat),
      hasSnippets: item?.snippetSupport === true,
      hasTags: item?.tagSupport?.valueSet.includes(CompletionItemTag.Deprecated) ?? false,
      hasLabelDetails: item?.labelDetailsSupport === true,
      keepsIndent: item?.insertTextModeSupport?.valueSet.includes(InsertTextMode.asIs) ?? false,
    },
    symbols: { isHierarchical: textDocument.documentSymbol?.hierarchicalDocumentSymbolSupport === true },
    folding: {
      isLineOnly: textDocument.foldingRange?.lineFoldingOnly === true,
      mostRanges: textDocument.foldingRange?.rangeLimit ?? Infinity,
    },
    hasProgress: window?.workDoneProgress === true,
  };
});

/** The formats come in the order in which the client likes them; plain text where it names none. */
function markupFor(formats: readonly string[] | undefined): Markup {
  return formats?.[0] === 'markdown' ? markdown : plainText;
}
