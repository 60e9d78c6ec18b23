/** Scalars that are read otherwise than they look: `0120` is 80, `yes` is true. For hovers and inlay hints. */
import type { Type } from '../../contract/type.ts';
import { code } from '../../text/markdown.ts';
import type { Document } from '../../tree/document.ts';
import type { Scalar } from '../../tree/value.ts';

/** One or two sentences; undefined where the scalar is just what it looks like. */
export function readingOf(scalar: Scalar, type: Type, document: Document): string | undefined {
  const { text, value } = scalar;
  if (text === '' || /^["'|>!&*]/.test(text)) return undefined;
  const reading = readPlain(text, value, type, document);
  if (type.kind !== 'string' || typeof value === 'string' || value === null) return reading;
  const what = typeof value === 'boolean' ? 'a boolean' : 'a number';
  return `${reading ?? `${code(text)} is ${what}.`} A string is needed here: put it in quotes.`;
}

function readPlain(text: string, value: Scalar['value'], type: Type, document: Document): string | undefined {
  if (typeof value === 'string') {
    const isWord = document.form === 'pulumi' && document.syntax === 'yaml' && /^(y|yes|n|no|on|off)$/i.test(text);
    return isWord ? `${code(text)} is text to Pulumi; a Kubernetes manifest reads it as a boolean.` : undefined;
  }
  if (String(value) === text) return undefined;
  if (value === null) return `${code(text)} is read as null, as if nothing were written.`;
  if (typeof value === 'boolean') {
    return text.toLowerCase() === String(value) ? undefined : `${code(text)} is read as the boolean ${value}.`;
  }
  if (document.syntax === 'json' && type.kind === 'integer') {
    return `${code(text)} is the number ${value}, but the server takes a whole number in plain digits only.`;
  }
  return `${code(text)} is read as ${value}${reasonFor(text)}.`;
}

function reasonFor(text: string): string {
  const digits = text.replace(/^[-+]/, '');
  if (/^0x/i.test(digits)) return ', because 0x makes it hexadecimal';
  if (/^0b/i.test(digits)) return ', because 0b makes it binary';
  if (/^0o?[0-7_]+$/.test(digits)) return ', because a leading 0 makes it octal';
  if (/^0[0-9_]+$/.test(digits)) return ', since a number with an 8 or a 9 is not octal';
  return digits.includes('_') ? ', because underscores in numbers do not count' : '';
}
