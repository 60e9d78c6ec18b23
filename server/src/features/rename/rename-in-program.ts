/** The edits of a renaming in a program: of the literals that give the names, or why these cannot change. */
import { logicalNames, replaceLiterals, type LiteralObstacle } from '../../edits/code/replace-literals.ts';
import { plainPath } from '../../analysis/workspace/placement.ts';
import { quote } from '../../text/quote.ts';
import { stringOf } from '../../tree/value.ts';
import type { Files, View } from '../view.ts';
import { literalAt } from './place-in-program.ts';
import { writtenPlace } from './unknown-in-program.ts';
import {
  innerSpan,
  refuse,
  replaceWarning,
  type RenameTarget,
  type DocumentRewrite,
  type RenameEdit,
  type RenameRefusal,
  type Rewrite,
} from './renaming.ts';

/** The name by which Pulumi knows a resource, at the offset of the file; undefined where there is none. */
export function renameLogicalName(view: View, offset: number): RenameTarget | undefined {
  for (const { document, start } of view.file.parts) {
    const names = logicalNames(document);
    const { type, value } = names.find((each) => literalAt(each.value, start, offset)) ?? {};
    const name = stringOf(value);
    if (value?.kind !== 'scalar' || name === undefined) continue;
    const rewrite = (newName: string): readonly DocumentRewrite[] | RenameRefusal => {
      if (newName === '') return refuse('A resource needs a name. Write some text.');
      const isTaken = names.some((each) => each.type === type && stringOf(each.value) === newName);
      if (isTaken)
        return refuse(`The program already has a resource ${quote(newName)} of this type. Use another name.`);
      const edit = { kind: 'replace', value, by: newName } as const;
      const label = `Resource ${quote(name)}`;
      return [{ view, document, start, rewrites: [{ edit, span: value.span, label, warning: replaceWarning }] }];
    };
    return { span: innerSpan(value, name, start), name, rewrite };
  }
  return undefined;
}

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
  const language = document.form === 'terraform' ? 'Terraform' : 'The program';
  if ('obstacle' in replaced) return refuse(reasonOf(replaced, writtenPlace(view, start, replaced.at), what, language));
  const others = replaced.others.slice(0, mostPlaces).map((each) => writtenPlace(view, start, each));
  const warnings = [
    ...(replaced.renamed.length > 0 && !rewrites.some((each) => each.warning === replaceWarning)
      ? [replaceWarning]
      : []),
    ...(others.length > 0 ? [`${language} uses the same text at ${others.join(', ')}, which changes, too.`] : []),
  ];
  return replaced.edits.map(({ change, ...edit }) => {
    const { label = '', warning } = rewriteOf.get(change) ?? {};
    const all = [...(warning ? [warning] : []), ...warnings];
    return { view, edit, label, ...(all.length > 0 && { warning: all.join(' ') }) };
  });
}

function reasonOf({ obstacle }: LiteralObstacle, place: string, what: string, language: string): string {
  switch (obstacle) {
    case 'computed':
      return `${language} puts the value at ${place} together, and this ${what} is a part of it. Change the ${what} by hand.`;
    case 'other':
      return `The text of this ${what} also gives the value at ${place}. Write a text of its own there first.`;
    case 'spelled':
      return `The text at ${place} cannot be written with the new ${what}. Change it by hand.`;
  }
}
