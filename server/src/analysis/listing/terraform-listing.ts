/** Lists a resource of Terraform: its properties as they are sent, its options, and where each value is written. */
import type { Span } from '../../text/span.ts';
import { pathText } from '../../tree/path.ts';
import { positionAt, lineStarts } from '../../text/line-index.ts';
import {
  documentsOf,
  type RefusedName,
  type Resource,
  type SourceFile,
  type TerraformFacts,
} from '../../tree/document.ts';
import type { Scalar } from '../../tree/value.ts';
import type { ListedPosition, Place } from './listing.ts';
import { writtenNames, readingLeaves, plainReading, type Leaf, type PlainValue } from './reading.ts';

export interface ListedTerraform extends Pick<TerraformFacts, 'type' | 'address'> {
  /** Only in modules of several files. */
  readonly file?: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** From the word `resource` to the closing brace; in JSON the object of the resource. */
  readonly block: Place;
  readonly nameRange: Place;
  /** A number, the keys in their order, or `{"$opaque": true}`. */
  readonly instances: PlainValue;
  readonly properties: PlainValue;
  readonly options: PlainValue;
  readonly refused: readonly ListedRefused[];
  readonly leaves: readonly ListedTerraformLeaf[];
  readonly optionLeaves: readonly ListedTerraformLeaf[];
  readonly keys: readonly { readonly path: string; readonly range: Place }[];
}

interface ListedRefused extends Pick<RefusedName, 'name' | 'form'> {
  readonly path: string;
  readonly range: Place;
  readonly meant?: string;
}

export interface ListedTerraformLeaf extends Pick<Leaf, 'path' | 'value' | 'opaque' | 'empty' | 'computed' | 'shared'> {
  readonly range: Place;
  readonly origin?: Place;
  readonly originFile?: string;
  readonly converted?: true;
  readonly hint?: PlainValue;
  readonly hintOrigin?: Place;
  readonly hintOriginFile?: string;
}

/** The position of an offset in another file of the module, or in the file itself. */
type PositionIn = (offset: number, file: string | undefined) => ListedPosition;

/** Another file of the module. */
interface SiblingText {
  readonly path: string;
  readonly text: string;
}

/** The resources of a file of Terraform, in the order of the text; none of another file. */
export function terraformListing(
  file: SourceFile,
  { path, siblings }: { readonly path: string; readonly siblings: readonly SiblingText[] },
): readonly ListedTerraform[] {
  const starts = new Map<string | undefined, readonly number[]>([[undefined, lineStarts(file.text)]]);
  const startsOf = (other: string | undefined): readonly number[] => {
    const text = siblings.find((each) => each.path === other)?.text ?? '';
    const known = starts.get(other) ?? lineStarts(text);
    starts.set(other, known);
    return known;
  };
  const positionIn: PositionIn = (offset, other) => {
    const { line, character } = positionAt(startsOf(other), offset);
    return { line: line + 1, column: character + 1 };
  };
  return documentsOf(file)
    .flatMap(({ resources, neighbours }) => [...resources, ...neighbours])
    .sort((a, b) => a.span.start - b.span.start)
    .flatMap((resource) => {
      const { terraform } = resource;
      return terraform ? [listed({ ...resource, terraform }, positionIn, siblings.length > 0 ? path : undefined)] : [];
    });
}

/** `file` is the path of the file in a module of several. */
function listed(
  { type: kind, apiVersion, properties: sent, span, terraform }: Resource & { readonly terraform: TerraformFacts },
  positionIn: PositionIn,
  file: string | undefined,
): ListedTerraform {
  const { type, address, nameSpan, instances, options, refused, written: properties = sent } = terraform;
  const place = ({ start, end }: Span, other?: string): Place => {
    const [from, to] = [positionIn(start, other), positionIn(end, other)];
    return [from.line, from.column, to.line, to.column];
  };
  const leaf = (each: Leaf, hasHint: boolean): ListedTerraformLeaf => {
    const { range, origin, originFile, hint, converted, path, value, opaque, empty, computed, shared } = each;
    return {
      path,
      ...(value !== undefined && { value }),
      ...(opaque && { opaque }),
      ...(empty && { empty }),
      range: place(range),
      ...(origin && { origin: place(origin, originFile) }),
      ...(origin && originFile !== undefined && { originFile: nameOf(originFile) }),
      ...(computed && { computed }),
      ...(shared && { shared }),
      ...(converted && { converted }),
      ...(hint && hasHint && listedHint(hint, place)),
    };
  };
  return {
    type,
    address,
    ...(file !== undefined && { file: nameOf(file) }),
    apiVersion,
    kind,
    block: place(span),
    nameRange: place(nameSpan),
    instances: instances ?? { $opaque: true },
    properties: plainReading(properties),
    options: plainReading(options),
    refused: refused.map((each) => ({
      path: pathText(each.path),
      name: each.name,
      form: each.form,
      range: place(each.span),
      ...(each.meant !== undefined && { meant: each.meant }),
    })),
    leaves: readingLeaves(properties).map((each) => leaf(each, true)),
    optionLeaves: readingLeaves(options).map((each) => leaf(each, false)),
    keys: writtenNames(properties).map(({ path, range }) => ({ path, range: place(range) })),
  };
}

function listedHint(
  { value, span, origin, originFile, isComputed }: Scalar,
  place: (span: Span, file?: string) => Place,
): Pick<ListedTerraformLeaf, 'hint' | 'hintOrigin' | 'hintOriginFile'> {
  const hint = typeof value === 'bigint' ? Number(value) : value;
  if (isComputed) return { hint };
  const file = originFile === undefined ? {} : { hintOriginFile: nameOf(originFile) };
  return { hint, hintOrigin: place(origin ?? span, originFile), ...file };
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
