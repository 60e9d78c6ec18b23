/** The values of Go's literals, and the shapes of its composite literals. */
import { controlEscapes } from '../../../text/control-escapes.ts';
import type { Program } from '../adapter.ts';
import type { Expression, ObjectPart } from '../expression.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

const signs: Readonly<Record<string, string | undefined>> = { ...controlEscapes, '\\': '\\', "'": "'", '"': '"' };

/** Neighbouring bytes may make one character. */
const escape = /(?:\\x[\da-fA-F]{2}|\\[0-7]{3})+|\\u[\da-fA-F]{4}|\\U[\da-fA-F]{8}|\\[^]/g;

/** Undefined for a text that does not end, or whose escapes Go rejects. */
export function goText(node: SyntaxNode, text: string): string | undefined {
  const quoted = nodeText(node, text);
  const [quote = ''] = quoted;
  if (quoted.length < 2 || !quoted.endsWith(quote)) return undefined;
  const inner = quoted.slice(1, -1);
  if (quote === '`') return inner.replaceAll('\r', '');
  let isKnown = true;
  const plain = inner.replace(escape, (each) => {
    const characters = charactersOf(each);
    isKnown &&= characters !== undefined;
    return characters ?? '';
  });
  return isKnown ? plain : undefined;
}

function charactersOf(escaped: string): string | undefined {
  const sign = escaped.slice(1);
  if (Object.hasOwn(signs, sign)) return signs[sign];
  if (/^u[^]{4}|^U[^]{8}/.test(sign)) {
    const code = Number.parseInt(sign.slice(1), 16);
    return code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : undefined;
  }
  if (sign.length < 3) return undefined;
  const bytes = escaped
    .split('\\')
    .slice(1)
    .map((each) => (each.startsWith('x') ? Number.parseInt(each.slice(1), 16) : Number.parseInt(each, 8)));
  return bytes.every((byte) => byte < 0x80) ? String.fromCodePoint(...bytes) : fromUtf8(bytes);
}

function fromUtf8(bytes: readonly number[]): string | undefined {
  const isText = bytes.every((byte) => byte < 0x100);
  try {
    return isText
      ? decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
      : undefined;
  } catch {
    // Bytes that are no text stay in Go's string, but no JSON can hold them.
    return undefined;
  }
}

interface Shape {
  readonly kind: 'list' | 'map' | 'struct' | 'unknown';
  /** The type of the items, where elements may leave it out. */
  readonly item?: SyntaxNode | undefined;
  /** The names of a struct's fields, in their order. */
  readonly fields?: readonly SyntaxNode[];
}

const unknown: Shape = { kind: 'unknown' };

/** Types of types of the program: no program has more. */
const deepest = 20;

function shapeOf(type: SyntaxNode | undefined, program: Program, depth = 0): Shape {
  if (!type || depth > deepest) return unknown;
  switch (type.type) {
    case 'slice_type':
    case 'array_type':
    case 'implicit_length_array_type':
      return { kind: 'list', item: fieldOf(type, 'element') };
    case 'map_type':
      return { kind: 'map', item: fieldOf(type, 'value') };
    case 'struct_type':
      return { kind: 'struct', fields: fieldsOf(type) };
    case 'pointer_type':
    case 'parenthesized_type':
      return shapeOf(namedParts(type)[0], program, depth + 1);
    case 'type_identifier': {
      const own = program.survey.find(nodeText(type, program.text), type)?.value;
      return own ? shapeOf(fieldOf(own, 'type'), program, depth + 1) : shapeByName(type, program.text);
    }
    case 'generic_type':
      return shapeOf(fieldOf(type, 'type'), program, depth + 1);
    case 'qualified_type':
      return shapeByName(fieldOf(type, 'name'), program.text);
    default:
      return unknown;
  }
}

/** The SDK's names of types say what they are. */
function shapeByName(name: SyntaxNode | undefined, text: string): Shape {
  const [, ending] = /(Array|Map|Args|CustomTimeouts|Alias)$/.exec(name ? nodeText(name, text) : '') ?? [];
  if (ending === undefined) return unknown;
  return { kind: ending === 'Array' ? 'list' : ending === 'Map' ? 'map' : 'struct' };
}

function fieldsOf(type: SyntaxNode): readonly SyntaxNode[] {
  const [list] = namedParts(type);
  return (list ? namedParts(list) : []).flatMap((declaration) => {
    const names = declaration.children.filter(({ field, isNamed }) => field === 'name' && isNamed);
    const own = fieldOf(declaration, 'type');
    return names.length > 0 ? names : own ? [own] : [];
  });
}

/** The shape of the literal that has this body, whose type may be left out in a list or map of literals. */
function shapeOfBody(body: SyntaxNode, program: Program): Shape {
  // From the literal that has a type inwards.
  let at: SyntaxNode | undefined = body;
  let levels = 0;
  while (at && at.parent?.type !== 'composite_literal') {
    at = enclosing(at);
    levels++;
    if (levels > deepest) return unknown;
  }
  let shape = at?.parent ? shapeOf(fieldOf(at.parent, 'type'), program) : unknown;
  for (; levels > 0; levels--) shape = shapeOf(shape.item, program);
  return shape;
}

/** The body of the literal around that of an element. */
function enclosing({ parent: element }: SyntaxNode): SyntaxNode | undefined {
  if (element?.type !== 'literal_element') return undefined;
  const isKeyed = element.parent?.type === 'keyed_element';
  const around = isKeyed ? element.parent?.parent : element.parent;
  return around?.type === 'literal_value' ? around : undefined;
}

/** The expression of a composite literal: `node` is the literal, `body` what its braces hold. */
export function compositeOf(node: SyntaxNode, body: SyntaxNode, program: Program): Expression {
  const shape = shapeOfBody(body, program);
  const elements = namedParts(body);
  const isKeyed = elements.some(({ type }) => type === 'keyed_element');
  if (shape.kind === 'list')
    return isKeyed ? { node, kind: 'unknown' } : { node, kind: 'list', items: elements.map(elementOf) };
  if (isKeyed || elements.length === 0)
    return { node, kind: 'object', parts: elements.map((each) => keyedPart(each, shape, program)) };
  const { fields } = shape;
  if (fields?.length !== elements.length) return { node, kind: 'unknown' };
  return { node, kind: 'object', parts: elements.map((each, i) => unkeyedPart(each, fields[i] ?? each, program)) };
}

/** What an element holds: an expression, or the body of a literal without a type. */
function elementOf(element: SyntaxNode): SyntaxNode {
  return namedParts(element)[0] ?? element;
}

function keyedPart(element: SyntaxNode, { kind }: Shape, { text, survey }: Program): ObjectPart {
  const [key, value] = [fieldOf(element, 'key'), fieldOf(element, 'value')];
  if (element.type !== 'keyed_element' || !key || !value) return { spread: element };
  const name = elementOf(key);
  const isField = kind !== 'map' && name.type === 'identifier';
  // In a literal of a type that is not known, a name of the program may be a field or a key.
  if (isField && kind === 'unknown' && survey.find(nodeText(name, text), name)) return { spread: element };
  return { key: name, name: isField ? nodeText(name, text) : name, value: elementOf(value), isField };
}

function unkeyedPart(element: SyntaxNode, field: SyntaxNode, { text }: Program): ObjectPart {
  const value = elementOf(element);
  return { key: value, name: nodeText(field, text), value, isField: true };
}
