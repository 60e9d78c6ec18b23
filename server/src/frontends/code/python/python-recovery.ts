/** Parses half-typed Python: a statement that is not finished does not swallow the statements below it. */
import { countBeforeBy } from '../../../text/sorted.ts';
import type { CodeParser, SyntaxNode } from '../syntax.ts';

/** The grammar reads on in the next line after `k8s.core.`, and to the end of the text after an open bracket. */
export function parsePython(text: string, parse: CodeParser): SyntaxNode | undefined {
  const root = parse(text);
  const cuts = root ? cutsOf(text, root) : [];
  if (!root || cuts.length === 0) return root;
  const children: GrowingNode[] = [];
  const whole: GrowingNode = { ...root, type: 'module', isBroken: false, start: 0, end: text.length, children };
  for (const [i, at] of [0, ...cuts].entries()) {
    const parsed = parse(text.slice(at, cuts[i]));
    if (!parsed) return undefined;
    const piece = shifted(parsed, at, whole);
    children.push(...(piece.type === 'module' ? piece.children : [piece]));
  }
  return whole;
}

/** A line without indentation that starts a statement. */
const start = /^(?!(?:elif|else|except|finally)\b)[@\p{L}_]/u;

/** The offsets of lines that start a statement in the middle of another one. */
function cutsOf(text: string, root: SyntaxNode): readonly number[] {
  const cuts: number[] = [];
  const broken = new Map<SyntaxNode, boolean>();
  for (let at = text.indexOf('\n') + 1; at > 0; at = text.indexOf('\n', at) + 1) {
    if (!start.test(text.slice(at, at + 10)) || /\\\r?\n$/.test(text.slice(Math.max(0, at - 3), at))) continue;
    const around = nodesAround(root, at);
    const [, statement = root] = around;
    if ((around.length < 2 && root.type === 'module') || around.some(isWholeString)) continue;
    const isBroken = broken.get(statement) ?? hasBroken(statement);
    broken.set(statement, isBroken);
    if (isBroken || around.every((node) => node.type !== 'decorated_definition' && !hasBracket(node, at)))
      cuts.push(at);
  }
  return cuts;
}

/** The nodes that begin before and end behind a place, outermost first. */
function nodesAround(root: SyntaxNode, at: number): readonly SyntaxNode[] {
  const around: SyntaxNode[] = [];
  for (let node: SyntaxNode | undefined = root; node; node = childAround(node.children, at)) around.push(node);
  return around;
}

function childAround(children: readonly SyntaxNode[], at: number): SyntaxNode | undefined {
  const found = children[countBeforeBy(children, at + 1, ({ end }) => end)];
  return found && found.start < at ? found : undefined;
}

function isWholeString({ type, children }: SyntaxNode): boolean {
  return type === 'string' && children.some((child) => child.type === 'string_end' && !child.isBroken);
}

function hasBracket({ children }: SyntaxNode, at: number): boolean {
  return children.some(({ type, start: from }) => from < at && /^[([{]$/.test(type));
}

function hasBroken(root: SyntaxNode): boolean {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.isBroken) return true;
    for (const child of node.children) waiting.push(child);
  }
  return false;
}

interface GrowingNode extends SyntaxNode {
  readonly children: GrowingNode[];
}

/** A copy of the tree of a piece of the text that begins at an offset. */
function shifted(root: SyntaxNode, by: number, whole: SyntaxNode): GrowingNode {
  const copy = (node: SyntaxNode, parent: SyntaxNode): GrowingNode => {
    return { ...node, start: node.start + by, end: node.end + by, parent, children: [] };
  };
  const made = copy(root, whole);
  const waiting: [SyntaxNode, GrowingNode][] = [[root, made]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, own] = next;
    const parent = node === root && root.type === 'module' ? whole : own;
    for (const child of node.children) {
      const added = copy(child, parent);
      own.children.push(added);
      waiting.push([child, added]);
    }
  }
  return made;
}
