/** Finds what can be written at an offset of a Terraform file. Derived from the text before it, so it also works in incomplete texts. */
import { terraformManifests } from '../../contract/terraform.ts';
import type { Span } from '../../text/span.ts';
import { lineEndAt, lineStartAt } from '../../text/line.ts';
import type { Slot } from '../../tree/slot.ts';
import { allBlocks, type HclBlock, type HclExpression, type HclFile } from '../hcl/hcl.ts';
import { readHcl } from '../hcl/read-hcl.ts';
import { headOf, statementsIn } from '../terraform/read-body.ts';
import { objectSlotAt } from './object-slot.ts';

export interface TerraformSlot {
  /** `top`: outside of all blocks. `name`: of an argument, of a block or of a map's entry. */
  readonly kind: 'top' | 'name' | 'value';
  /** The blocks around, from that of the resource inwards. */
  readonly blocks: readonly HclBlock[];
  /** The argument whose value is written, or whose map has the entry; undefined for a name in a block. */
  readonly argument: string | undefined;
  /** The entry of a map whose value is written. */
  readonly key: string | undefined;
  /** The names in the innermost block, without that on the line. */
  readonly written: ReadonlySet<string>;
  /** True in a list. */
  readonly isItem: boolean;
  /** The word to replace, with its quotes. */
  readonly typed: Span;
  readonly prefix: string;
  /** The whole file without the line of the offset. */
  readonly file: HclFile;
}

/** A place in the object of a `kubernetes_manifest`, with the slot that completion has in other languages. */
export interface ManifestSlot extends Pick<TerraformSlot, 'blocks' | 'typed' | 'file'> {
  readonly kind: 'manifest';
  readonly slot: Slot;
}

/** Undefined in comments, templates and heredocs, and in blocks that are not read. */
export function terraformSlotAt(text: string, offset: number): TerraformSlot | ManifestSlot | undefined {
  const line = lineStartAt(text, offset);
  const before = text.slice(line, offset);
  const typed = wordAt(text, line, offset);
  if (!typed) return undefined;
  const lead = text.slice(line, typed.start);
  if (/(?:#|\/\/)/.test(lead.replace(/"(?:[^"\\]|\\.)*"/g, ''))) return undefined;
  const { body, heredocs } = readHcl(text.slice(0, typed.start), 'terraform');
  if (heredocs.at(-1)?.end === typed.start) return undefined;
  const blocks = openBlocks(body.blocks, typed.start);
  const file = readHcl(
    `${text.slice(0, line)}${' '.repeat(lineEndAt(text, offset) - line)}${text.slice(lineEndAt(text, offset))}`,
    'terraform',
  );
  const found = { blocks, typed, prefix: before.slice(typed.start - line), file };
  const none = { argument: undefined, key: undefined, isItem: false, written: new Set<string>() };
  const inner = blocks.at(-1);
  const manifest = openManifest(blocks);
  if (manifest) {
    const slot = objectSlotAt(manifest, { text, typed, prefix: found.prefix });
    return slot && { kind: 'manifest', slot, blocks, typed, file };
  }
  if (!inner) return lead.trim() === '' ? { kind: 'top', ...none, ...found } : undefined;
  const written = namesIn(inner, file);
  const open = openCollection(inner);
  const assigned = /(?:"([^"\n]+)"|([\p{L}_][\p{L}\p{N}_./-]*))[^\S\n]*=[^\S\n]*$/u.exec(lead);
  const name = assigned?.[1] ?? assigned?.[2];
  const isFirst = /(?:^|[{,])\s*$/.test(lead);
  if (open?.kind === 'list')
    return /(?:^|[[,])\s*$/.test(lead)
      ? { ...found, ...none, kind: 'value', argument: open.name, isItem: true }
      : undefined;
  if (open?.kind === 'object') {
    if (name !== undefined) return { ...found, ...none, kind: 'value', argument: open.name, key: name };
    const keys = new Set(open.keys);
    return isFirst ? { ...found, ...none, kind: 'name', argument: open.name, written: keys } : undefined;
  }
  if (name !== undefined) return { ...found, ...none, kind: 'value', argument: name, written };
  return isFirst && !before.includes('"') ? { ...found, ...none, kind: 'name', written } : undefined;
}

/** A text in quotes from its first quote on, or a reference; undefined in a template. */
function wordAt(text: string, line: number, offset: number): Span | undefined {
  const before = text.slice(line, offset);
  const quotes = [...before.replace(/\\./g, '  ').matchAll(/"/g)];
  const opened = quotes.length % 2 === 1 ? quotes.at(-1)?.index : undefined;
  if (opened !== undefined) {
    if (/[$%]\{/.test(before.slice(opened))) return undefined;
    const rest = /^[^"\n]*?"/.exec(text.slice(offset, lineEndAt(text, offset)))?.[0] ?? '';
    return { start: line + opened, end: offset + (/^[\w./:-]*"$/.test(rest) ? rest.length : 0) };
  }
  // A bracket before the word opens a list.
  const word = /[\p{L}\p{N}_.[\]-]*$/u.exec(before)?.[0].replace(/^[[\]]+/, '') ?? '';
  const rest = /^(?:[\p{L}\p{N}_.-]|\[[^[\]\n]*\])*/u.exec(text.slice(offset, lineEndAt(text, offset)))?.[0] ?? '';
  return { start: offset - word.length, end: offset + rest.length };
}

function openBlocks(blocks: readonly HclBlock[], end: number): readonly HclBlock[] {
  const last = blocks.at(-1);
  if (!last || last.isClosed || last.span.end < end - 100_000) return [];
  return [last, ...openBlocks(last.body.blocks, end)];
}

/** The object in which the text of a `kubernetes_manifest` ends. */
function openManifest([resource, ...inner]: readonly HclBlock[]): HclExpression | undefined {
  const name = terraformManifests.get(resource?.labels[0]?.text ?? '');
  const last = resource?.type === 'resource' && inner.length === 0 ? statementsIn(resource.body).at(-1) : undefined;
  if (name !== 'manifest' || !last || !('expression' in last) || last.name !== name) return undefined;
  return last.expression.kind === 'object' && last.expression.isUnended ? last.expression : undefined;
}

interface OpenCollection {
  readonly kind: 'object' | 'list';
  readonly name: string;
  readonly keys: readonly string[];
}

/** The list or the object in which the text of the block ends. */
function openCollection({ body }: HclBlock): OpenCollection | undefined {
  const last = statementsIn(body).at(-1);
  if (!last || !('expression' in last)) return undefined;
  const { expression, name } = last;
  if (expression.kind === 'list' && !expression.isClosed) return { kind: 'list', name, keys: [] };
  if (expression.kind !== 'object' || expression.isClosed) return undefined;
  const keys = expression.entries.flatMap(({ key }) => (key.kind === 'literal' ? [String(key.value)] : []));
  return { kind: 'object', name, keys };
}

function namesIn(block: HclBlock, { body }: HclFile): ReadonlySet<string> {
  const whole = [...allBlocks(body)].find(({ key }) => key.start === block.key.start) ?? block;
  return new Set(statementsIn(whole.body).map((each) => headOf(each).name));
}
