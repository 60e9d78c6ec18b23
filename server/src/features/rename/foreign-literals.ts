/** Renames literals of a Terraform module that are written in another file than they are used: in a local. */
import { fileNameOf, folderOf, plainPath } from '../../analysis/workspace/placement.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import { writtenLiteral } from '../../edits/code/replace-literals.ts';
import { spelledLike } from '../../edits/hcl/replace-hcl.ts';
import { isTerraformPath } from '../../frontends/terraform/module-file.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import type { Scalar, Value } from '../../tree/value.ts';
import { addressHolders } from '../navigation/address-holders.ts';
import { addressUsesIn, type AddressUse } from '../navigation/address-places.ts';
import { meaningOf, type NamedPlace } from '../navigation/named-places.ts';
import type { Files, View } from '../view.ts';
import { refuse, type DocumentRewrite, type RenameEdit, type RenameRefusal, type Rewrite } from './renaming.ts';
import { writtenPlace } from './unknown-in-program.ts';

/** What a literal names in other files of its module, with the place of the text in its quotes. */
export type ForeignUse = { readonly span: Span } & (
  { readonly place: NamedPlace; readonly use?: never } | { readonly use: AddressUse; readonly place?: never }
);

/** The first use of the literal at the offset in the other files of the module; undefined where there is none. */
export function foreignUseAt(view: View, offset: number, files: Files): ForeignUse | undefined {
  if (!isTerraformPath(plainPath(view.uri))) return undefined;
  const text = view.located.text;
  const spanIn = (value: Value): Span | undefined => {
    const { origin, originFile } = foreignOf(value);
    if (!origin || originFile !== view.uri || offset < origin.start || offset > origin.end) return undefined;
    return text[origin.start] === '"' ? { start: origin.start + 1, end: origin.end - 1 } : origin;
  };
  for (const other of othersOf(view, files)) {
    const entries = files.workspace.entriesIn(other.uri);
    for (const object of objectsIn(other.file)) {
      const entry = entries[object.ordinal];
      for (const node of entry ? object.binding.nodes : []) {
        const span = spanIn(node.value);
        const means = span && entry && meaningOf(node, entry);
        if (means) return { span, place: { view: other, entry, object, span: node.value.span, node, means } };
      }
    }
    for (const use of addressHolders(other.file).flatMap((holder) => addressUsesIn(holder))) {
      const span = use.isWhole ? spanIn(use.value) : undefined;
      if (span) return { span, use };
    }
  }
  return undefined;
}

function othersOf({ uri }: View, files: Files): readonly View[] {
  const folder = folderOf(plainPath(uri));
  const isBeside = (each: string): boolean =>
    each !== uri && isTerraformPath(plainPath(each)) && folderOf(plainPath(each)) === folder;
  return [...files.texts()].flatMap(([each]) => (isBeside(each) ? (files.view(each) ?? []) : []));
}

function foreignOf(value: Value): Pick<Scalar, 'origin' | 'originFile'> {
  return value.kind === 'scalar' && !value.isComputed ? value : {};
}

export interface SplitRewrites {
  /** Without the values whose literal is in another file. */
  readonly own: readonly DocumentRewrite[];
  /** Each literal once, unless a rewrite of its own file changes it. */
  readonly foreign: readonly RenameEdit[];
}

export function splitRewrites(
  rewrites: readonly DocumentRewrite[],
  files: Pick<Files, 'view'>,
): SplitRewrites | RenameRefusal {
  const changed = new Set(
    rewrites.flatMap(({ view, rewrites: own }) =>
      own.flatMap(({ edit }) => {
        const literal = edit.kind === 'replace' ? writtenLiteral(edit.value) : undefined;
        return literal ? [`${view.uri} ${literal.start}`] : [];
      }),
    ),
  );
  const foreign = new Map<string, RenameEdit>();
  const kept: DocumentRewrite[] = [];
  for (const rewrite of rewrites) {
    const own: Rewrite[] = [];
    for (const each of rewrite.rewrites) {
      const { origin, originFile } = each.edit.kind === 'replace' ? foreignOf(each.edit.value) : {};
      const key = `${originFile} ${origin?.start}`;
      if (!origin || originFile === undefined) own.push(each);
      else if (!changed.has(key)) {
        const made = foreignEdit(each, files.view(originFile), origin);
        const known = foreign.get(key);
        if (!made || (known && known.edit.text !== made.edit.text)) {
          const place = writtenPlace(rewrite.view, rewrite.start, each.span);
          return refuse(
            `The value at ${place} is written in ${quote(fileNameOf(originFile))}. Change it there by hand.`,
          );
        }
        foreign.set(key, made);
      }
    }
    if (own.length > 0) kept.push({ ...rewrite, rewrites: own });
  }
  return { own: kept, foreign: [...foreign.values()] };
}

/** Undefined for anything but a text in quotes. */
function foreignEdit({ edit, label, warning }: Rewrite, view: View | undefined, origin: Span): RenameEdit | undefined {
  if (!view || edit.kind !== 'replace' || edit.edits || typeof edit.by !== 'string') return undefined;
  const written = view.located.text.slice(origin.start, origin.end);
  if (!/^"(?:[^"\\\n]|\\.)*"$/.test(written)) return undefined;
  const text = spelledLike(written, edit.by, false);
  return { view, edit: { span: origin, text }, label, ...(warning === undefined ? {} : { warning }) };
}
