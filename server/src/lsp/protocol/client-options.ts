/** Reads the client's capabilities that change the answers of features. */
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
    /** True if a completion item can show its origin beside its label. */
    readonly hasLabelDetails: boolean;
    /** True if lines can be inserted as they are, without the client's own indentation. */
    readonly keepsIndent: boolean;
  };
  readonly symbols: { readonly isHierarchical: boolean };
  readonly folding: FoldingOptions;
  /** True if the client can show progress that it did not request. */
  readonly hasProgress: boolean;
}

/** Returns the same object for the same capabilities. */
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

/** Clients list formats in order of preference. The default is plain text. */
function markupFor(formats: readonly string[] | undefined): Markup {
  return formats?.[0] === 'markdown' ? markdown : plainText;
}
