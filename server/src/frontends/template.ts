/**
 * Masks `{{ … }}`, `${NAME}` and placeholders, so that the text around them can be parsed as YAML: by mask characters
 * inside a line, by blanks on a line that contains only actions. Lengths and line breaks stay, so all spans stay valid.
 */
import { trailingStart } from '../text/trailing.ts';
import { lineEndAt, lineStartAt } from '../text/line.ts';
import type { Span } from '../text/span.ts';
import type { Form } from '../tree/document.ts';
import { placeholderPatterns } from './placeholders.ts';

/** The private-use character that replaces template characters. A scalar that contains it is opaque. */
export const mask = '\uE000';

/** A line, or the end of a line, that contains only template syntax. */
export interface TemplateLine {
  readonly offset: number;
  /** True if it outputs or repeats text, and so may add unseen entries or items. */
  readonly isContent: boolean;
}

/** An action over several lines must start its line or be a comment. Bounded, so open braces take linear time. */
const action =
  /\{\{[^\n]{0,2000}?\}\}|(?<=^[ \t]{0,200})\{\{(?:[^}]|\}(?!\})){0,20000}\}\}|\{\{-?\s{0,80}\/\*[\s\S]{0,20000}?\*\/\s{0,80}-?\}\}/gm;

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
  const jinja = isJinja(text) ? maskJinja(text) : text;
  const actions = hasAction(text)
    ? jinja.replace(action, (found) => fill(found, isComment(found) ? ' ' : mask))
    : jinja;
  // In a program `${…}` is Pulumi's own syntax.
  const patterns = placeholderPatterns(actions, form);
  const inline = patterns.reduce((all, each) => all.replace(each, (found) => fill(found, mask)), actions);
  if (inline === text) return { text, lines: [] };
  const lines: TemplateLine[] = [];
  const rows = inline.split(/(?<=\n)/);
  const masked: string[] = [];
  let block: number | undefined;
  let at = 0;
  for (const [i, row] of rows.entries()) {
    const bare = row.slice(0, trailingStart(row, '\r\n'));
    const indent = indentOf(bare);
    if (block !== undefined && bare.trim() !== '' && indent <= block && !isMaskOnly(bare)) block = undefined;
    const written = text.slice(at, at + bare.length);
    const start = block !== undefined && indent > block ? -1 : blankFrom(bare, written, rows, i);
    if (start >= 0) lines.push({ offset: at + start, isContent: !isControl(written.slice(start)) });
    masked.push(start >= 0 ? bare.slice(0, start) + ' '.repeat(bare.length - start) + row.slice(bare.length) : row);
    if (block === undefined && blockStart.test(bare)) block = indent;
    at += row.length;
  }
  return { text: masked.join(''), lines };
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
  const parts = [action.source, jinja.source, ...patterns, '\\\\.', '"'];
  const piece = new RegExp(parts.join('|'), 'gm');
  let isInString = false;
  return text.replace(piece, (found) => {
    if (found === '"') isInString = !isInString;
    if (found === '"' || found.startsWith('\\')) return found;
    if (isInString) return fill(found, mask);
    // A statement between values cannot be read around.
    if (found.startsWith('{%')) return found;
    return isControl(found) || isComment(found) ? fill(found, ' ') : `"${fill(found.slice(2), mask)}"`;
  });
}

function maskJinja(text: string): string {
  return withoutComments(text).replace(statement, (found) => fill(found, mask));
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
  const lead = /^([ \t]*)(?:- +)*(?:[^\s#:][^#]*?:|-)(?=[ \t]+\uE000[ \t\uE000]*$)/.exec(bare);
  if (!lead || !written.includes('{{')) return -1;
  let below = index + 1;
  while (below < rows.length && /^[\s\uE000]*$/.test(rows[below] ?? '')) below++;
  const next = rows[below];
  const isDeeper =
    next !== undefined &&
    (indentOf(next) > indentOf(bare) ||
      (indentOf(next) === indentOf(bare) && /^\s*- /.test(next) && !/^\s*-/.test(bare)));
  return isDeeper ? lead[0].length : -1;
}

function isMaskOnly(line: string): boolean {
  return line.includes(mask) && /^[ \t\uE000]*$/.test(line);
}

function indentOf(line: string): number {
  return /^[ ]*/.exec(line)?.[0].length ?? 0;
}

function isComment(found: string): boolean {
  return /^\{\{-?\s*\/\*/.test(found);
}

/** Actions that select text but output none. A `range` or `for` repeats its body, so it counts as content. */
function isControl(line: string): boolean {
  const actions = line.match(/\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|#%.*?%#/g) ?? [];
  return actions.length > 0 && actions.every((each) => control.test(each));
}

const control =
  /^(?:\{\{-?\s*(?:if|else|end|with|define|block|break|continue|\/\*|\$\w+\s*:?=)|[{#]%[-+]?\s*(?:if|elif|else|end\w*|with|set)\b)/;
