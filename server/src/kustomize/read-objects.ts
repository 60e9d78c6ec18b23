/** Reads the documents of a file, or of a text inside of a kustomization, into values that know where they are written. */
import { segment } from '../frontends/yaml/segment.ts';
import { readYaml, type YamlRead } from '../frontends/yaml/read-yaml.ts';
import { piecesOf, scalarLines } from '../frontends/embedded/text-lines.ts';
import { shift, type Span } from '../text/span.ts';
import { countBeforeBy } from '../text/sorted.ts';
import { childrenOf, entryOf, type Entry, type Mapping, type Scalar, type Value } from '../tree/value.ts';
import type { Form } from '../tree/document.ts';
import type { BuiltEntry, BuiltMapping, BuiltScalar, BuiltValue, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { dateOf, isNoText } from './plain-text.ts';
import {
  type BuildObject,
  type RepeatedKey,
  builtAt,
  builtScalarText,
  builtText,
  entryAt,
  originOf,
} from './object.ts';

/** A text with its place in a file. `whole` is the place of every value in it, for a text that is not written as it reads. */
interface PlacedText {
  readonly path: string;
  readonly start: number;
  readonly text: string;
  readonly whole?: Origin;
}

export interface WrittenDocument {
  readonly root: BuiltValue;
  readonly repeated: RepeatedKey | undefined;
}

/** The documents of a file, in order, without empty ones. Throws where one is not YAML. */
export function readDocuments(path: string, text: string, form: Form): readonly WrittenDocument[] {
  // kustomize cuts at `---` only: a directive is left alone, and what follows `...` is not read.
  if (text.startsWith('%') && form === 'pulumi')
    throw unreadable('kustomize does not read directives of YAML. Remove this line.', {
      path,
      span: { start: 0, end: text.search(/[\r\n]|$/) },
    });
  const parts = segment(text).filter((part, i) => i === 0 || /^---/m.test(part.text));
  return parts.flatMap((part) => readPlacedDocument({ path, ...part }, form) ?? []);
}

/** The first document of a file. */
export function readFirstDocument(path: string, text: string, form: Form): WrittenDocument | undefined {
  const [first] = segment(text);
  return first && readPlacedDocument({ path, ...first }, form);
}

/** The documents of a text that a scalar of the file holds. Each value has its own place in a literal block, and where the text is written as it reads. */
export function readInnerDocuments(
  scalar: BuiltScalar,
  fileText: string | undefined,
  form: Form,
): readonly WrittenDocument[] {
  return placedTexts(scalar, fileText).flatMap((placed) => readPlacedDocument(placed, form) ?? []);
}

function placedTexts({ value, origins: [origin] }: BuiltScalar, fileText: string | undefined): readonly PlacedText[] {
  if (!origin || typeof value !== 'string') return [];
  const { path, span } = origin;
  if (fileText?.[span.start] !== '|') {
    const quotes = (span.end - span.start - value.length) / 2;
    const isVerbatim = fileText?.slice(span.start + quotes, span.end - quotes) === value;
    const from = span.start + quotes;
    return segment(value).map(({ start, text }) =>
      isVerbatim ? { path, start: from + start, text } : { path, start: span.start, text, whole: origin },
    );
  }
  const from = fileText.indexOf('\n', span.start) + 1;
  if (from === 0 || from >= span.end) return [];
  return piecesOf(scalarLines(fileText, from, span.end)).map(({ start, code }) => ({ path, start, text: code }));
}

/** Undefined for a document without content. */
function readPlacedDocument(placed: PlacedText, form: Form): WrittenDocument | undefined {
  const read = readYaml(placed.text, form, []);
  const [issue] = read.issues;
  const reader = new ValueReader(placed, read, form);
  if (issue) throw new BuildError('unreadable', issue.message, reader.origin(issue.span));
  if (!read.root || (read.root.kind === 'scalar' && read.root.value === null)) return undefined;
  return { root: reader.value(read.root), repeated: reader.repeated };
}

/** Follows aliases to the text that they repeat. */
class ValueReader {
  repeated: RepeatedKey | undefined;
  private readonly aliased = new Map<Value, BuiltValue>();
  private readonly anchored: ReadonlyMap<number, Value>;

  private readonly placed: PlacedText;

  private readonly form: Form;
  private readonly root: Value | undefined;

  constructor(placed: PlacedText, { anchors, root }: YamlRead, form: Form) {
    this.placed = placed;
    this.form = form;
    this.root = root;
    this.anchored = anchors.length === 0 || !root ? new Map() : anchoredValues(anchors, root);
  }

  origin(span: Span): Origin {
    return this.placed.whole ?? { path: this.placed.path, span: shift(span, this.placed.start) };
  }

  value(value: Value): BuiltValue {
    if (value.kind === 'opaque') {
      const message = `This value cannot be known: ${value.why}. Write it out.`;
      throw new BuildError('unreadable', message, this.origin(value.span));
    }
    const original = value.isAlias ? this.anchored.get(value.span.start) : undefined;
    if (!original || original === value) return this.written(value);
    const known = this.aliased.get(original) ?? this.value(original);
    this.aliased.set(original, known);
    return known;
  }

  private written(value: Exclude<Value, { kind: 'opaque' }>): BuiltValue {
    const origin = this.origin(value.span);
    if (value.kind === 'scalar') return this.scalar(value, origin);
    if (value.kind === 'sequence')
      return { kind: 'sequence', items: value.items.map((item) => this.value(item)), origin };
    return { kind: 'mapping', entries: this.entries(value), origin };
  }

  /** A JSON patch is read by another reader, which keeps neither texts nor dates. */
  private scalar({ value, span }: Scalar, origin: Origin): BuiltScalar {
    const scalar: BuiltScalar = { kind: 'scalar', value, origins: [origin] };
    if (this.form === 'kubernetes' || (typeof value === 'string' && !/^\d{4}-\d/.test(value))) return scalar;
    const raw = this.placed.text.slice(span.start, span.end);
    if (raw === String(value) && typeof value !== 'string') return scalar;
    const date = raw === value ? dateOf(raw) : undefined;
    if (date !== undefined) return { ...scalar, value: date, raw };
    return typeof value === 'string' || /^["'!&]/.test(raw) ? scalar : { ...scalar, raw };
  }

  private entries(mapping: Mapping): readonly BuiltEntry[] {
    const entries = new Map<string, BuiltEntry>();
    const explicit = new Set<string>();
    for (const entry of mapping.entries) {
      const { name, isMerged } = entry;
      if (isMerged && explicit.has(name)) continue;
      if (explicit.has(name)) this.repeated ??= { name, at: this.origin(entry.key) };
      else if (mapping !== this.root && !isMerged) this.checkKey(entry);
      if (!isMerged) explicit.add(name);
      entries.set(name, isMerged ? this.merged(entry) : this.entry(entry));
    }
    return [...entries.values()];
  }

  private checkKey({ name, key }: Entry): void {
    if (this.form === 'kubernetes' || !isNoText(this.placed.text.slice(key.start, key.end))) return;
    this.repeated ??= { name, at: this.origin(key), isNoText: true };
  }

  private entry({ name, key, value }: Entry): BuiltEntry {
    return { name, key: this.origin(key), value: this.value(value) };
  }

  /** An entry that a merge key brings in, from where it is written. */
  private merged(entry: Entry): BuiltEntry {
    const original = this.anchored.get(entry.value.span.start);
    const source = original?.kind === 'mapping' ? entryOf(original, entry.name) : undefined;
    if (!source || source === entry) return this.entry(entry);
    return source.isMerged ? this.merged(source) : this.entry(source);
  }
}

/** The values of anchors, by the places of the aliases that repeat them. */
function anchoredValues(anchors: YamlRead['anchors'], root: Value): ReadonlyMap<number, Value> {
  const written = [...flatten(root)].sort((a, b) => a.span.start - b.span.start);
  const found = new Map<number, Value>();
  for (const { span, uses } of anchors) {
    const value = written[countBeforeBy(written, span.end, ({ span: { start } }) => start)];
    if (value) for (const use of uses) found.set(use.start, value);
  }
  return found;
}

/** Outer values before inner ones. */
function* flatten(value: Value): Generator<Value> {
  if (value.kind !== 'opaque' && value.isAlias) return;
  yield value;
  for (const child of childrenOf(value)) yield* flatten(child);
}

/** The objects of documents: the items of Lists, each with a kind and a name. A patch needs both, too. */
export function objectsOf(
  documents: readonly WrittenDocument[],
  noun: 'object' | 'patch' = 'object',
): readonly BuildObject[] {
  return documents.flatMap(({ root, repeated }) => {
    if (root.kind === 'mapping' && root.entries.length === 0) return [];
    const items = listItems(root);
    const required = items ? ['apiVersion', 'kind'] : ['kind'];
    return (items?.flatMap(innerItems) ?? [root]).map((item) => objectOf(item, repeated, { noun, required }));
  });
}

/** A List may hold Lists. */
function innerItems(item: BuiltValue): readonly BuiltValue[] {
  return listItems(item)?.flatMap(innerItems) ?? [item];
}

/** The items of a `List`, or of a kind whose name ends with it; undefined for any other object. */
function listItems(root: BuiltValue): readonly BuiltValue[] | undefined {
  const items = isList(root) ? entryAt(root, 'items') : undefined;
  if (!items) return undefined;
  const { value } = items;
  if (value.kind === 'sequence') return value.items;
  if (value.kind === 'scalar' && value.value === null) return [];
  throw unreadable('"items" of this List must be a list. Write its objects as list items.', items.key);
}

function isList(root: BuiltValue): boolean {
  return builtText(root, ['kind']).endsWith('List');
}

interface ObjectRules {
  readonly noun: 'object' | 'patch';
  readonly required: readonly string[];
}

function objectOf(root: BuiltValue, repeated: RepeatedKey | undefined, { noun, required }: ObjectRules): BuildObject {
  const fields = 'apiVersion, kind and metadata.name';
  if (root.kind !== 'mapping')
    throw unreadable(`This document is not a Kubernetes object. Write its ${fields}.`, originOf(root));
  const missing =
    required.find((name) => builtScalarText(builtAt(root, [name])) === '') ??
    (hasName(root) ? undefined : 'metadata.name');
  if (missing !== undefined) {
    const wayOut = noun === 'patch' ? `Write ${fields}, also with a target.` : 'Write it.';
    throw unreadable(`This ${noun} has no ${missing}, so kustomize rejects it. ${wayOut}`, headOf(root));
  }
  const path = root.origin.path;
  return { root, previous: [], prefixes: [], suffixes: [], path, ...(repeated && { repeated }) };
}

/** kustomize reads a number as a name, too. A list needs none. */
function hasName(root: BuiltMapping): boolean {
  return isList(root) || builtScalarText(builtAt(root, ['metadata', 'name'])) !== '';
}

/** A short place for what is wrong with a whole object. */
function headOf({ entries, origin }: BuiltMapping): Origin {
  const head = entries.find(({ name }) => name === 'kind') ?? entries[0];
  return head?.key ?? origin;
}

function unreadable(message: string, at: Origin): BuildError {
  return new BuildError('unreadable', message, at);
}
