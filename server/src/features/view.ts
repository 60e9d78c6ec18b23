/** The input of all features: an open text with its tree. Finds resources and values at offsets (UTF-16 units of the file). */
import { bindDocument, type BoundResource } from '../analysis/binding/bind-document.ts';
import type { Binding, Bound } from '../analysis/binding/bind.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import type { BuiltRoot } from '../lint/build-events.ts';
import { indexAt } from '../text/line-index.ts';
import type { Span } from '../text/span.ts';
import { documentColumns, type Document, type SourceFile } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { entrySpan } from '../tree/value.ts';
import type { Located } from './lsp.ts';

export interface View {
  readonly uri: string;
  readonly located: Located;
  readonly file: SourceFile;
  readonly minor: number;
}

/** The view of a text, which is read on first access to its tree. */
export function viewIn(text: Pick<View, 'uri' | 'located'>, minor: number, read: () => SourceFile): View {
  return new TextView(text, minor, read);
}

/** A class: V8 keeps the getters of a literal, with the trees that they hold, until the next full collection of garbage. */
class TextView implements View {
  readonly uri: string;
  readonly located: Located;
  readonly minor: number;
  readonly #read: () => SourceFile;

  constructor({ uri, located }: Pick<View, 'uri' | 'located'>, minor: number, read: () => SourceFile) {
    this.uri = uri;
    this.located = located;
    this.minor = minor;
    this.#read = read;
  }

  get file(): SourceFile {
    return this.#read();
  }
}

/** What a root builds, as a file that does not exist. */
export interface BuiltFile extends BuiltRoot {
  readonly uri: string;
  readonly file: SourceFile;
}

export interface Files {
  readonly workspace: Workspace;
  /** The open text of a file, or its text on the disk; undefined for an unknown file. */
  view(uri: string): View | undefined;
  readonly folders: readonly string[];
  /** The texts of all files that may have objects, for a search without trees. */
  texts(): Iterable<readonly [uri: string, text: string]>;
  /** The builds that read a file. */
  rootsOf(uri: string): readonly BuiltFile[];
  /** The name of the overlay that the user has chosen; empty where none is chosen. */
  readonly overlay: string;
  /** The place of a field of a built object in the files; undefined for an object of a file. */
  builtPlace(entry: Pick<IndexedObject, 'uri' | 'ordinal'>, path: Path): { uri: string; span: Span } | undefined;
}

/** A document and its start in the file. Spans of the document are relative to `start`. */
export interface LocatedDocument {
  readonly start: number;
  readonly document: Document;
}

export interface LocatedResource extends BoundResource, LocatedDocument {
  /** The Kubernetes minor version for which it is bound. */
  readonly minor: number;
}

/** The document that holds the offset, or the later of two documents that touch there. */
export function partAt({ file }: View, offset: number): LocatedDocument | undefined {
  const { documents, starts } = documentColumns(file);
  const index = indexAt(starts, offset);
  const document = documents[index];
  return document && { start: starts[index] ?? 0, document };
}

/** Without JSON patches, which are no objects. */
export function resourcesOf(view: View): readonly LocatedResource[] {
  return view.file.parts.flatMap((part) => resourcesOfPart(view, part));
}

/** The same, of one document. */
export function resourcesOfPart(view: View, part: LocatedDocument): readonly LocatedResource[] {
  return resourcesIn(view, part).filter(isObject);
}

/** The resource that holds the offset; undefined between resources, and in a JSON patch. */
export function resourceAt(view: View, offset: number): LocatedResource | undefined {
  return holderAt(view, offset, isObject);
}

export function jsonPatchAt(view: View, offset: number): LocatedResource | undefined {
  return holderAt(view, offset, (each) => !isObject(each));
}

function holderAt(
  view: View,
  offset: number,
  isWanted: (resource: LocatedResource) => boolean,
): LocatedResource | undefined {
  const part = partAt(view, offset);
  if (!part) return undefined;
  const at = offset - part.start;
  return resourcesIn(view, part).find(
    (each) => each.resource.span.start <= at && at <= each.resource.span.end && isWanted(each),
  );
}

function isObject({ resource }: LocatedResource): boolean {
  return resource.isJsonPatch !== true;
}

function resourcesIn(view: View, part: LocatedDocument): readonly LocatedResource[] {
  return bindDocument(part.document, view.minor).map((bound) => ({ ...part, ...bound, minor: view.minor }));
}

/** The bound values that hold the offset of the document, from outer to inner. A key belongs to its value. */
export function nodesAt({ root }: Binding, offset: number): readonly Bound[] {
  return nodesFrom(root, offset);
}

/** The same, from any bound value on. */
export function nodesFrom(root: Bound, offset: number): readonly Bound[] {
  const trail: Bound[] = [];
  for (let node: Bound | undefined = root; node; node = childAt(node, offset)) trail.push(node);
  return trail;
}

function childAt({ children }: Bound, offset: number): Bound | undefined {
  return children.find((child) => {
    if (child.entry?.isMerged) return false;
    const { value } = child;
    // Between the blocks of a list in Terraform, there may be others.
    if (value.kind === 'sequence' && value.isOfBlocks) return value.items.some(({ span }) => holds(span, offset));
    return holds(writtenSpan(child), offset);
  });
}

function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** From the key, if there is one, to the end of the value. */
export function writtenSpan({ entry, value }: Bound): Span {
  return entry ? entrySpan(entry) : value.span;
}
