/** Validates names as `k8s.io/apimachinery` does. Each check returns the end of a sentence, or undefined if valid. */
import { withoutControls } from '../text/quote.ts';

/** RFC 1123 label: `IsDNS1123Label`. */
export function dnsLabelProblem(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(value)) return undefined;
  if (utf8Length(value) > 63) return `is ${utf8Length(value)} bytes long; the limit is 63`;
  return characterProblem(value, /[a-z0-9-]/u, 'lower-case letters, digits and "-"') ?? endsProblem(value);
}

/** RFC 1035 label, the syntax of a Service name: `IsDNS1035Label`. */
export function serviceNameProblem(value: string): string | undefined {
  const problem = dnsLabelProblem(value);
  if (problem || /^[a-z]/.test(value)) return problem;
  return `starts with "${value[0]}"; it must start with a letter`;
}

/** RFC 1123 subdomain: `IsDNS1123Subdomain`. Its labels are not limited to 63 characters. */
export function dnsSubdomainProblem(value: string): string | undefined {
  if (value === '') return 'is empty';
  // A fast path: in a valid name, every character is one byte.
  if (value.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(value))
    return undefined;
  if (utf8Length(value) > 253) return `is ${utf8Length(value)} bytes long; the limit is 253`;
  return (
    characterProblem(value, /[a-z0-9.-]/u, 'lower-case letters, digits, "-" and "."') ??
    (value.includes('..') ? 'has an empty part between two dots' : undefined) ??
    (/^[a-z0-9].*[a-z0-9]$/.test(value) ? 'has a part that starts or ends with "-"' : endsProblem(value))
  );
}

/** `IsFullyQualifiedDomainName`: at least two labels, with or without a dot at the end. */
export function domainNameProblem(value: string): string | undefined {
  const name = value.endsWith('.') ? value.slice(0, -1) : value;
  const problem = value === '' ? 'is empty' : dnsSubdomainProblem(name);
  if (problem) return name === '' && value !== '' ? 'has no label' : problem;
  const labels = name.split('.');
  if (labels.length < 2) return 'has no dot, so it is not a fully qualified name';
  const long = labels.find((label) => label.length > 63);
  return long === undefined ? undefined : `has a label of ${long.length} characters; the limit is 63`;
}

const qualifiedName =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** `IsQualifiedName`: a name, or a DNS subdomain, `/` and a name. */
export function qualifiedNameProblem(value: string): string | undefined {
  if (value.length <= 63 && qualifiedName.test(value)) return undefined;
  const parts = value.split('/');
  if (parts.length > 2) return 'has more than one "/"';
  const name = parts.at(-1) ?? '';
  if (parts.length === 2) {
    const problem = dnsSubdomainProblem(parts[0] ?? '');
    if (problem) return parts[0] === '' ? 'has nothing before the "/"' : `has a prefix that ${problem}`;
  }
  if (name === '') return parts.length === 2 ? 'has nothing after the "/"' : 'is empty';
  if (utf8Length(name) > 63) return `has a name of ${utf8Length(name)} bytes; the limit is 63`;
  return nameProblem(name);
}

/** `IsValidLabelValue`: empty, or up to 63 characters of a qualified name. */
export function labelValueProblem(value: string): string | undefined {
  if (value === '') return undefined;
  if (value.length <= 63 && isName(value)) return undefined;
  if (utf8Length(value) > 63) return `is ${utf8Length(value)} bytes long; the limit is 63`;
  return nameProblem(value);
}

/** The prefix of a generated name. The API server masks a final "-" and the byte before it, then validates the rest as a name. */
export function generateNameProblem(value: string): string | undefined {
  // The API server masks bytes, so part of a multi-byte character before the "-" remains.
  const isMasked = value.endsWith('-') && value.charCodeAt(value.length - 2) < 0x80;
  return dnsSubdomainProblem(isMasked ? `${value.slice(0, -2)}a` : value);
}

/** A name that the API server may generate from a prefix: 58 bytes of it, then five characters. */
export function sampleGeneratedName(prefix: string): string {
  let cut = prefix;
  while (utf8Length(cut) > 58) cut = cut.slice(0, -1);
  return `${cut}x7k2f`;
}

/** The number of UTF-8 bytes of the text, which is what the API server counts. A lone surrogate counts as three. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    length += unit < 0x800 ? 1 : 2;
    if (isPair) i++;
  }
  return length;
}

function isName(value: string): boolean {
  return /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(value);
}

function nameProblem(value: string): string | undefined {
  if (isName(value)) return undefined;
  return characterProblem(value, /[-A-Za-z0-9_.]/u, 'letters, digits, "-", "_" and "."') ?? endsProblem(value);
}

function characterProblem(value: string, allowed: RegExp, what: string): string | undefined {
  const wrong = [...value].find((character) => !allowed.test(character));
  return wrong === undefined ? undefined : `contains ${quoteCharacter(wrong)}; only ${what} are allowed`;
}

function quoteCharacter(character: string): string {
  if (character === ' ') return 'a space';
  if (withoutControls(character) === character) return `"${character}"`;
  const code = character.codePointAt(0) ?? 0;
  const what = code < 32 || (code >= 127 && code < 160) ? 'control character' : 'unprintable character';
  return `the ${what} ${codeText(code)}`;
}

function endsProblem(value: string): string {
  return /^[A-Za-z0-9]/.test(value)
    ? `ends with "${value.at(-1)}"; it must end with a letter or a digit`
    : `starts with "${value[0]}"; it must start with a letter or a digit`;
}

/** Undefined for a valid or an empty name. */
export function fieldManagerProblem(text: string): string | undefined {
  const length = utf8Length(text);
  if (length > 128) return `is ${length} bytes long; the limit is 128`;
  // Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space.
  // A fast path for ASCII, because the Unicode classes take long to load.
  if (/^[ -~]*$/.test(text)) return undefined;
  const wrong = [...text].find((character) => !/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character));
  return wrong === undefined ? undefined : `contains the unprintable character ${codeText(wrong.codePointAt(0) ?? 0)}`;
}

function codeText(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
