/** Finds YAML that an anchor shares with other places, so that a change of one place changes the others too. */
import { lineStartAt } from '../text/line.ts';
import type { Span } from '../text/span.ts';
import type { SearchedTree } from './searched-text.ts';

const mark = /(?<![^\s[{,:-])([&*])([\w.-]+)/g;

interface Mark {
  readonly offset: number;
  readonly name: string;
}

/** True if an anchor in the span, or in the line above it, is used elsewhere, or an alias in it has its anchor elsewhere. */
export function isSharedElsewhere(tree: Pick<SearchedTree, 'text' | 'syntax'>, span: Span): boolean {
  const marks = marksOf(tree);
  if (marks.length === 0) return false;
  // The anchor of a block is in the line of its key.
  const start = lineStartAt(tree.text, lineStartAt(tree.text, span.start) - 1);
  const isInside = ({ offset }: Mark): boolean => offset >= start && offset < span.end;
  const inside = new Set(marks.filter(isInside).map(({ name }) => name));
  return inside.size > 0 && marks.some((each) => inside.has(each.name) && !isInside(each));
}

const known = new WeakMap<object, readonly Mark[]>();

/** The anchors that aliases use, and these aliases. */
function marksOf(tree: Pick<SearchedTree, 'text' | 'syntax'>): readonly Mark[] {
  const found = known.get(tree) ?? findMarks(tree);
  known.set(tree, found);
  return found;
}

function findMarks({ text, syntax }: Pick<SearchedTree, 'text' | 'syntax'>): readonly Mark[] {
  if (syntax !== 'yaml' || !text.includes('&') || !text.includes('*')) return [];
  const all = [...text.matchAll(mark)].map(({ 1: sign, 2: name = '', index }) => ({ sign, name, offset: index }));
  const names = (wanted: string) => new Set(all.flatMap(({ sign, name }) => (sign === wanted ? name : [])));
  const [anchors, aliases] = [names('&'), names('*')];
  return all.filter(({ name }) => anchors.has(name) && aliases.has(name));
}
