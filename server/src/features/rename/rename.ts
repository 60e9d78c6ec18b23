/** textDocument/rename and prepareRename: finds the name at a place, and makes the edits of a renaming. */
import { fileNameOf, plainPath } from '../../analysis/workspace/placement.ts';
import { parseIp } from '../../contract/ip.ts';
import { fixEdits } from '../../edits/apply-fix.ts';
import type { TextEdit } from '../../text/edit.ts';
import { quote } from '../../text/quote.ts';
import { contains, shift } from '../../text/span.ts';
import { anyNamedPlaceAt } from '../navigation/named-places.ts';
import { renameAddress } from './rename-address.ts';
import { renameAnchor, renameInProgram } from './rename-in-document.ts';
import { renamePort, renameService } from './rename-in-family.ts';
import {
  isRefusal,
  refuse,
  type DocumentRewrite,
  type RenameRefusal,
  type RenameTarget,
  type Rewrite,
} from './renaming.ts';
import type { Files, View } from '../view.ts';

/** The name or the address at the offset of the file (UTF-16 units), or why it cannot be renamed; undefined where there is none, and in a program. */
export function renamingAt(view: View, offset: number, files: Files): RenameTarget | RenameRefusal | undefined {
  if (view.file.parts.some(({ document }) => document.syntax === 'code')) return undefined;
  const inDocument = renameAnchor(view, offset) ?? renameInProgram(view, offset);
  if (inDocument) return inDocument;
  const place = anyNamedPlaceAt(view, offset, files);
  if (!place) return renameAddress(view, offset, files);
  return place.means.what === 'port' ? renamePort(place, files) : renameService(place, files);
}

/** An edit of a file, with its label and warning for the preview of the client. */
export interface RenameEdit extends Pick<Rewrite, 'label' | 'warning'> {
  readonly view: View;
  readonly edit: TextEdit;
}

/** The edits of all files; refused where a file cannot be edited without changing other values. */
export function renameEdits(
  target: RenameTarget,
  newName: string,
  { workspace }: Files,
): readonly RenameEdit[] | RenameRefusal {
  const rewrites = newName === target.name ? [] : target.rewrite(newName);
  if (isRefusal(rewrites)) return rewrites;
  const all: RenameEdit[] = [];
  for (const each of rewrites) {
    const edits = editsOf(each, workspace, parseIp(target.name) ? 'address' : 'name');
    if (isRefusal(edits)) return edits;
    all.push(...edits);
  }
  return all;
}

function editsOf(
  { view, document, start, rewrites }: DocumentRewrite,
  workspace: Files['workspace'],
  what: string,
): readonly RenameEdit[] | RenameRefusal {
  const fix = { title: '', safety: 'suggested', edits: rewrites.map(({ edit }) => edit) } as const;
  const path = plainPath(view.uri);
  const edits = fixEdits(path, view.file, { fix, document, start }, { isPartial: workspace.isPatch(view.uri) });
  if (!edits) {
    const name = quote(fileNameOf(path));
    if (document.syntax === 'code')
      return refuse(
        `The program ${name} also has this ${what}, and a rename does not change programs. Change it by hand.`,
      );
    return refuse(
      `The ${what} cannot be changed in ${name} without changing other values, such as copies by an alias or a merge key.`,
    );
  }
  return edits.map((edit) => {
    const { label = '', warning } = rewrites.find(({ span }) => contains(shift(span, start), edit.span)) ?? {};
    return { view, edit, label, ...(warning ? { warning } : {}) };
  });
}
