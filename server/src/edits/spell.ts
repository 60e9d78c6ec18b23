/** How a plain value is written in the language of a document: JSON, or YAML that both of its readers take alike. */
import type { Document } from '../tree/document.ts';
import type { Plain } from '../tree/tree-edit.ts';
import { resolvePlain } from '../frontends/yaml/scalar.ts';

/** In the quotes that were there, if there were any. */
export function spellLike(written: string, by: Plain, { syntax }: Document, isFlow: boolean): string {
  if (syntax === 'json') return JSON.stringify(by);
  if (typeof by === 'string' && written.startsWith('"')) return inQuotes(by);
  if (typeof by === 'string' && written.startsWith("'") && /^[ -&(-~]*$/.test(by)) return `'${by}'`;
  return spell(by, isFlow);
}

/** YAML for the value: plain where both YAML versions read the same text back, else double-quoted. */
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
  return isPlain && !value.endsWith(':') ? value : inQuotes(value);
}

/** JSON's string is one in YAML too, but for characters that YAML does not print, and its line breaks. */
function inQuotes(text: string): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}
