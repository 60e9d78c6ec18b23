/** Prints completion items with their inserted text, or the text after accepting one. */
import type { CompletionItem, CompletionList, TextEdit } from 'vscode-languageserver-types';
import { loadServices } from '../../../server/src/contract/service-table.ts';
import { completeIgnore } from '../../../server/src/features/completion/complete-ignore.ts';
import { proposeInCode } from '../../../server/src/features/completion/complete-code.ts';
import { complete, resolveCompletion } from '../../../server/src/features/completion/completion.ts';
import { unservedServices } from '../../../server/src/features/completion/unserved-services.ts';
import { proposeForKustomize } from '../../../server/src/features/kustomize/complete-kustomization.ts';
import { partAt } from '../../../server/src/features/view.ts';
import { codeOf } from '../../../server/src/frontends/code/languages.ts';
import { codeSlotAt } from '../../../server/src/frontends/code-slot/code-slot.ts';
import { slotsAt } from '../../../server/src/frontends/slot/slots.ts';
import { plainText } from '../../../server/src/text/markup.ts';
import { accept } from '../accept.ts';
import type { Input, Render } from '../gesture-page.ts';

export interface Asked {
  readonly hasSnippets?: boolean;
  readonly keepsIndent?: boolean;
  readonly isOneLine?: boolean;
  readonly isTyping?: boolean;
  readonly offset?: number;
}

/** The completions at the cursor. */
export async function completions({ path, view, offsets, files }: Input, asked: Asked = {}): Promise<CompletionList> {
  const {
    hasSnippets = true,
    keepsIndent = true,
    isOneLine = false,
    isTyping = false,
    offset = offsets[0] ?? 0,
  } = asked;
  const services = await loadServices();
  const codes = completeIgnore(view.located, offset, codeOf(path)?.language, () => ['loopback-ip']);
  if (codes) return { isIncomplete: false, items: [...codes] };
  const slot = codeSlotAt(path, view.located.text, offset);
  const slots = codeOf(path) ? (slot ? [slot] : []) : slotsAt(path, view.located.text, offset);
  return complete(slots, {
    located: view.located,
    minor: view.minor,
    hasSnippets,
    keepsIndent,
    isOneLine,
    isTyping,
    hasTags: true,
    hasLabelDetails: false,
    markup: plainText,
    services,
    document: () => partAt(view, offset)?.document,
    around: () => ({ files, view, offset }),
    unserved: () => unservedServices(files, view.uri),
    kustomize: proposeForKustomize,
    code: proposeInCode,
  });
}

/** One line per item: the inserted text, with line breaks as ⏎. */
export const renderCompletion: Render = async (input, attributes) => {
  const { items, isIncomplete } = await completions(input, askedBy(attributes));
  const first = Number(/first="(\d+)"/.exec(attributes)?.[1] ?? items.length);
  const lines = [...items]
    .sort((a, b) => (a.sortText ?? '').localeCompare(b.sortText ?? ''))
    .slice(0, first)
    .map((item) => line(item) + (/\bdetails\b/.test(attributes) && item.detail ? ` (${item.detail})` : ''));
  const more = items.length > first ? [`… ${items.length - first} more`] : [];
  return [...lines, ...more, ...(isIncomplete ? ['(incomplete)'] : [])].join('\n');
};

/** The text after accepting the item, with its tab stops filled by their samples. */
export const renderAccepted: Render = async (input, attributes) => {
  const label = labelIn(attributes);
  const { items } = await completions(input, askedBy(attributes));
  const item = items.find((each) => each.label === label);
  return item ? accept(input.view.located, item).replace(/\n$/, '') : `there is no ${label} among ${items.length}`;
};

/** The documentation of the item of that label. */
export const renderResolved: Render = async (input, attributes) => {
  const label = labelIn(attributes);
  const { items } = await completions(input, askedBy(attributes));
  const item = items.find((each) => each.label === label);
  if (!item) return `there is no ${label}`;
  const { documentation } = resolveCompletion(item, { markup: plainText, services: await loadServices() });
  return typeof documentation === 'object' ? documentation.value : (documentation ?? '');
};

/** `label="…"`, or in single quotes. */
function labelIn(attributes: string): string {
  return /label=(["'])(.+?)\1(?=\s|$)/.exec(attributes)?.[2] ?? '';
}

function askedBy(attributes: string): Asked {
  return {
    hasSnippets: !/\b(?:plain|one-line)\b/.test(attributes),
    isOneLine: /\bone-line\b/.test(attributes),
    isTyping: /\btyped\b/.test(attributes),
    keepsIndent: !/\bindents\b/.test(attributes),
  };
}

function line(item: CompletionItem): string {
  const text = (item.textEdit as TextEdit).newText.replaceAll('\r\n', '⏎').replaceAll('\n', '⏎');
  const edits = (item.additionalTextEdits ?? []).map((edit) => ` +${JSON.stringify(edit.newText)}`).join('');
  const isPlain = item.label === text;
  const mark = item.tags ? ' (deprecated)' : '';
  return `${item.label}${mark}${isPlain ? '' : ` → ${text}`}${edits}`;
}
