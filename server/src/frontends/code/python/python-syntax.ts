/** Python's syntax tree: parts of nodes, arguments of calls, and the texts of strings. */
import { escapesOf, unescaped } from '../escapes.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

/** The children that are neither tokens, comments nor backslashes at line ends. */
export function pythonParts(node: SyntaxNode): readonly SyntaxNode[] {
  return namedParts(node).filter(({ type }) => type !== 'line_continuation');
}

/** The class or function that a call calls. */
export function functionOf(call: SyntaxNode): SyntaxNode | undefined {
  return call.type === 'call' ? fieldOf(call, 'function') : undefined;
}

export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = fieldOf(call, 'arguments');
  return list?.type === 'argument_list' ? pythonParts(list) : [];
}

/** The arguments without a name; undefined where one has a name or stands for several. */
export function onlyPositional(call: SyntaxNode): readonly SyntaxNode[] | undefined {
  const given = argumentsOf(call);
  const isPlain = given.every(({ type }) => !/^(?:keyword_argument|list_splat|dictionary_splat)$/.test(type));
  return isPlain && fieldOf(call, 'arguments')?.type === 'argument_list' ? given : undefined;
}

const escapes = escapesOf({ a: '\u0007' }, { isOctal: true, keepsUnknown: true });
const escape = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|N\{[^}]*\}|[0-7]{1,3}|\r\n|[^])/g;

/** The texts and the interpolated expressions of a string; undefined where they are not known, as in bytes. */
export function stringParts(node: SyntaxNode, text: string): readonly (string | SyntaxNode)[] | undefined {
  const [start, end] = [
    node.children.find(({ type }) => type === 'string_start'),
    node.children.find(({ type }) => type === 'string_end'),
  ];
  const prefix = start ? nodeText(start, text).toLowerCase() : '';
  if (!start || !end || end.isBroken || /^[a-z]*[bt]/.test(prefix)) return undefined;
  const [isRaw, isFormat] = [/^[a-z]*r/.test(prefix), /^[a-z]*f/.test(prefix)];
  const decoded = (plain: string): string | undefined => {
    const lines = plain.replaceAll(/\r\n?/g, '\n');
    const own = isFormat ? lines.replaceAll(/([{}])\1/g, '$1') : lines;
    return isRaw ? own : unescaped(own, escape, escapes);
  };
  // The grammar takes a raw string of nothing but a backslash and a sign for a part of its closing quotes.
  const close = end.end - prefix.replace(/^[a-z]*/, '').length;
  const pieces: (string | SyntaxNode)[] = [];
  let at = start.end;
  for (const child of [...node.children.filter(({ type }) => type === 'interpolation'), undefined]) {
    const plain = decoded(text.slice(at, child?.start ?? close));
    const inner = child && interpolated(child);
    if (plain === undefined || (child && !inner)) return undefined;
    if (plain !== '') pieces.push(plain);
    if (inner) pieces.push(inner);
    at = child?.end ?? at;
  }
  return pieces;
}

/** The expression of an interpolation without a format, a conversion or `=`. */
function interpolated(node: SyntaxNode): SyntaxNode | undefined {
  const isPlain = node.children.every(({ type }) => !/^(?:type_conversion|format_specifier|=)$/.test(type));
  return isPlain ? fieldOf(node, 'expression') : undefined;
}

/** A string without interpolated expressions; undefined for any other node. */
export function plainString(node: SyntaxNode, text: string): string | undefined {
  const pieces = node.type === 'string' ? stringParts(node, text) : undefined;
  const [only = ''] = pieces ?? [];
  return pieces && pieces.length <= 1 && typeof only === 'string' ? only : undefined;
}
