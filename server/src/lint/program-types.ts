/** Says what type a field has, and in the words of programs what type a value has. */
import type { Bound } from '../analysis/binding/bind.ts';
import type { Type } from '../contract/type.ts';
import { quote } from '../text/quote.ts';
import type { CodeLanguage } from '../tree/document.ts';
import type { Value } from '../tree/value.ts';

export function describeInProgram(value: Value): string {
  if (value.kind === 'mapping') return 'This is an object';
  if (value.kind === 'sequence') return 'This is a list';
  if (value.kind === 'opaque') return 'This is an expression';
  if (typeof value.value === 'string') return `${quote(value.value)} is a string`;
  const text = value.text.length > 48 || value.isComputed ? String(value.value) : value.text;
  return `${text} is a ${typeof value.value === 'boolean' ? 'boolean' : 'number'}`;
}

/** `language` is undefined for a manifest. */
export function requiredType({ kind }: Type, language?: CodeLanguage): string {
  switch (kind) {
    case 'string':
      return 'a string';
    case 'integer':
      return 'a whole number';
    case 'integer or string':
      return 'a whole number or a string';
    case 'boolean':
      return booleans(language);
    case 'list':
      return 'a list';
    default:
      return language ? 'an object' : 'a mapping';
  }
}

export function wayOutInProgram(bound: Bound, language: CodeLanguage): string {
  switch (bound.type.kind) {
    case 'boolean':
      return `Write ${booleans(language)} without quotes.`;
    case 'list':
      return 'Write a list.';
    default:
      return wayOutOfText(bound) ?? wayOutOfObject(bound);
  }
}

function wayOutOfObject({ value, type }: Bound): string {
  const isAddress = type.kind === 'object' && type.base === 'EndpointAddress';
  return isAddress && value.kind === 'scalar' && typeof value.value === 'string'
    ? 'Write an object with "ip".'
    : 'Write an object with its fields.';
}

/** What to write for a text or a number, in programs and Terraform; undefined for another type. */
export function wayOutOfText({ value, type }: Bound): string | undefined {
  const written = value.kind === 'scalar' ? value.value : undefined;
  switch (type.kind) {
    case 'string':
      return written === undefined ? 'Write a string instead.' : `Write ${quote(String(written))}.`;
    case 'integer':
      if (/^\d+$/.test(String(written))) return `Write ${String(written)} without quotes.`;
      return typeof written === 'number' ? 'Write it without a fraction.' : 'Write the number.';
    case 'integer or string':
      return 'Write a port number, or the name of a port.';
    default:
      return undefined;
  }
}

function booleans(language: CodeLanguage | undefined): string {
  return language === 'python' ? 'True or False' : 'true or false';
}
