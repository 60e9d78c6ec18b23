/** Turns a completion proposal into a protocol item, spelled for its place and the client. */
import {
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  InsertTextMode,
  type CompletionItem,
  type MarkupContent,
} from 'vscode-languageserver-types';
import type { Markup } from '../../text/markup.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { Span } from '../../text/span.ts';
import type { Slot } from '../../tree/slot.ts';
import { protocolEdit, type Located } from '../lsp.ts';
import type { Spelling } from './draft.ts';

export interface Proposal {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** Spells the inserted text. The slot adds the text before and after the word. */
  readonly spell: (spelling: Spelling) => string;
  readonly detail?: string;
  /** A text in which backticks enclose code. Longer texts are resolved later by `data`. */
  readonly doc?: string;
  readonly data?: ProposalData;
  readonly isDeprecated?: boolean;
  /** The text that the typed word is compared with, if it is not the label. */
  readonly filter?: string;
  /** The span to replace, if it is not the slot's word (UTF-16 units of the file). */
  readonly span?: Span;
  /** True where the slot adds no text before and after the word. */
  readonly isWhole?: boolean;
  /** True where the text starts with a line break, so that blanks before the word must be removed. */
  readonly isBelow?: boolean;
  /** Edits of other lines, in the file. Such a proposal comes after the others. */
  readonly edits?: readonly TextEdit[];
}

/** The key by which `completionItem/resolve` finds the documentation. */
export type ProposalData =
  { readonly type: string; readonly field: string } | { readonly service: string } | { readonly key: string };

export interface ItemOptions {
  readonly located: Located;
  readonly hasSnippets: boolean;
  /** `insertTextMode` asIs: the client does not indent inserted lines. */
  readonly keepsIndent: boolean;
  readonly hasTags: boolean;
  /** `labelDetailsSupport`: the item names this server, because other servers add to the same list. */
  readonly hasLabelDetails: boolean;
  readonly markup: Markup;
  /** True for a client that replaces only the word at the cursor, with one line: Vim's own completion. */
  readonly isOneLine: boolean;
}

/** Where clients show an item: by place; in a place the deprecated ones later, those with other edits last; and by rank. */
interface ItemOrder {
  readonly place: number;
  readonly rank: number;
}

/** Undefined where the client cannot insert the proposal. */
export function itemOf(
  proposal: Proposal,
  slot: Slot,
  order: ItemOrder,
  options: ItemOptions,
): CompletionItem | undefined {
  if (!options.isOneLine) return spelledItem(proposal, slot, order, options);
  if (
    slot.isShifted ||
    slot.edits.length > 0 ||
    proposal.edits ||
    proposal.isBelow ||
    proposal.kind === CompletionItemKind.Snippet
  ) {
    return undefined;
  }
  // Such a client replaces the word without its quote.
  const start = proposal.span?.start ?? slot.typed.start + slot.quote.length;
  const span = { start, end: proposal.span?.end ?? slot.typed.end };
  const spell = (spelling: Spelling): string => {
    const line = firstLine(proposal.spell(spelling));
    return proposal.span === undefined && line.startsWith(slot.quote) ? line.slice(slot.quote.length) : line;
  };
  return spelledItem({ ...proposal, spell, span }, slot, order, options);
}

function spelledItem(proposal: Proposal, slot: Slot, { place, rank }: ItemOrder, options: ItemOptions): CompletionItem {
  const { located, hasSnippets, keepsIndent, hasTags, hasLabelDetails } = options;
  // By default, clients indent the lines of a snippet like the line at the cursor.
  const added = keepsIndent || !hasSnippets ? 0 : slot.indent;
  const { style, layout } = slot;
  const spelling = {
    style,
    isSnippet: hasSnippets,
    layout,
    added,
    isFlat: options.isOneLine,
    stops: new Set<string>(),
  };
  const whole = proposal.spell(spelling);
  // It is undefined whether such a client measures the indentation before or after the line moves.
  const body = slot.isShifted && added > 0 ? firstLine(whole) : whole;
  const span = proposal.span ?? slot.typed;
  const bare = proposal.isWhole ? body : slot.lead + body + slot.tail;
  // A comment needs a blank before it.
  const text = located.text[span.end] === '#' && /\S$/.test(bare) ? `${bare} ` : bare;
  const blanks = proposal.isBelow ? hangingBlanks(located.text, slot.typed.start) : [];
  const edits = [...slot.edits, ...blanks, ...(proposal.edits ?? [])];
  const { label, kind, detail, doc, data, isDeprecated = false, filter = label } = proposal;
  const tier = `${place}${proposal.edits ? 2 : isDeprecated ? 1 : 0}`;
  const isFiltered = filter !== label || (slot.quote !== '' && !proposal.span);
  const hasStops = hasSnippets && /(?<!\\)\$/.test(text);
  return {
    label,
    kind,
    ...(detail === undefined ? {} : { detail }),
    ...(hasLabelDetails ? { labelDetails: { description: 'Endpoints' } } : {}),
    ...(doc === undefined ? {} : { documentation: documentationOf(options.markup.doc(doc), options) }),
    ...(isDeprecated ? (hasTags ? { tags: [CompletionItemTag.Deprecated] } : { deprecated: true }) : {}),
    sortText: tier + String(rank).padStart(4, '0'),
    ...(isFiltered ? { filterText: (proposal.span ? '' : slot.quote) + filter } : {}),
    insertTextFormat: hasStops ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    ...(keepsIndent && text.includes('\n') ? { insertTextMode: InsertTextMode.asIs } : {}),
    textEdit: protocolEdit(located, { span, text: hasStops ? text : unescaped(text, hasSnippets) }),
    ...(edits.length > 0 ? { additionalTextEdits: edits.map((edit) => protocolEdit(located, edit)) } : {}),
    ...(data === undefined ? {} : { data }),
  };
}

export function documentationOf(value: string, { markup }: Pick<ItemOptions, 'markup'>): MarkupContent {
  return { kind: markup.kind, value };
}

function hangingBlanks(text: string, end: number): readonly TextEdit[] {
  const start = end - (/[ \t]*$/.exec(text.slice(Math.max(0, end - 80), end))?.[0].length ?? 0);
  return start === end ? [] : [{ span: { start, end }, text: '' }];
}

function firstLine(text: string): string {
  const end = text.search(/\r?\n/);
  return end < 0 ? text : text.slice(0, end);
}

/** Removes the escapes of a snippet without tab stops, which is sent as plain text. */
function unescaped(text: string, isSnippet: boolean): string {
  return isSnippet ? text.replace(/\\([\\$}])/g, '$1') : text;
}
