/** Finds all places that use an IP address, in any spelling and in all files. */
import { canonicalText } from '../../contract/ip.ts';
import { contains, shift, type Span } from '../../text/span.ts';
import type { Scalar, Value } from '../../tree/value.ts';
import { addressHolders, type AddressHolder } from './address-holders.ts';
import { addressTokens } from './address-tokens.ts';
import { folderOf, plainPath } from '../../analysis/workspace/placement.ts';
import { isTerraformPath } from '../../frontends/terraform/module-file.ts';
import type { CursorPlace } from './object-at-cursor.ts';
import { placesInOrder, type ViewPlace } from './related-places.ts';
import type { Files, View } from '../view.ts';

/** One place of an address. */
export interface AddressUse {
  readonly holder: AddressHolder;
  readonly value: Scalar & { readonly value: string };
  /** As written, such as `::ffff:10.0.0.1`. */
  readonly text: string;
  /** In its document (UTF-16 units): the address in a text, or the whole value where escapes hide it. */
  readonly span: Span;
  /** True where the value is the address and nothing else. */
  readonly isWhole: boolean;
}

/** The use of an address at the offset of the file (UTF-16 units); undefined where there is none. */
export function addressAt({ view, offset }: Pick<CursorPlace, 'view' | 'offset'>): AddressUse | undefined {
  for (const holder of addressHolders(view.file)) {
    const at = { start: offset - holder.start, end: offset - holder.start };
    // A program may write an address outside of the call.
    const isInCode = holder.document.syntax === 'code';
    const uses = isInCode ? addressUsesIn(holder) : contains(holder.span, at) ? addressUsesIn(holder, at) : [];
    const found = uses.find(({ span }) => contains(span, at));
    if (found) return found;
  }
  return undefined;
}

/** All places of the address, by its canonical text, in order: in all files, or in `only` one file. */
export function addressPlaces(canonical: string, files: Files, only?: string): readonly ViewPlace[] {
  const places = addressUses(canonical, files, only).filter(({ value }) => !value.isAlias || value.origin);
  return placesInOrder(
    places.map(({ view, holder, span, value }) => ({
      view,
      span: shift(span, holder.start),
      whole: shift(value.isAlias ? span : holder.span, holder.start),
    })),
  );
}

/** All uses of the address, with copies by an alias. Reads only files whose text may contain the address. */
export function addressUses(
  canonical: string,
  files: Files,
  only?: string,
): readonly (AddressUse & { readonly view: View })[] {
  const words = wordsOf(canonical);
  const uris = only === undefined ? urisWith(words, files) : [only];
  return uris.flatMap((uri) => {
    const view = files.view(uri);
    if (!view) return [];
    const uses = addressHolders(view.file).flatMap((holder) => addressUsesIn(holder));
    return uses.filter(({ text }) => canonicalText(text) === canonical).map((use) => ({ ...use, view }));
  });
}

/** The files with the words, and of Terraform all files of their modules, which may take values from each other. */
function urisWith(words: RegExp, files: Files): readonly string[] {
  const all = [...files.texts()];
  const found = new Set(all.flatMap(([uri, text]) => (words.test(text) ? uri : [])));
  const folders = new Set([...found].flatMap((uri) => moduleFolder(uri) ?? []));
  if (folders.size === 0) return [...found];
  const isInModule = (uri: string): boolean => folders.has(moduleFolder(uri) ?? '');
  return all.flatMap(([uri]) => (found.has(uri) || isInModule(uri) ? uri : []));
}

/** Undefined for a file of another language. */
function moduleFolder(uri: string): string | undefined {
  const path = plainPath(uri);
  return isTerraformPath(path) ? folderOf(path) : undefined;
}

/** The addresses of the object, or only those in values that hold the offset `at` of its document. */
export function addressUsesIn(holder: AddressHolder, at?: Span): readonly AddressUse[] {
  return [
    ...holder.valuesAt('addresses', at).flatMap((value) => wholeUse(holder, value)),
    ...holder.valuesAt('texts', at).flatMap((value) => partialUses(holder, value)),
  ];
}

function wholeUse(holder: AddressHolder, value: Value): readonly AddressUse[] {
  if (!isText(value) || canonicalText(value.value) === undefined) return [];
  return [{ holder, value, text: value.value, span: writtenAt(value), isWhole: true }];
}

function partialUses(holder: AddressHolder, value: Value): readonly AddressUse[] {
  if (!isText(value) || !/[.:]/.test(value.value)) return [];
  const found = addressTokens(value.value);
  const { start, end } = value.span;
  const written = value.isAlias || found.length === 0 ? [] : addressTokens(holder.document.text.slice(start, end));
  const isLiteral = written.length === found.length && written.every(({ text }, i) => text === found[i]?.text);
  return found.map(({ text }, i) => {
    const span = isLiteral ? shift(written[i]?.span ?? value.span, start) : value.span;
    return { holder, value, text, span, isWhole: text === value.value };
  });
}

/** In a program, the place of the literal, unless it is in another file. */
function writtenAt({ isAlias, origin, originFile, span }: Scalar): Span {
  return isAlias && origin && originFile === undefined ? origin : span;
}

function isText(value: Value): value is AddressUse['value'] {
  return value.kind === 'scalar' && typeof value.value === 'string';
}

/** Matches every text that contains the address, and some others. */
function wordsOf(canonical: string): RegExp {
  // An IPv4 address written as IPv6 contains this group.
  if (canonical.includes('.')) return new RegExp(`${canonical.replaceAll('.', '\\.0*')}|ffff:`, 'i');
  // The last 32 bits can be written as IPv4, and a group of zeros can be left out.
  const group = canonical
    .split('::')[0]
    ?.split(':')
    .slice(0, 6)
    .find((each) => !/^0?$/.test(each));
  return group === undefined ? /::|0:0/ : new RegExp(`${group}:`, 'i');
}
