/** What a front end makes of a text: documents, and in them the resources that rules and features speak about. */
import { memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import type { Entry, Mapping, Value } from './value.ts';

/** Which program reads the text; it decides on scalars, strictness and who refuses what. */
export type Form = 'kubernetes' | 'pulumi';

/** Something the reader could not read. */
export interface Issue {
  readonly span: Span;
  readonly message: string;
}

/** A comment or annotation that silences rules. */
export interface Ignore {
  /** The whole comment, for removal; for an annotation its value. */
  readonly span: Span;
  readonly codes: readonly { readonly code: string; readonly span: Span }[];
  readonly reason: string;
  /** Where it holds; undefined for the whole file. */
  readonly target: Span | undefined;
  readonly isComment: boolean;
}

/** One resource, whatever language wrote it. */
export interface Resource {
  /** The name of its contract type, `Endpoints` or `EndpointsPatch`; the kind of a neighbour. */
  readonly type: string;
  /** As written, or as the type token of a program says it; empty where it is not known. */
  readonly apiVersion: string;
  readonly form: Form;
  /** In a program the resource's logical name, otherwise `metadata.name` where it is known. */
  readonly name: string | undefined;
  readonly properties: Mapping;
  readonly span: Span;
  /** A short span to report at what concerns the resource as a whole. */
  readonly head: Span;
  /** True for an overlay or patch file: only part of the object is written here. */
  readonly isPartial: boolean;
  /** A Pulumi program's block around the properties, with `type`, `options` and so on. */
  readonly envelope: Mapping | undefined;
}

/** A mapping that means one of our kinds but does not name it as the server asks. */
export interface Misnamed {
  readonly what:
    'kind' | 'missing-kind' | 'api-version' | 'missing-api-version' | 'token' | 'token-case' | 'list' | 'bare-list';
  readonly entry: Entry | undefined;
  readonly span: Span;
  /** What was written; empty where nothing was. */
  readonly written: string;
  /** What is right; undefined where there is no way to write it. */
  readonly right: string | undefined;
  /** The mapping that lacks the entry, for insertion. */
  readonly mapping: Mapping;
}

/** A value that YAML names, `&name`, so that `*name` can repeat it. */
export interface Anchor {
  readonly name: string;
  /** With its sign. */
  readonly span: Span;
  /** The aliases that mean this anchor, with their signs. */
  readonly uses: readonly Span[];
}

/** One access in an interpolation of a program, `${root.name["key"][0]}`. */
export interface InterpolationReference {
  readonly root: string;
  readonly rootSpan: Span;
  readonly steps: readonly ReferenceStep[];
  /** False where the brace is missing, or something stands before it that is not understood: there may be more steps. */
  readonly isClosed: boolean;
}

/** A name without its dot or quotes, or an index with its brackets. */
export interface ReferenceStep {
  readonly step: string | number;
  readonly span: Span;
}

/** Immutable. Spans are relative to `text`. */
export interface Document {
  readonly text: string;
  readonly form: Form;
  readonly syntax: 'yaml' | 'json';
  /** Of a long List, each item may be a document of its own, between what frames them. */
  readonly role: 'document' | 'item' | 'frame';
  readonly root: Value | undefined;
  readonly resources: readonly Resource[];
  /** Objects of other kinds, such as the Service in front of an Endpoints. Of most kinds only the head is read. */
  readonly neighbours: readonly Resource[];
  readonly misnamed: readonly Misnamed[];
  readonly issues: readonly Issue[];
  readonly ignores: readonly Ignore[];
  /** Text that a program's reader refuses or warns of; none in a manifest, where the same is allowed. */
  readonly remarks: readonly ReadingRemark[];
  /** In the order of the text; none in JSON. */
  readonly anchors: readonly Anchor[];
  /** What a program's expressions mean, in the order of the text; only what can be located. None in a manifest. */
  readonly references: readonly InterpolationReference[];
}

export interface ReadingRemark {
  readonly what: 'alias' | 'key' | 'interpolation' | 'function' | 'later-document';
  readonly span: Span;
  readonly written: string;
}

/** A file: its documents, each with the offset at which it starts. Their texts together are the file's. */
export interface SourceFile {
  readonly text: string;
  readonly parts: readonly { readonly start: number; readonly document: Document }[];
  /** The same as two lists, of a file that was read again after an edit: it puts the others together when they are asked for. */
  readonly columns?: Columns;
}

export interface Columns {
  readonly documents: readonly Document[];
  readonly starts: Int32Array;
}

/** The documents of a file, and where each starts. */
export function documentColumns(file: SourceFile): Columns {
  return file.columns ?? split(file);
}

const split = memo(({ parts }: SourceFile): Columns => ({
  documents: parts.map(({ document }) => document),
  starts: Int32Array.from(parts, ({ start }) => start),
}));

/** The documents of a file alone. */
export function documentsOf(file: SourceFile): readonly Document[] {
  return documentColumns(file).documents;
}

/** A text that holds nothing. */
export function bareDocument(text: string, syntax: Document['syntax'], form: Form): Document {
  return {
    text,
    form,
    syntax,
    role: 'document',
    root: undefined,
    resources: [],
    neighbours: [],
    misnamed: [],
    issues: [],
    ignores: [],
    remarks: [],
    anchors: [],
    references: [],
  };
}
