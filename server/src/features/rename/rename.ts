/** textDocument/rename and prepareRename: finds the name at a place, and makes the edits of a renaming. */
import { fileNameOf, plainPath } from '../../analysis/workspace/placement.ts';
import { parseIp } from '../../contract/ip.ts';
import { fixEdits } from '../../edits/apply-fix.ts';
import { quote } from '../../text/quote.ts';
import { contains, shift } from '../../text/span.ts';
import { isPlan } from '../../tree/document.ts';
import { addressAt } from '../navigation/address-places.ts';
import { anyNamedPlaceAt, type NamedPlace } from '../navigation/named-places.ts';
import { foreignUseAt, splitRewrites } from './foreign-literals.ts';
import { addressInProgram, isProgramView, namedPlaceInProgram } from './place-in-program.ts';
import { renameAddress } from './rename-address.ts';
import { renameAnchor, renameInProgram } from './rename-in-document.ts';
import { renamePort, renameService } from './rename-in-family.ts';
import { programEdits, renameLogicalName } from './rename-in-program.ts';
import {
  isRefusal,
  refuse,
  type DocumentRewrite,
  type RenameEdit,
  type RenameRefusal,
  type RenameTarget,
} from './renaming.ts';
import { unknownNameAt } from './unknown-in-program.ts';
import type { Files, View } from '../view.ts';

/**
 * The name or the address at the offset of the file (UTF-16 units), or why it cannot be renamed; undefined where there is
 * none. In a program, only literals have one: variables are renamed by the server of the language.
 */
export function renamingAt(view: View, offset: number, files: Files): RenameTarget | RenameRefusal | undefined {
  const found = nameAt(view, offset, files);
  return found && isPlan(view.file)
    ? refuse('This is a plan or a state of Terraform. Rename it in the configuration.')
    : found;
}

function nameAt(view: View, offset: number, files: Files): RenameTarget | RenameRefusal | undefined {
  if (isProgramView(view)) return renamingInProgram(view, offset, files);
  const inDocument = renameAnchor(view, offset) ?? renameInProgram(view, offset);
  if (inDocument) return inDocument;
  const place = anyNamedPlaceAt(view, offset, files);
  return place ? renamePlace(place, files) : renameAddress(addressAt({ view, offset }), files);
}

function renamingInProgram(view: View, offset: number, files: Files): RenameTarget | RenameRefusal | undefined {
  const place = namedPlaceInProgram(view, offset, files);
  if (place) return renamePlace(place, files);
  const foreign = foreignUseAt(view, offset, files);
  if (foreign) {
    const target = foreign.place ? renamePlace(foreign.place, files) : renameAddress(foreign.use, files);
    return target && !isRefusal(target) ? { ...target, span: foreign.span } : target;
  }
  const unknown = unknownNameAt(view, offset);
  if (unknown !== undefined) return refuse(unknown);
  return renameAddress(addressInProgram(view, offset), files) ?? renameLogicalName(view, offset);
}

function renamePlace(place: NamedPlace, files: Files): RenameTarget | RenameRefusal | undefined {
  return place.means.what === 'port' ? renamePort(place, files) : renameService(place, files);
}

/** The edits of all files; refused where a file cannot be edited without changing other values. */
export function renameEdits(
  target: RenameTarget,
  newName: string,
  files: Files,
): readonly RenameEdit[] | RenameRefusal {
  const rewrites = newName === target.name ? [] : target.rewrite(newName);
  if (isRefusal(rewrites)) return rewrites;
  const split = splitRewrites(rewrites, files);
  if (isRefusal(split)) return split;
  const all = [...split.foreign];
  for (const each of split.own) {
    const edits = editsOf(each, files.workspace, parseIp(target.name) ? 'address' : 'name');
    if (isRefusal(edits)) return edits;
    all.push(...edits);
  }
  return all;
}

function editsOf(
  rewrite: DocumentRewrite,
  workspace: Files['workspace'],
  what: string,
): readonly RenameEdit[] | RenameRefusal {
  const { view, document, start, rewrites } = rewrite;
  if (document.plan) return [];
  if (document.syntax === 'code') return programEdits(rewrite, { workspace }, what);
  const fix = { title: '', safety: 'suggested', edits: rewrites.map(({ edit }) => edit) } as const;
  const path = plainPath(view.uri);
  const edits = fixEdits(path, view.file, { fix, document, start }, { isPartial: workspace.isPatch(view.uri) });
  if (!edits) {
    const name = quote(fileNameOf(path));
    return refuse(
      `The ${what} cannot be changed in ${name} without changing other values, such as copies by an alias or a merge key.`,
    );
  }
  return edits.map((edit) => {
    const { label = '', warning } = rewrites.find(({ span }) => contains(shift(span, start), edit.span)) ?? {};
    return { view, edit, label, ...(warning ? { warning } : {}) };
  });
}
