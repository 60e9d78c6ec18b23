/** Writes rules of roles in Terraform: a block behind another one, in its layout. */
import type { TextEdit } from '../text/edit.ts';
import type { Plain } from '../tree/tree-edit.ts';
import type { Sequence, Value } from '../tree/value.ts';
import { newLineBehind } from './hcl-lines.ts';

export function ruleBlockEdits(text: string) {
  return (sequence: Sequence, added: readonly Plain[], after: Value | undefined): readonly TextEdit[] | undefined => {
    const last = after ?? sequence.items.at(-1);
    if (!last || sequence.isOpen) return undefined;
    const { start, end } = last.span;
    const line = newLineBehind(text, last.span);
    if (!line) return undefined;
    const { at, indent, newline } = line;
    const inner = /\n([ \t]+)[\w"]/.exec(text.slice(start, end))?.[1] ?? `${indent}  `;
    const gap = isApart(text, sequence, last) ? newline : '';
    const blocks = added.flatMap(
      (rule) => blockOf(rule, { indent, inner, newline, isAligned: isAligned(text, last) }) ?? [],
    );
    if (blocks.length < added.length) return undefined;
    return [{ span: { start: at, end: at }, text: blocks.map((block) => `${gap}${newline}${block}`).join('') }];
  };
}

interface RuleLayout {
  readonly indent: string;
  readonly inner: string;
  readonly newline: string;
  readonly isAligned: boolean;
}

function blockOf(rule: Plain, { indent, inner, newline, isAligned }: RuleLayout): string | undefined {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return undefined;
  const pairs = Object.entries(rule).map(([name, value]) => [snakeCase(name), JSON.stringify(value)] as const);
  const width = isAligned ? Math.max(...pairs.map(([name]) => name.length)) : 0;
  const lines = pairs.map(([name, value]) => `${inner}${name.padEnd(width)} = ${value.replaceAll('","', '", "')}`);
  return [`${indent}rule {`, ...lines, `${indent}}`].join(newline);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whether an empty line is between this rule and the one before, or else behind it. */
function isApart(text: string, { items, span }: Sequence, rule: Value): boolean {
  const at = items.indexOf(rule);
  const [before, behind] = [items[at - 1], items[at + 1]];
  const from = before?.span.end ?? (behind ? rule.span.end : text.lastIndexOf('}', span.start));
  const to = before || !behind ? rule.span.start : behind.span.start;
  return from >= 0 && from < to && /\n[ \t]*\r?\n/.test(text.slice(from, to));
}

/** False where the equals signs of neighbouring lines are at different columns, as `terraform fmt` never leaves them. */
function isAligned(text: string, rule: Value): boolean {
  const lines = text.slice(rule.span.start, rule.span.end).split('\n');
  const columns = lines.map((line) => (/^\s*\w+\s*=.*[^[{(,\s]\s*$/.test(line) ? line.indexOf('=') : -1));
  return columns.every((column, i) => column < 0 || (columns[i + 1] ?? -1) < 0 || columns[i + 1] === column);
}
