/** Writes plain data as YAML lines or as JSON, and texts in the quotes of the text that they replace. */
import { spelledText, spelledValue } from '../../kustomize/spell-built.ts';
import type { SliceData } from './built-groups.ts';

/** The lines of an entry, without indentation. */
export function entryLines(name: string, value: SliceData): readonly string[] {
  const key = spelledText(name);
  const lines = valueLines(value);
  if (lines === undefined) return [`${key}: ${inlineText(value)}`];
  return [`${key}:`, ...lines.map((line) => `  ${line}`)];
}

/** Undefined for a value on the line of its key. */
function valueLines(value: SliceData): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isList(value)) return value.length === 0 ? undefined : value.flatMap(itemLines);
  const entries = Object.entries(value);
  return entries.length === 0 ? undefined : entries.flatMap(([name, each]) => entryLines(name, each));
}

function itemLines(value: SliceData): readonly string[] {
  const [first, ...rest] = valueLines(value) ?? [inlineText(value)];
  return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
}

function inlineText(value: SliceData): string {
  if (typeof value !== 'object' || value === null) return spelledValue(value);
  return isList(value) ? '[]' : '{}';
}

/** Integers of 64 bits are exact. */
export function inlineJson(value: SliceData): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(inlineJson).join(', ')}]`;
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inlineJson(each)}`);
  return `{${members.join(', ')}}`;
}

function isList(value: object): value is readonly SliceData[] {
  return Array.isArray(value);
}

/** The text in the quotes of the old one. */
export function requoted(written: string, text: string): string {
  if (written.startsWith("'")) return `'${text}'`;
  return written.startsWith('"') ? JSON.stringify(text) : spelledText(text);
}
