/** The objects, maps and lists of C#: what initialisers hold. */
import type { Expression, ListItem, ObjectPart } from '../expression.ts';
import { fieldOf, namedParts, nodeText, type SyntaxNode } from '../syntax.ts';

/** True for a collection of items, by the name of its type. */
export function isListType(name: string): boolean {
  return /(?:List|Set|Collection|Queue|Stack)$/.test(name);
}

/** True for a type whose constructor, without arguments, makes an object without entries. */
export function isKnownType(name: string): boolean {
  return /(?:Args|Options|Map|Dictionary)$|^(?:Alias|CustomTimeouts)$/.test(name);
}

/** What braces hold: `Name = …` an object, `["k"] = …` and `{ "k", … }` a map, anything else a list. */
export function collected(node: SyntaxNode, braces: SyntaxNode, text: string): Expression {
  const held = namedParts(braces).filter(({ isBroken, type }) => !isBroken && !type.startsWith('preproc'));
  const isList = held.every((part) => !isEntry(part));
  if (isList) return { node, kind: 'list', items: held };
  return { node, kind: 'object', parts: held.map((part) => entryIn(part, text)) };
}

function isEntry(part: SyntaxNode): boolean {
  return (
    part.type === 'assignment_expression' || (part.type === 'initializer_expression' && namedParts(part).length === 2)
  );
}

function entryIn(part: SyntaxNode, text: string): ObjectPart {
  if (part.type === 'initializer_expression') {
    const [key, value] = namedParts(part);
    return key && value ? { key, name: key, value, isField: false } : { spread: part };
  }
  const [left, value] = [fieldOf(part, 'left'), fieldOf(part, 'right')];
  if (part.type !== 'assignment_expression' || !left || !value) return { spread: part };
  if (left.type === 'identifier') return { key: left, name: nodeText(left, text), value, isField: true };
  const [only, ...more] = left.type === 'element_binding_expression' ? namedParts(left) : [];
  const key = only && more.length === 0 ? namedParts(only).at(-1) : undefined;
  return key ? { key, name: key, value, isField: false } : { spread: part };
}

/** The items of `[a, .. b]`. */
export function collectionItems(node: SyntaxNode): readonly ListItem[] {
  return namedParts(node).flatMap((element): ListItem[] => {
    const [inner = element] = element.type === 'collection_element' ? namedParts(element) : [];
    const [value] = namedParts(inner);
    if (inner.type === 'spread_element') return [{ spread: value ?? inner }];
    return [inner.type === 'expression_element' ? (value ?? inner) : inner];
  });
}

/** `new { Name = x, y, z.W }`: a member without a name has that of its value. */
export function anonymous(node: SyntaxNode, text: string): readonly ObjectPart[] {
  const found: ObjectPart[] = [];
  let members: SyntaxNode[] = [];
  for (const child of node.children) {
    if (child.isNamed && !child.type.endsWith('comment')) members.push(child);
    if (child.type !== ',' && child.type !== '}') continue;
    const [key, value = key] = members;
    members = [];
    if (!key || !value) continue;
    const own = fieldOf(key, 'name') ?? key;
    found.push({ key: own, name: nodeText(own, text), value, isField: true });
  }
  return found;
}
