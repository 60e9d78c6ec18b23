/** Writes a plain value in the language of a document: JSON, or YAML that both YAML versions read alike. */
import type { Document } from '../tree/document.ts';
import type { Plain } from '../tree/tree-edit.ts';
import { doubleQuoted } from '../frontends/yaml/double-quoted.ts';
import { resolvePlain } from '../frontends/yaml/scalar.ts';

/** Writes the value with the same quotes as before, if there were any. */
export function spellLike(written: string, by: Plain, { syntax }: Document, isFlow: boolean): string {
  if (syntax === 'json') return JSON.stringify(by);
  if (typeof by === 'string' && written.startsWith('"')) return doubleQuoted(by);
  if (typeof by === 'string' && written.startsWith("'") && /^[ -&(-~]*$/.test(by)) return `'${by}'`;
  return spell(by, isFlow);
}

/** Writes YAML: a plain scalar if YAML 1.1 and 1.2 both read it back, otherwise a double-quoted one. */
export function spell(value: Plain, isFlow: boolean): string {
  if (typeof value !== 'string') {
    if (value === null || typeof value !== 'object') return String(value);
    if (Array.isArray(value)) return `[${value.map((item: Plain) => spell(item, true)).join(', ')}]`;
    return `{${Object.entries(value)
      .map(([name, item]) => `${spell(name, true)}: ${spell(item, true)}`)
      .join(', ')}}`;
  }
  const isPlain =
    /^[A-Za-z0-9_./](?:[A-Za-z0-9_./@+-]|:(?=[^\s])|#(?<=\S#)| (?=[A-Za-z0-9]))*$/.test(value) &&
    !(isFlow && value.includes(':')) &&
    resolvePlain(value, 'kubernetes') === value &&
    resolvePlain(value, 'pulumi') === value &&
    !/^\d{4}-\d/.test(value);
  return isPlain && !value.endsWith(':') ? value : doubleQuoted(value);
}
