/** The functions of Terraform whose results are known. */
import type { Span } from '../../text/span.ts';
import { stringOf, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import {
  asBoolean,
  asNumber,
  asText,
  compareCodePoints,
  computed,
  joinedTexts,
  mapping,
  printedScalar,
  sequence,
} from './values.ts';

/** The value of a call; undefined where it is not known. */
export function applied(name: string, args: readonly Value[], span: Span): Value | undefined {
  const [first, second] = args;
  if (!first) return name === 'merge' ? mapping(span, []) : name === 'concat' ? sequence(span, []) : undefined;
  switch (name) {
    case 'merge':
      return merged(args, span);
    case 'concat':
      return joinedLists(args, span);
    case 'join':
      return args.length === 2 && second ? joined(first, second, span) : undefined;
    case 'format':
      return formatted(first, args.slice(1), span);
    case 'lower':
    case 'upper': {
      const text = args.length === 1 ? stringOf(first) : undefined;
      return text === undefined
        ? undefined
        : computed(span, name === 'lower' ? text.toLowerCase() : text.toUpperCase());
    }
  }
  return args.length === 1 ? wrapped(name, first) : undefined;
}

/** What changes nothing but the type; undefined for another function, and for what cannot be converted. */
function wrapped(name: string, value: Value): Value | undefined {
  switch (name) {
    case 'sensitive':
    case 'nonsensitive':
      return value;
    case 'tostring':
      return value.kind === 'mapping' || value.kind === 'sequence' ? undefined : asText(value);
    case 'tonumber': {
      const number = asNumber(value);
      return number.kind === 'scalar' && typeof number.value === 'string' ? undefined : number;
    }
    case 'tobool': {
      const boolean = asBoolean(value);
      return boolean.kind === 'scalar' && typeof boolean.value !== 'boolean' ? undefined : boolean;
    }
    case 'tomap':
      return value.kind === 'mapping' ? value : undefined;
    case 'tolist':
      return value.kind === 'sequence' ? asList(value) : undefined;
    case 'toset':
      return asSet(value);
  }
  return undefined;
}

function asList(value: Sequence): Sequence {
  const { isSet: _, ...list } = value;
  return list;
}

function asSet(value: Value): Value | undefined {
  if (value.kind !== 'sequence' || value.isOpen) return undefined;
  const texts = new Map<string, Value>();
  for (const item of value.items) {
    const text = stringOf(item);
    if (text === undefined) return undefined;
    if (!texts.has(text)) texts.set(text, item);
  }
  const items = [...texts].sort(([a], [b]) => compareCodePoints(a, b)).map(([, item]) => item);
  return { ...value, items, isSet: true };
}

/** Later entries win in the place of earlier ones. */
function merged(args: readonly Value[], span: Span): Mapping {
  const entries = new Map<string, Entry>();
  let isOpen = false;
  for (const value of args) {
    if (value.kind === 'mapping') for (const entry of value.entries) entries.set(entry.name, entry);
    isOpen ||= value.kind !== 'mapping' || value.isOpen;
  }
  return mapping(span, [...entries.values()], isOpen);
}

function joinedLists(args: readonly Value[], span: Span): Value {
  const isOpen = args.some((value) => value.kind !== 'sequence' || value.isOpen);
  const items = args.flatMap((value) => (value.kind === 'sequence' ? value.items : []));
  return sequence(span, items, isOpen);
}

function textsOf(values: readonly Value[]): readonly string[] | undefined {
  const texts = values.map((value) => (value.kind === 'scalar' ? printedScalar(value.value) : undefined));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function joined(separator: Value, list: Value, span: Span): Value | undefined {
  const between = stringOf(separator);
  const texts = list.kind === 'sequence' && !list.isOpen ? textsOf(list.items) : undefined;
  const text = between === undefined || !texts ? undefined : joinedTexts(texts, between);
  return text === undefined ? undefined : computed(span, text);
}

/** With `%s`, `%d` and `%%` alone, and as many arguments as they want. */
function formatted(format: Value, args: readonly Value[], span: Span): Value | undefined {
  const pattern = stringOf(format);
  const texts = textsOf(args);
  if (pattern === undefined || !texts) return undefined;
  const verbs = pattern.match(/%[^]?/g) ?? [];
  const wanted = verbs.filter((verb) => verb !== '%%');
  if (wanted.length !== texts.length) return undefined;
  const isKnown = wanted.every((verb, i) => verb === '%s' || (verb === '%d' && /^-?\d+$/.test(texts[i] ?? '')));
  if (!isKnown) return undefined;
  if (joinedTexts([pattern, ...texts]) === undefined) return undefined;
  let next = 0;
  return computed(
    span,
    pattern.replace(/%[^]?/g, (verb) => (verb === '%%' ? '%' : (texts[next++] ?? ''))),
  );
}
