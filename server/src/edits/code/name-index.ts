/** Where a program names something: what conversions ask of each call, found in one walk. */
import type { Program } from '../../frontends/code/adapter.ts';
import { fieldOf, nodeText, type SyntaxNode } from '../../frontends/code/syntax.ts';
import { memo } from '../../text/memo.ts';

/** By name. Nodes are in the order of the text. */
export interface NameIndex {
  /** The accesses to members, with the name of the member, by the last name of what they are read of. */
  readonly members: ReadonlyMap<string, readonly { readonly node: SyntaxNode; readonly member: SyntaxNode }[]>;
  /** The types of the fields and variables that are declared with one. */
  readonly types: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** The nodes without parts. */
  readonly leaves: ReadonlyMap<string, readonly SyntaxNode[]>;
}

export const nameIndex = memo(({ root, text }: Program): NameIndex => {
  const members = new Map<string, { node: SyntaxNode; member: SyntaxNode }[]>();
  const types = new Map<string, SyntaxNode[]>();
  const leaves = new Map<string, SyntaxNode[]>();
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { children } = node;
    waiting.push(...children.toReversed());
    if (children.length === 0) add(leaves, nodeText(node, text), node);
    const member = children.find(({ field }) => /^(?:property|attribute|field|name)$/.test(field ?? ''));
    const [owner] = children;
    const read = member && owner && owner !== member ? lastName(owner, text) : undefined;
    if (member && read !== undefined) add(members, read, { node, member });
    const type = fieldOf(node, 'type');
    if (type && declaration.test(node.type)) for (const name of declaredNames(node, text)) add(types, name, type);
  }
  return { members, types, leaves };
});

const declaration = /(?:field|property|variable)_(?:declaration|definition)$|^var_spec$|^public_field/;

function declaredNames(node: SyntaxNode, text: string): ReadonlySet<string> {
  const names = [node, ...node.children].map((each) => fieldOf(each, 'name'));
  return new Set(names.flatMap((name) => (name ? [nodeText(name, text)] : [])));
}

/** `db` of `db`, `this.db` and `self.db`: with their end only, because what is in front may be long. */
function lastName({ start, end }: SyntaxNode, text: string): string | undefined {
  let from = end;
  while (from > start && /[\w$]/.test(text[from - 1] ?? '')) from--;
  return from === end ? undefined : text.slice(from, end);
}

function add<T>(to: Map<string, T[]>, name: string, value: T): void {
  const known = to.get(name);
  if (known) known.push(value);
  else to.set(name, [value]);
}
