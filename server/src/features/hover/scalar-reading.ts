/** Explains scalars whose value differs from their text: `0120` is 80, `yes` is true. */
import type { Type } from '../../contract/type.ts';
import type { Markup } from '../../text/markup.ts';
import type { Document } from '../../tree/document.ts';
import type { Scalar } from '../../tree/value.ts';

/** One or two sentences; undefined where the value equals its text. */
export function readingOf(scalar: Scalar, type: Type, document: Document, { code }: Markup): string | undefined {
  const { text, value } = scalar;
  if (text === '' || /^["'|>!&*]/.test(text)) return undefined;
  const reading = readPlain(scalar, type, document);
  const shown = reading && `${code(text)} is ${reading}.`;
  if (type.kind !== 'string' || typeof value === 'string' || value === null) return shown;
  const what = typeof value === 'boolean' ? 'a boolean' : 'a number';
  return `${shown ?? `${code(text)} is ${what}.`} This field needs a string: put it in quotes.`;
}

function readPlain({ text, value }: Scalar, type: Type, document: Document): string | undefined {
  if (document.syntax === 'code' && (typeof value === 'string' || value === null)) return undefined;
  if (typeof value === 'string') {
    const isWord = document.form === 'pulumi' && document.syntax === 'yaml' && /^(y|yes|n|no|on|off)$/i.test(text);
    return isWord ? 'a string in Pulumi, but a boolean in a Kubernetes manifest' : undefined;
  }
  if (String(value) === text) return undefined;
  if (value === null) return 'read as null, like a missing value';
  if (typeof value === 'boolean') {
    return text.toLowerCase() === String(value) ? undefined : `read as the boolean ${value}`;
  }
  if (document.syntax === 'json' && type.kind === 'integer') {
    return `the number ${value}, but the API server accepts an integer only in plain digits`;
  }
  return `read as ${value}${reasonFor(text)}`;
}

function reasonFor(text: string): string {
  const digits = text.replace(/^[-+]/, '');
  if (/^0x/i.test(digits)) return ', because 0x makes it hexadecimal';
  if (/^0b/i.test(digits)) return ', because 0b makes it binary';
  if (/^0o?[0-7_]+$/.test(digits)) return ', because a leading 0 makes it octal';
  if (/^0[0-9_]+$/.test(digits)) return ', because a number with an 8 or a 9 is not octal';
  return digits.includes('_') ? ', because underscores in numbers are ignored' : '';
}
