/**
 * Masks what another program fills in, `{{ … }}` and `${NAME}`, so that the text around reads as YAML: inside a line as so
 * many mask characters, a line of nothing but actions as blanks. Lengths and line breaks stay, so every span holds.
 */
import { trailingStart } from '../text/trailing.ts';
import type { Form } from '../tree/document.ts';

/** The character (private use) that stands for one of a template's; a scalar that holds it is opaque. */
export const mask = '\uE000';

/** A line, or the end of one, that is only template. */
export interface TemplateLine {
  readonly offset: number;
  /** True where it writes or repeats text, and so may bring entries or items that are not seen. */
  readonly isContent: boolean;
}

export interface Masked {
  readonly text: string;
  readonly lines: readonly TemplateLine[];
}

/**
 * Actions over several lines start their line, or are comments; otherwise "{{" may be a text of its own. The lengths are
 * bounded, so that a text of open braces is read in linear time.
 */
const action =
  /\{\{[^\n]{0,2000}?\}\}|(?<=^[ \t]{0,200})\{\{(?:[^}]|\}(?!\})){0,20000}\}\}|\{\{-?\s{0,80}\/\*[\s\S]{0,20000}?\*\/\s{0,80}-?\}\}/gm;

/** `${NAME}` with or without a short default, and `$NAME` in capitals, as envsubst and Flux fill in; bounded, too. */
const substitution = /\$\{[A-Za-z_][^}"\n]{0,300}\}|(?<![\w$])\$[A-Z_][A-Z0-9_]+\b/g;

/** Template languages that are not understood: a text of theirs is left alone. */
export function isForeignTemplate(text: string): boolean {
  if (!text.includes('{%') && !text.includes('<%') && !text.includes('#@')) return false;
  return /^[ \t]*(?:\{%|<%|#@[ \t])|:[ \t]+(?:\{%|<%|#@[ \t])/m.test(text);
}

/** The masked text; the same text where there is nothing to mask. */
export function maskTemplates(text: string, form: Form): Masked {
  if (!mayHold(text)) return { text, lines: [] };
  const actions = text.replace(action, (found) => fill(found, isComment(found) ? ' ' : mask));
  // In a program `${…}` is the program's own.
  const inline = form === 'pulumi' ? actions : actions.replace(substitution, (found) => fill(found, mask));
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
    if (block === undefined && /(?:^|[\s:-])[|>][-+\d]*[ \t]*(?:#.*)?$/.test(bare)) block = indent;
    at += row.length;
  }
  return { text: masked.join(''), lines };
}

/**
 * JSON has no place for mask characters outside of strings: there, an action becomes a string of its length, and one that
 * only chooses becomes blanks.
 */
export function maskJsonTemplates(text: string, form: Form): string {
  if (!mayHold(text)) return text;
  const parts = [action.source, ...(form === 'pulumi' ? [] : [substitution.source]), '\\\\.', '"'];
  const piece = new RegExp(parts.join('|'), 'gm');
  let isInString = false;
  return text.replace(piece, (found) => {
    if (found === '"') isInString = !isInString;
    if (found === '"' || found.startsWith('\\')) return found;
    if (isInString) return fill(found, mask);
    return isControl(found) || isComment(found) ? fill(found, ' ') : `"${fill(found.slice(2), mask)}"`;
  });
}

function mayHold(text: string): boolean {
  return (text.includes('{{') && text.includes('}}')) || text.includes('$');
}

function fill(found: string, by: string): string {
  return found.replace(/[^\r\n]/g, by);
}

/** Where the part of a line starts that reads best as blank: all of it, or what stands before deeper lines. */
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

/** Actions that choose between texts but write none themselves. A `range` repeats what it holds: it counts as content. */
function isControl(line: string): boolean {
  const actions = line.match(/\{\{[\s\S]*?(?:\}\}|$)/g) ?? [];
  return (
    actions.length > 0 &&
    actions.every((each) => /^\{\{-?\s*(?:if|else|end|with|define|block|break|continue|\/\*|\$\w+\s*:?=)/.test(each))
  );
}
