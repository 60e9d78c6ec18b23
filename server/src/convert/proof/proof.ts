/**
 * Proves a conversion by reading the new text: it must contain the same endpoints, metadata and comments, leave the
 * rest unchanged, and have no errors in the new objects.
 */
import { fileFacts } from '../../analysis/facts/file-facts.ts';
import type { Workspace } from '../../analysis/workspace/workspace.ts';
import { listedKind } from '../../contract/contract.ts';
import { readFile } from '../../frontends/frontends.ts';
import { filesBeside } from '../../frontends/terraform/read-document.ts';
import { keepsOtherBlocks } from './terraform-rest.ts';
import { callEditorFor } from '../../edits/parts/call-editors.ts';
import { commentTexts } from '../../edits/yaml/yaml-comments.ts';
import { checkFile } from '../../lint/check-file.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import { shownMessage } from '../../lint/versions.ts';
import { differenceOf } from '../../text/difference.ts';
import { groupBy } from '../../text/group.ts';
import { quote } from '../../text/quote.ts';
import { shift } from '../../text/span.ts';
import { documentsOf, type Document, type Resource, type SourceFile } from '../../tree/document.ts';
import { stringOf, valueOf, type Sequence, type Value } from '../../tree/value.ts';
import { missingIn } from '../parts/rewrite-pairs.ts';
import { endpointSet } from './endpoint-set.ts';
import { metadataFault } from './metadata-proof.ts';
import { nameText, namespaceText, type DocumentResource } from '../value-text.ts';

export interface FileChange {
  readonly uri: string;
  readonly path: string;
  readonly before: SourceFile;
  readonly text: string;
}

/** Converted objects and the objects that replace them. */
export interface ObjectMove {
  readonly converted: readonly Resource[];
  /** The file of the new objects. */
  readonly uri: string;
  /** The keys (kind, namespace and name) of the new objects, and of the old ones that stay in that file. */
  readonly made: readonly string[];
  readonly stays: readonly string[];
}

export interface ProofContext {
  /** The application protocol that new ports have instead of none. */
  readonly appProtocol?: string | undefined;
  readonly workspace: Workspace;
  readonly checks: CheckSettings;
}

/** Identifies an object within its file. */
export function objectKey(kind: string, namespace: string, name: string): string {
  return JSON.stringify([kind, namespace, name]);
}

/** Describes why the changes are wrong; undefined if they are proven. */
export function proofFault(
  changes: readonly FileChange[],
  moves: readonly ObjectMove[],
  context: ProofContext,
): string | undefined {
  const after = changes.map(({ path, uri, before: file, text }) => ({
    uri,
    file: readFile(path, text, {
      isPartial: context.workspace.isPatch(uri),
      previous: file,
      siblings: () => documentsOf(file).flatMap(filesBeside),
    }),
  }));
  const before = changes.map(({ before: file }) => file);
  const byName = new Map(after.map(({ uri, file }) => [uri, groupBy(locatedIn(file), keyOf)]));
  const found = (uri: string, names: readonly string[]): readonly DocumentResource[] =>
    names.flatMap((name) => byName.get(uri)?.get(name) ?? []);
  const was = new Map(before.flatMap(locatedIn).map((each) => [each.resource, each]));
  for (const { converted, uri, made, stays } of moves) {
    const old = converted.flatMap((resource) => was.get(resource) ?? []);
    const own = setOf(old, context.appProtocol);
    if (!isSame(own, setOf(found(uri, made)))) return 'the text would no longer contain the same endpoints';
    const kept = setOf(found(uri, stays), context.appProtocol);
    if (stays.length > 0 && [...own].some((each) => !kept.has(each)))
      return 'the text would no longer contain the same endpoints';
    if (found(uri, made).length !== made.length) return 'the text would not contain the new objects';
    const fault = metadataFault(old, found(uri, [...made, ...stays]));
    if (fault !== undefined) return fault;
  }
  const gone = new Set(moves.flatMap(({ converted }) => converted));
  const come = new Set(
    moves.flatMap(({ uri, made, stays }) => found(uri, [...made, ...stays]).map(({ resource }) => resource)),
  );
  // Unchanged documents need no comparison, except where an object was removed or added.
  const isMoved = ({ resources }: Document): boolean => resources.some((each) => gone.has(each) || come.has(each));
  const pairs = after.map(({ file }, i) => changedDocuments(before[i], file, isMoved));
  const [old, fresh] = [pairs.map(([each]) => each), pairs.map(([, each]) => each)];
  const isKept = (before: Document, other: Document | undefined): boolean =>
    before.form !== 'terraform' || (other !== undefined && keepsOtherBlocks(before, other, gone, come));
  const areKept = old.every((documents, i) => documents.every((document, j) => isKept(document, fresh[i]?.[j])));
  if (!areKept || restOf(old, gone) !== restOf(fresh, come)) return 'another part of the file would change';
  const [lost] = missingIn(fresh.flat().flatMap(commentsIn), old.flat().flatMap(commentsIn));
  if (lost !== undefined) return `the comment ${quote(lost)} would be lost`;
  if (errorsIn(fresh.flat()) > errorsIn(old.flat())) return 'the program would have a syntax error';
  return after.map(({ uri, file }) => faultIn(file, uri, come, context)).find((fault) => fault !== undefined);
}

function commentsIn(document: Document): readonly string[] {
  return callEditorFor(document)?.comments(document) ?? commentTexts(document);
}

function errorsIn(documents: readonly Document[]): number {
  return documents.reduce((sum, document) => sum + (callEditorFor(document)?.errors(document) ?? 0), 0);
}

function locatedIn({ parts }: SourceFile): readonly DocumentResource[] {
  return parts.flatMap(({ document }) => document.resources.map((resource) => ({ document, resource })));
}

function keyOf({ document, resource }: DocumentResource): string {
  return objectKey(resource.type, namespaceText(document, resource), nameText(document, resource));
}

function setOf(located: readonly DocumentResource[], appProtocol?: string): ReadonlySet<string> {
  return new Set(located.flatMap(({ document, resource }) => [...endpointSet(document, resource, appProtocol)]));
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}

/** The documents from the first to the last changed or moved one, before and after. */
function changedDocuments(
  before: SourceFile | undefined,
  after: SourceFile,
  isMoved: (document: Document) => boolean,
): readonly [before: readonly Document[], after: readonly Document[]] {
  const [old, fresh] = [before ? documentsOf(before) : [], documentsOf(after)];
  // A moved document never counts as unchanged.
  const known = (each: Document, side: string): unknown => (isMoved(each) ? side : each);
  const changed = differenceOf(
    old.map((each) => known(each, 'before')),
    fresh.map((each) => known(each, 'after')),
  );
  return [old.slice(changed.start, changed.before), fresh.slice(changed.start, changed.after)];
}

/** A text for everything in the documents except some objects, to compare two files. */
function restOf(files: readonly (readonly Document[])[], without: ReadonlySet<Resource>): string {
  const values = new Set<Value>([...without].map(({ properties, envelope }) => envelope ?? properties));
  const all = files.map((documents) =>
    documents.flatMap(({ root, role, text, issues, form }): readonly unknown[] => {
      // Its blocks are compared by their texts.
      if (form === 'terraform') return [];
      if (!root || values.has(root)) return issues.length === 0 ? [] : [text];
      // The boundaries between the items of a split List do not matter.
      if (role === 'item' && root.kind === 'sequence') return restIn(root, text, values);
      return isEmptied(root, values) ? [] : [plainOf(root, text, values)];
    }),
  );
  return JSON.stringify(all, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** True for a list whose items are all excluded. */
function isEmptied(root: Value, without: ReadonlySet<Value>): boolean {
  const items = root.kind === 'mapping' ? valueOf(root, 'items') : undefined;
  return items?.kind === 'sequence' && items.items.every((item) => without.has(item));
}

function plainOf(value: Value, text: string, without: ReadonlySet<Value>): unknown {
  if (value.kind === 'scalar') return value.value;
  if (value.kind === 'opaque') return { opaque: text.slice(value.span.start, value.span.end) };
  if (value.kind === 'sequence') return restIn(value, text, without);
  const isTypedList = listedKind(stringOf(valueOf(value, 'kind'))) !== undefined;
  return value.entries
    .filter((entry) => !without.has(entry.value))
    .map((entry) => [
      // A call whose name is not known, or repeated, has the number of the call.
      entry.name.replace(/#\d+$/, '#'),
      isTypedList && entry.name === 'kind' ? 'List' : plainOf(entry.value, text, without),
    ]);
}

function restIn({ items }: Sequence, text: string, without: ReadonlySet<Value>): readonly unknown[] {
  return items.filter((item) => !without.has(item)).map((item) => plainOf(item, text, without));
}

function faultIn(
  file: SourceFile,
  uri: string,
  objects: ReadonlySet<Resource>,
  { workspace, checks }: ProofContext,
): string | undefined {
  const spans = file.parts.flatMap(({ start, document }) =>
    document.resources.filter((each) => objects.has(each)).map((each) => shift(each.span, start)),
  );
  const findings = checkFile(file, checks, workspace.around(uri, fileFacts(file)));
  const fault = findings.find(
    ({ severity, span }) =>
      severity === 'error' && spans.some(({ start, end }) => span.start >= start && span.start <= end),
  );
  return fault && `the result would have an error: ${shownMessage(fault.diagnostic)}`;
}
