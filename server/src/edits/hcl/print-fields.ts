/** Writes values as Terraform: expressions, and the blocks and arguments of a schema, laid out as `terraform fmt` does. */
import { terraformPartOf, type TerraformBlock, type TerraformParts } from '../../contract/terraform.ts';
import type { DraftEntry, DraftPart, Plain } from '../../tree/tree-edit.ts';
import type { Value } from '../../tree/value.ts';

/**
 * Gives the text of an existing value, for a block without the indentation of its first line; undefined for a value that
 * is written elsewhere.
 */
export type TextOf = (value: Value) => string | undefined;

interface Printing {
  readonly textOf: TextOf;
  /** The blanks before the line. */
  readonly indent: string;
  /** True where an object is written on one line. */
  readonly isInline?: boolean;
}

export const indentStep = '  ';

/** A text in quotes. */
export function quotedHcl(value: string): string {
  // HCL has no short escapes for these two.
  const quoted = JSON.stringify(value).replaceAll(/\\([^])/g, (escape, character) =>
    character === 'b' ? '\\u0008' : character === 'f' ? '\\u000c' : escape,
  );
  return quoted.replaceAll(/[$%](?=\{)/g, '$&$&');
}

export function isIdentifier(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name);
}

export function hclKey(name: string): string {
  return isIdentifier(name) && name !== 'for' ? name : quotedHcl(name);
}

export function hclScalar(value: Plain): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return quotedHcl(value);
  return typeof value === 'object' ? undefined : String(value);
}

/** The parts of a plain value as those of a draft. */
function draftOf(part: DraftPart): DraftPart {
  if (part.kind !== 'plain' || part.value === null || typeof part.value !== 'object') return part;
  if (Array.isArray(part.value)) {
    const items = part.value.map((value: Plain): DraftPart => ({ kind: 'plain', value }));
    return { kind: 'list', base: undefined, items };
  }
  const entries = Object.entries(part.value).map(([name, value]: [string, Plain]): DraftEntry => ({
    name,
    entry: undefined,
    value: { kind: 'plain', value },
  }));
  return { kind: 'mapping', base: undefined, entries };
}

/** An expression; undefined where it has a part that cannot be written. */
export function printExpression(given: DraftPart, printing: Printing): string | undefined {
  const part = draftOf(given);
  switch (part.kind) {
    case 'plain':
      return hclScalar(part.value);
    case 'keep':
    case 'copy':
      return printing.textOf(part.value);
    case 'expression':
      return undefined;
    case 'list': {
      const items = part.items.map((item) => printExpression(item, printing));
      return items.every((item) => item !== undefined) ? `[${items.join(', ')}]` : undefined;
    }
    case 'mapping': {
      if (part.entries.length === 0) return '{}';
      const inner = { ...printing, indent: printing.indent + indentStep };
      const rows = part.entries.map(({ name, value }) => {
        const text = printExpression(value, inner);
        return text === undefined ? undefined : { name: hclKey(name), text };
      });
      if (!rows.every((row) => row !== undefined)) return undefined;
      if (printing.isInline) return `{ ${rows.map(({ name, text }) => `${name} = ${text}`).join(', ')} }`;
      return ['{', ...alignedFields(rows).map((line) => inner.indent + line), `${printing.indent}}`].join('\n');
    }
  }
}

/** A name with its value as text. */
interface FieldRow {
  readonly name: string;
  readonly text: string;
}

/** The equals signs of neighbours are in one column; a value of several lines has neighbours on neither side. */
export function alignedFields(rows: readonly FieldRow[]): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < rows.length;) {
    let to = from + 1;
    const isOne = (row: FieldRow | undefined): boolean => row?.text.includes('\n') === false;
    while (isOne(rows[from]) && isOne(rows[to])) to++;
    const group = rows.slice(from, to);
    const width = Math.max(...group.map(({ name }) => name.length));
    lines.push(...group.map(({ name, text }) => `${name.padEnd(width)} = ${text}`));
    from = to;
  }
  return lines;
}

/** The lines of an argument or of blocks that are sent as a field; undefined where the schema has no such name. */
export function printField(
  field: string,
  value: DraftPart,
  parts: TerraformParts,
  printing: Printing,
): readonly string[] | undefined {
  const [name, part] = terraformPartOf(parts, field) ?? [];
  if (name === undefined || !part) return undefined;
  const given = draftOf(value);
  if (part.kind === 'argument') {
    const text = printExpression(given, printing);
    return text === undefined ? undefined : `${printing.indent}${name} = ${text}`.split('\n');
  }
  const items = part.repeats === 'one' ? [given] : given.kind === 'list' ? given.items : undefined;
  const blocks = items?.map((item) => printBlock(name, part, item, printing));
  return blocks?.every((block) => block !== undefined) ? blocks.flat() : undefined;
}

export function printBlock(
  name: string,
  part: TerraformBlock,
  value: DraftPart,
  printing: Printing,
): readonly string[] | undefined {
  const { indent, textOf } = printing;
  const given = draftOf(value);
  if (given.kind === 'keep' || given.kind === 'copy') {
    const text = textOf(given.value);
    if (text === undefined || given.value.kind !== 'mapping' || !given.value.blockKey) return undefined;
    const lines = text.replace(/^[^{]*/, `${name} `).split('\n');
    return lines.map((line) => (line === '' ? '' : indent + line));
  }
  if (given.kind !== 'mapping') return undefined;
  if (given.entries.length === 0) return [`${indent}${name} {}`];
  const inner = { ...printing, indent: indent + indentStep };
  const rows: FieldRow[] = [];
  const blocks: string[] = [];
  for (const entry of given.entries) {
    const [own, kind] = terraformPartOf(part.parts, entry.name) ?? [];
    if (own === undefined) return undefined;
    if (kind?.kind === 'argument') {
      const text = printExpression(entry.value, inner);
      if (text === undefined) return undefined;
      rows.push({ name: own, text });
    } else {
      const lines = printField(entry.name, entry.value, part.parts, inner);
      if (!lines) return undefined;
      blocks.push(...lines);
    }
  }
  return [`${indent}${name} {`, ...alignedFields(rows).map((line) => inner.indent + line), ...blocks, `${indent}}`];
}
