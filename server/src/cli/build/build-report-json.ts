/** Prints built objects as JSON, documented in docs/cli/build.md. */
import { printableJson } from '../../text/quote.ts';
import type { BuiltObject, BuiltValue } from '../../tree/built.ts';

/** `root` is the folder as the command line names it. The text ends with a line break. */
export function buildJson(root: string, objects: readonly BuiltObject[]): string {
  const list = listText(
    '[',
    ']',
    objects.map((object) => jsonOf(object.root, '    ')),
    '  ',
  );
  return `{\n  "version": 1,\n  "root": ${printableJson(root)},\n  "objects": ${list}\n}\n`;
}

/** Writes integers of 64 bits exactly, which JSON.stringify cannot. */
function jsonOf(value: BuiltValue, indent: string): string {
  if (value.kind === 'scalar')
    return typeof value.value === 'bigint' ? String(value.value) : printableJson(value.value);
  const inner = `${indent}  `;
  if (value.kind === 'sequence')
    return listText('[', ']', value.items.map((item) => jsonOf(item, inner)), indent); // prettier-ignore
  const members = value.entries.map(({ name, value: each }) => `${printableJson(name)}: ${jsonOf(each, inner)}`);
  return listText('{', '}', members, indent);
}

function listText(start: string, end: string, parts: readonly string[], indent: string): string {
  if (parts.length === 0) return start + end;
  return `${start}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${end}`;
}
