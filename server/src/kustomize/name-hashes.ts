/** The hash that kustomize puts behind the name of a generated ConfigMap or Secret. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BuiltValue } from '../tree/built.ts';
import { type BuildObject, entryAt, builtText } from './object.ts';

/** Letters and digits that kustomize replaces, so that a hash spells no word. */
const replaced: Readonly<Record<string, string>> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };

/** The hash of the content of a ConfigMap or Secret. */
export function hashOf({ root }: BuildObject): string {
  const kind = builtText(root, ['kind']);
  const field = (name: string) => {
    const value = entryAt(root, name)?.value;
    return value === undefined ? [] : [[name, plain(value)] as const];
  };
  const data = field('data').length > 0 ? field('data') : [['data', ''] as const];
  const parts =
    kind === 'Secret'
      ? [...data, ...field('stringData'), ['type', builtText(root, ['type'])] as const]
      : [...data, ...field('binaryData')];
  const content = { ...Object.fromEntries(parts), kind, name: '' };
  const hex = bytesToHex(sha256(utf8ToBytes(goJson(content))));
  return hex.slice(0, 10).replaceAll(/[013ae]/gu, (digit) => replaced[digit] ?? digit);
}

/** As Go writes it: keys in order, and no characters that HTML gives a meaning. */
function goJson(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return text.replaceAll(
    /[<>&\u2028\u2029]/gu,
    (letter) => String.raw`\u` + (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0'),
  );
}

function plain(value: BuiltValue): unknown {
  if (value.kind === 'sequence') return value.items.map(plain);
  if (value.kind === 'mapping')
    return Object.fromEntries(value.entries.map((entry) => [entry.name, plain(entry.value)]));
  return typeof value.value === 'bigint' ? Number(value.value) : value.value;
}
