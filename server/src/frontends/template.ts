/**
 * Masks `{{ … }}`, `${NAME}` and placeholders, so that the text around them can be parsed as YAML: by mask characters
 * inside a line, by blanks on a line that contains only actions. Lengths and line breaks stay, so all spans stay valid.
 */
import { trailingStart } from '../text/trailing.ts';
import { lineEndAt, lineStartAt } from '../text/line.ts';
import type { Span } from '../text/span.ts';
import type { Form } from '../tree/document.ts';
import { actionsIn, blocksOf, statementAction, type Action, type Block } from '../text/template-actions.ts';
import { placeholderPatterns } from './placeholders.ts';

/** The private-use character that replaces template characters. A scalar that contains it is opaque. */
export const mask = '\uE000';

/** What template syntax on lines of its own does to the text around it. In the order of offsets. */
export type TemplateLine = TemplateOutput | TemplateBlock;

/** A line, or the end of a line, that outputs unseen entries or items. */
export interface TemplateOutput {
  readonly offset: number;
  readonly block?: undefined;
  /** The column of what it outputs; undefined where it is not known. */
  readonly column: number | undefined;
}

/** A line where a block begins, continues or ends. */
export interface TemplateBlock {
  readonly offset: number;
  readonly block: Block;
}

/** `{% … %}` and `#% … %#` of Jinja, the latter as makejinja is configured. Bounded like an action. */
const statement =
  /\{%[^\n]{0,2000}?%\}|(?<=^[ \t]{0,200})\{%(?:[^%]|%(?!\})){0,2000}%\}|(?<=^[ \t]{0,200})#%[^\n]{0,2000}?%#/gm;

/** The template language of a text that cannot be parsed around its templates; undefined for any other text. */
export function foreignLanguage(text: string): string | undefined {
  const language = languageBySign(text);
  return language === undefined ? undefined : languageBySign(withoutBlockScalars(text));
}

function languageBySign(text: string): string | undefined {
  if (text.includes('<%') && /(?:^[ \t]*|[:-][ \t]+["']?)<%/m.test(text)) return 'ERB';
  if (text.includes('%{') && /^[ \t]*%\{~?[ \t]*(?:for|if|else|end)/m.test(text)) return 'Terraform template';
  return text.includes('#@') && ytt.test(text) ? 'ytt' : undefined;
}

/** Any language may be inside of a block scalar. */
function withoutBlockScalars(text: string): string {
  let block: number | undefined;
  const isOutside = (row: string): boolean => {
    const indent = indentOf(row);
    if (block !== undefined && (row.trim() === '' || indent > block)) return false;
    block = blockStart.test(row.trimEnd()) ? indent : undefined;
    return true;
  };
  return text.split('\n').filter(isOutside).join('\n');
}

/** The end of a line that starts a block scalar. */
const blockStart = /(?:^|[\s:-])[|>][-+\d]*[ \t]*(?:#.*)?$/;

/** True where a line of the masked text may start a block scalar. */
export function hasBlockScalar(masked: string): boolean {
  return anyBlockStart.test(masked);
}

const anyBlockStart = new RegExp(blockStart.source.replace(/\$$/, '\\r?$'), 'm');

/** A statement, a value or an annotation. Another comment may start with the same sign. */
const ytt =
  /^[ \t]*#@[ \t]+(?:load\(|(?:def|if|for|while) |else|end\b|\w+ = )|[:-][ \t]+#@[ \t]|(?:^[ \t]*|[:-][ \t]+)#@(?:data|library|overlay|schema|yaml)\//m;

/** True for a text whose parts cannot be read without the rest. */
export function isForeignTemplate(text: string): boolean {
  return isJinja(text) || foreignLanguage(text) !== undefined;
}

/** The language in which a text that cannot be read is a template. */
export function templateLanguage(text: string): string {
  return foreignLanguage(text) ?? (isJinja(text) ? 'Jinja' : 'template');
}

export function isJinja(text: string): boolean {
  return (
    (text.includes('{%') && /^[ \t]*\{%|(?:[:-][ \t]+["']?|[[{},"][ \t]*)\{%[^\n]{0,2000}%\}/m.test(text)) ||
    (text.includes('#}') && /^[ \t]*\{#/m.test(text)) ||
    (text.includes('%#') && /^[ \t]*#%[^\n]{0,2000}?%#/m.test(text))
  );
}

/** Returns the same text if there is nothing to mask. */
export function maskTemplates(text: string, form: Form): { text: string; lines: readonly TemplateLine[] } {
  const hasStatements = isJinja(text);
  const jinja = hasStatements ? withoutComments(text) : text;
  const own = hasAction(text) ? actionsIn(jinja) : [];
  const actions = hasStatements ? [...own, ...statementsIn(jinja, own)].sort((a, b) => a.start - b.start) : own;
  const masked = maskActions(jinja, actions);
  // In a program `${…}` is Pulumi's own syntax.
  const patterns = placeholderPatterns(masked, form);
  const inline = patterns.reduce((all, each) => all.replace(each, (found) => fill(found, mask)), masked);
  if (inline === text) return { text, lines: [] };
  const lines: TemplateLine[] = [];
  const rows = inline.split(/(?<=\n)/);
  const blanked: string[] = [];
  const outputs = actions.filter(({ kind }) => kind === 'output');
  let scalar: number | undefined;
  let at = 0;
  let next = 0;
  for (const [i, row] of rows.entries()) {
    const bare = row.slice(0, trailingStart(row, '\r\n'));
    const indent = indentOf(bare);
    if (scalar !== undefined && bare.trim() !== '' && indent <= scalar && !isMaskOnly(bare)) scalar = undefined;
    const written = text.slice(at, at + bare.length);
    const start = scalar !== undefined && indent > scalar ? -1 : blankFrom(bare, written, rows, i);
    while ((outputs[next]?.start ?? text.length) < at + Math.max(start, 0)) next++;
    const inRow: Action[] = [];
    for (let each = outputs[next]; each && each.start < at + bare.length; each = outputs[++next]) inRow.push(each);
    if (start >= 0 && (inRow.length > 0 || !hasControl.test(written)))
      lines.push({ offset: at + start, column: commonColumn(inRow, at) });
    blanked.push(start >= 0 ? bare.slice(0, start) + ' '.repeat(bare.length - start) + row.slice(bare.length) : row);
    if (scalar === undefined && blockStart.test(bare)) scalar = indent;
    at += row.length;
  }
  return { text: blanked.join(''), lines: [...lines, ...blockLines(actions, text.length)].sort(byOffset) };
}

/** What an action outputs is in the line where the action begins, so its line breaks are masked too. */
function maskActions(text: string, actions: readonly Action[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end, code } of actions) {
    masked += text.slice(at, start) + (code.startsWith('/*') ? ' ' : mask).repeat(end - start);
    at = end;
  }
  return masked + text.slice(at);
}

function blockLines(actions: readonly Action[], length: number): readonly TemplateBlock[] {
  return blocksOf(actions, length).flatMap((block) =>
    [block.start, ...block.elses, block.end].map((offset) => ({ offset, block })),
  );
}

function byOffset(a: TemplateLine, b: TemplateLine): number {
  return a.offset - b.offset;
}

function commonColumn(outputs: readonly Action[], line: number): number | undefined {
  const [column, ...others] = new Set(outputs.map((each) => columnOf(each, line)));
  return others.length === 0 ? column : undefined;
}

/** The column after `nindent`, or after `indent` at the start of a line. */
function columnOf({ start, code }: Action, line: number): number | undefined {
  const [, newline, column] = /\|\s*(n?)indent\s+(\d{1,3})$/.exec(code) ?? [];
  return column !== undefined && (newline === 'n' || start === line) ? Number(column) : undefined;
}

/** The first action of a masked text without "}}" before the next "{{". No value of the template can repair it. */
export function openAction(masked: string): Span | undefined {
  for (const { index: start } of masked.matchAll(/\{\{-?[ \t]*[.$"(\w]/g)) {
    const next = masked.indexOf('{{', start + 2);
    const close = masked.indexOf('}}', start);
    const isInComment = /(?:^|[ \t])#/.test(masked.slice(lineStartAt(masked, start), start));
    if (isInComment) continue;
    if (close < 0 || (next >= 0 && next < close)) return { start, end: lineEndAt(masked, start) };
  }
  return undefined;
}

/** In a string of JSON. */
const jinja = /\{%[^"\n]{0,2000}?%\}/;

/** JSON has no mask characters outside strings: an action becomes a string of its length, a control action blanks. */
export function maskJsonTemplates(text: string, form: Form): string {
  const patterns = placeholderPatterns(text, form).map(({ source }) => source);
  if (patterns.length === 0 && !hasAction(text) && !text.includes('{%')) return text;
  const piece = new RegExp([jinja.source, ...patterns, '\\\\.', '"'].join('|'), 'gm');
  let isInString = false;
  const asString = (found: string): string => (isInString ? fill(found, mask) : `"${fill(found.slice(2), mask)}"`);
  const passed = (part: string): string =>
    part.replace(piece, (found) => {
      if (found === '"') isInString = !isInString;
      // A statement of Jinja between values cannot be read around.
      const isLeft = found === '"' || found.startsWith('\\') || (found.startsWith('{%') && !isInString);
      return isLeft ? found : asString(found);
    });
  let masked = '';
  let at = 0;
  for (const { start, end, kind } of actionsIn(text)) {
    const found = text.slice(start, end);
    masked += passed(text.slice(at, start));
    masked += kind === 'output' || isInString ? asString(found) : fill(found, ' ');
    at = end;
  }
  return masked + passed(text.slice(at));
}

/** True for a line with syntax that need not output anything. */
const hasControl = /\{\{|\{%|#%/;

/** The statements of Jinja outside of its actions. */
function statementsIn(text: string, actions: readonly Action[]): readonly Action[] {
  let at = 0;
  return [...text.matchAll(statement)].flatMap(({ 0: found, index }) => {
    while ((actions[at]?.end ?? index + 1) <= index) at++;
    return (actions[at]?.start ?? index) < index ? [] : [statementAction(found, index)];
  });
}

/** Blanks `{# … #}`. A search by a pattern would take quadratic time where comments are not closed. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = text.indexOf('{#'); start >= 0; start = text.indexOf('{#', from)) {
    const end = text.indexOf('#}', start + 2);
    if (end < 0) break;
    parts.push(text.slice(from, start), fill(text.slice(start, end + 2), ' '));
    from = end + 2;
  }
  return parts.join('') + text.slice(from);
}

function hasAction(text: string): boolean {
  return text.includes('{{') && text.includes('}}');
}

function fill(found: string, by: string): string {
  return found.replace(/[^\r\n]/g, by);
}

/** The offset from which a line is blanked: its start, or the text before deeper-indented lines. */
function blankFrom(bare: string, written: string, rows: readonly string[], index: number): number {
  if (isMaskOnly(bare)) return 0;
  if (!written.includes('{{')) return -1;
  const lead = /^([ \t]*)(?:- +)*(?:[^\s#:][^#]*?:|-)(?=[ \t]+\uE000[ \t\uE000]*$)/.exec(bare);
  if (!lead) return -1;
  let below = index + 1;
  while (below < rows.length && /^[\s\uE000]*$/.test(rows[below] ?? '')) below++;
  const next = rows[below];
  if (next === undefined) return -1;
  const column = /^[ \t]*(?:- +)*/.exec(lead[0])?.[0].length ?? 0;
  const isItem = lead[0].endsWith(':') && indentOf(next) === column && /^\s*- /.test(next);
  return indentOf(next) > column || isItem ? lead[0].length : -1;
}

function isMaskOnly(line: string): boolean {
  return line.includes(mask) && /^[ \t\uE000]*$/.test(line);
}

function indentOf(line: string): number {
  return /^[ ]*/.exec(line)?.[0].length ?? 0;
}
