/** Completes rule codes in an ignore comment, `# endpoints: ignore[…]`, in programs `// endpoints: ignore[…]`. Rules with findings in the file come first. */
import { CompletionItemKind, type CompletionItem } from 'vscode-languageserver-types';
import { lineStartAt } from '../../text/line.ts';
import type { CodeLanguage } from '../../tree/document.ts';
import { rules } from '../../rules/rules.ts';
import { rangeOf, type Located } from '../lsp.ts';

const ignoring = String.raw`[ \t]*endpoints:[ \t]*ignore(?:-file)?\[([^\]]*)$`;
const hashed = new RegExp(`(?:^|[ \\t])#${ignoring}`);
/** Code needs no blank before a comment. */
const slashed = new RegExp(`(?://+|/\\*+)${ignoring}`);

/** The codes for the offset of the file (UTF-16 units); undefined outside of an ignore comment. */
export function completeIgnore(
  located: Located,
  offset: number,
  language: CodeLanguage | undefined,
  found: () => Iterable<string>,
): readonly CompletionItem[] | undefined {
  const { text } = located;
  const before = text.slice(lineStartAt(text, offset), offset);
  const hasSlashes = language !== undefined && language !== 'python';
  const comment = (hasSlashes ? slashed : hashed).exec(before);
  if (!comment) return undefined;
  const typed = /[a-z0-9-]*$/.exec(before)?.[0] ?? '';
  const rest = /^[a-z0-9-]*/.exec(text.slice(offset, offset + 80))?.[0] ?? '';
  const range = rangeOf(located, { start: offset - typed.length, end: offset + rest.length });
  const listed = new Set((comment[1] ?? '').slice(0, -typed.length || undefined).split(/[,\s]+/));
  const near = new Set(found());
  return rules
    .filter(({ code }) => code.includes(typed) && !listed.has(code))
    .map(({ code, summary }) => ({
      label: code,
      kind: CompletionItemKind.EnumMember,
      detail: summary,
      sortText: `${near.has(code) ? 0 : 1}${code}`,
      filterText: code,
      textEdit: { range, newText: code },
    }));
}
