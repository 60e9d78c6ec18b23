/** The edits of a renaming in a program: of the literals that give the names, or why these cannot change. */
import { replaceLiterals, type LiteralObstacle } from '../../edits/code/replace-literals.ts';
import { plainPath } from '../../analysis/workspace/placement.ts';
import type { Files } from '../view.ts';
import { writtenPlace } from './unknown-in-program.ts';
import { refuse, type DocumentRewrite, type RenameEdit, type RenameRefusal, type Rewrite } from './renaming.ts';

const replaceWarning = 'Pulumi replaces the resource, unless its option "aliases" has the old name.';

/** Of the places that a warning names. */
const mostPlaces = 3;

/** `what` is `name` or `address`. */
export function programEdits(
  { view, document, start, rewrites }: DocumentRewrite,
  { workspace }: Pick<Files, 'workspace'>,
  what: string,
): readonly RenameEdit[] | RenameRefusal {
  const path = plainPath(view.uri);
  const changes = [];
  const rewriteOf = new Map<object, Rewrite>();
  for (const rewrite of rewrites) {
    const { edit } = rewrite;
    if (edit.kind !== 'replace' || edit.value.kind !== 'scalar' || typeof edit.by !== 'string')
      return refuse(`The ${what} at ${writtenPlace(view, start, rewrite.span)} is no text. Change it by hand.`);
    const change = { value: edit.value, by: edit.by, edits: edit.edits };
    rewriteOf.set(change, rewrite);
    changes.push(change);
  }
  const isPartial = workspace.isPatch(view.uri);
  const replaced = replaceLiterals(path, view.file, { document, start, changes }, { isPartial });
  if ('obstacle' in replaced) return refuse(reasonOf(replaced, writtenPlace(view, start, replaced.at), what));
  const others = replaced.others.slice(0, mostPlaces).map((each) => writtenPlace(view, start, each));
  const warnings = [
    ...(replaced.renamed.length > 0 ? [replaceWarning] : []),
    ...(others.length > 0 ? [`The program uses the same text at ${others.join(', ')}, which changes, too.`] : []),
  ];
  return replaced.edits.map(({ change, ...edit }) => {
    const { label = '', warning } = rewriteOf.get(change) ?? {};
    const all = [...(warning ? [warning] : []), ...warnings];
    return { view, edit, label, ...(all.length > 0 && { warning: all.join(' ') }) };
  });
}

function reasonOf({ obstacle }: LiteralObstacle, place: string, what: string): string {
  switch (obstacle) {
    case 'computed':
      return `The program puts the value at ${place} together, and this ${what} is a part of it. Change the ${what} by hand.`;
    case 'other':
      return `The text of this ${what} also gives the value at ${place}. Write a text of its own there first.`;
    case 'spelled':
      return `The text at ${place} cannot be written with the new ${what}. Change it by hand.`;
  }
}
