/** Drafts the text that completion inserts, by contract type and with tab stops, and spells it as YAML, JSON or HCL. */
import type { Type } from '../../contract/type.ts';
import { alignedFields, hclKey, quotedHcl } from '../../edits/hcl/print-fields.ts';
import { escapedSnippet } from '../../text/snippet.ts';
import type { Layout, Slot } from '../../tree/slot.ts';

export type SnippetDraft =
  /** A known scalar. */
  | { readonly kind: 'scalar'; readonly value: string; readonly isString: boolean }
  /** A scalar for the user to fill in, with choices in order of likelihood. */
  | {
      readonly kind: 'stop';
      readonly sample: string;
      readonly choices: readonly string[];
      readonly type: Type['kind'];
      /** Tab stops with the same link are filled in together. */
      readonly link?: string;
      /** Text after the tab stop. */
      readonly suffix?: string;
    }
  | { readonly kind: 'list'; readonly items: readonly SnippetDraft[] }
  /** Without entries: a place for the first one. */
  | {
      readonly kind: 'mapping';
      readonly entries: readonly (readonly [name: string, value: SnippetDraft])[];
      readonly isNamed?: boolean;
    };

export function draftOf(type: Type): SnippetDraft {
  switch (type.kind) {
    case 'object': {
      const entries = type.shape.flatMap((name): [string, SnippetDraft][] => {
        const field = type.fields[name];
        return field ? [[name, draftOf(field.type)]] : [];
      });
      return { kind: 'mapping', entries };
    }
    case 'map':
      return { kind: 'mapping', entries: [] };
    case 'list':
      return { kind: 'list', items: [draftOf(type.item)] };
    case 'boolean':
      return { kind: 'stop', sample: '', choices: ['true', 'false'], type: 'boolean' };
    case 'string': {
      const choices = type.choices?.map(({ value }) => value) ?? [];
      const [only] = choices;
      if (choices.length === 1 && only !== undefined) return { kind: 'scalar', value: only, isString: true };
      return { kind: 'stop', sample: '', choices, type: 'string' };
    }
    default:
      return { kind: 'stop', sample: '', choices: [], type: type.kind };
  }
}

export interface Spelling {
  readonly style: Slot['style'];
  readonly isSnippet: boolean;
  readonly layout: Layout;
  /** The number of blanks that the client itself adds to every further line. */
  readonly added: number;
  readonly isFlat: boolean;
  readonly stops: Set<string>;
}

/** The number of a new tab stop, or of the existing one with the link. */
export function nextStop({ stops }: Spelling, link = `#${stops.size}`): number {
  stops.add(link);
  return [...stops].indexOf(link) + 1;
}

/** The text after `name:` for a key in the column. */
export function spellAfterColon(draft: SnippetDraft, column: number, spelling: Spelling): string {
  const isNested = draft.kind === 'list' || draft.kind === 'mapping';
  if (spelling.style !== 'block' || !isNested) return ` ${spellInline(draft, column, spelling)}`;
  const { step, isCompact } = spelling.layout;
  const below = draft.kind === 'list' && isCompact ? column : column + step;
  return lineBreak(below, spelling) + spellBlock(draft, below, spelling);
}

export function spellBlock(draft: SnippetDraft, column: number, spelling: Spelling): string {
  if (draft.kind === 'list') {
    return draft.items.map((item) => `- ${spellBlock(item, column + 2, spelling)}`).join(lineBreak(column, spelling));
  }
  if (draft.kind !== 'mapping') return spellInline(draft, column, spelling);
  if (draft.entries.length === 0) return spelling.isSnippet ? `$${nextStop(spelling)}` : '';
  const { entries, isNamed } = draft;
  return entries
    .map(([name, value]) => `${isNamed ? spellName(name, spelling) : name}:${spellAfterColon(value, column, spelling)}`)
    .join(lineBreak(column, spelling));
}

function spellName(name: string, spelling: Spelling): string {
  return spelling.isSnippet ? `\${${nextStop(spelling)}:${name}}` : name;
}

export function spellInline(draft: SnippetDraft, column: number, spelling: Spelling): string {
  const { style } = spelling;
  switch (draft.kind) {
    case 'scalar':
      return snippetText(draft.isString ? spellText(draft.value, style) : draft.value, spelling);
    case 'stop':
      return spellStop(draft, spelling);
    case 'list': {
      if (style === 'hcl') return spellHclList(draft.items, column, spelling);
      const items = draft.items.map(
        (item) =>
          (at: number): string =>
            spellInline(item, at, spelling),
      );
      const isNested = draft.items.some(({ kind }) => kind === 'mapping');
      return inBrackets('[', items, isNested, column, spelling);
    }
    case 'mapping': {
      if (style === 'hcl') return spellHclObject(draft.entries, column, spelling);
      if (draft.entries.length === 0) return spelling.isSnippet ? `{$${nextStop(spelling)}\\}` : '{}';
      const parts = draft.entries.map(
        ([name, value]) =>
          (at: number): string =>
            `${style === 'json' ? JSON.stringify(name) : name}: ${spellInline(value, at, spelling)}`,
      );
      const isNested = draft.entries.some(([, { kind }]) => kind === 'list' || kind === 'mapping');
      return inBrackets('{', parts, isNested, column, spelling);
    }
  }
}

/** On one line. Nested JSON gets several lines. */
function inBrackets(
  open: '{' | '[',
  parts: readonly ((column: number) => string)[],
  isNested: boolean,
  column: number,
  spelling: Spelling,
): string {
  const close = open === '[' ? ']' : spelling.isSnippet ? '\\}' : '}';
  if (spelling.style !== 'json' || !isNested || spelling.isFlat) {
    const pad = open === '{' && spelling.style === 'flow' ? ' ' : '';
    return open + pad + parts.map((part) => part(column)).join(', ') + pad + close;
  }
  const inner = column + spelling.layout.step;
  const lines = parts.map((part) => lineBreak(inner, spelling) + part(inner));
  return open + lines.join(',') + lineBreak(column, spelling) + close;
}

type DraftEntries = Extract<SnippetDraft, { kind: 'mapping' }>['entries'];

/** Several objects have lines of their own. */
function spellHclList(items: readonly SnippetDraft[], column: number, spelling: Spelling): string {
  const isNested = items.some(({ kind }) => kind === 'mapping');
  if (items.length === 1 || !isNested || spelling.isFlat)
    return `[${items.map((item) => spellHclItem(item, column, spelling)).join(', ')}]`;
  const inner = column + spelling.layout.step;
  const lines = items.map((item) => `${lineBreak(inner, spelling)}${spellHclItem(item, inner, spelling)},`);
  return `[${lines.join('')}${lineBreak(column, spelling)}]`;
}

/** An object with one scalar has no lines of its own: `{ ip = "" }`. */
function spellHclItem(item: SnippetDraft, column: number, spelling: Spelling): string {
  const isShort = item.kind === 'mapping' && item.entries.length === 1 && isScalarDraft(item.entries[0]?.[1]);
  return spellInline(item, column, isShort ? { ...spelling, isFlat: true } : spelling);
}

function isScalarDraft(draft: SnippetDraft | undefined): boolean {
  return draft?.kind === 'scalar' || draft?.kind === 'stop';
}

function spellHclObject(entries: DraftEntries, column: number, spelling: Spelling): string {
  const { isSnippet, isFlat, layout } = spelling;
  if (entries.length === 0 && !isSnippet) return '{}';
  const inner = column + layout.step;
  const rows = entries.map(([name, value]) => ({ name: hclKey(name), text: spellInline(value, inner, spelling) }));
  const lines = entries.length === 0 ? [`$${nextStop(spelling)}`] : isFlat ? rows.map(flatHcl) : alignedFields(rows);
  const close = isSnippet ? '\\}' : '}';
  if (isFlat) return `{ ${lines.join(', ')} ${close}`;
  return `{${lines.map((line) => lineBreak(inner, spelling) + line).join('')}${lineBreak(column, spelling)}${close}`;
}

function flatHcl({ name, text }: { readonly name: string; readonly text: string }): string {
  return `${name} = ${text}`;
}

/** A string: bare where YAML reads it back as the same string, otherwise in double quotes. */
export function spellText(text: string, style: Spelling['style'], quote = ''): string {
  if (style === 'hcl') return quotedHcl(text);
  if (style === 'json' || quote === '"') return JSON.stringify(text);
  if (quote === "'") return `'${text.replaceAll("'", "''")}'`;
  const isBare =
    /^[A-Za-z][\w./-]*(?::[\w./-]+)*$/.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text);
  return isBare || /^\d+(?:\.\d+){3}$/.test(text) ? text : JSON.stringify(text);
}

/** True where a text always has quotes. */
export function quotesTexts(style: Spelling['style']): boolean {
  return style === 'json' || style === 'hcl';
}

export function snippetText(text: string, { isSnippet }: Pick<Spelling, 'isSnippet'>): string {
  return isSnippet ? escapedSnippet(text) : text;
}

function spellStop(draft: Extract<SnippetDraft, { kind: 'stop' }>, spelling: Spelling): string {
  const { sample, choices, type, link, suffix = '' } = draft;
  const { style } = spelling;
  const isQuoted = quotesTexts(style);
  const isText = type === 'string';
  const first = sample || choices[0] || '';
  const isEmpty = first === '' && !isText && (style === 'json' || (style === 'hcl' && !spelling.isSnippet));
  const filled = isEmpty ? emptyOf(type) : first;
  if (!spelling.isSnippet) return isText && (isQuoted || filled !== '') ? spellText(filled + suffix, style) : filled;
  const isKnown = link !== undefined && spelling.stops.has(link);
  const number = nextStop(spelling, link);
  const isBare = [filled, ...choices].every((each) => each === '' || spellText(each, style) === each);
  const mark = isText && (isQuoted || !isBare) ? '"' : '';
  if (isKnown) return `${mark}$${number}${suffix}${mark}`;
  if (choices.length > 1) return `${mark}\${${number}|${choices.join(',')}|}${suffix}${mark}`;
  return mark + (filled === '' ? `$${number}` : `\${${number}:${snippetText(filled, spelling)}}`) + suffix + mark;
}

/** JSON and HCL have no empty value. */
function emptyOf(type: Type['kind']): string {
  return type === 'integer' ? '0' : type === 'boolean' ? 'false' : 'null';
}

function lineBreak(column: number, { layout, added }: Spelling): string {
  return layout.newline + ' '.repeat(Math.max(0, column - added));
}
