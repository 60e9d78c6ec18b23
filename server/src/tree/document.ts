/** The result of parsing a text: documents, and in them the resources that rules and features work on. */
import { memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import type { JsonPatch } from './json-patch.ts';
import type { Path } from './path.ts';
import type { Entry, Mapping, Value } from './value.ts';

/** The program that reads the text. It determines how scalars are read, how strict the reader is, and what rejects errors. */
export type Form = 'kubernetes' | 'pulumi' | 'terraform';

/** The languages of programs that are read. */
export type CodeLanguage = 'typescript' | 'javascript' | 'python' | 'go' | 'csharp' | 'java';

export interface Issue {
  readonly span: Span;
  readonly message: string;
}

/** A comment or annotation that suppresses findings. */
export interface Ignore {
  /** The whole comment, for removal; for an annotation its value. */
  readonly span: Span;
  readonly codes: readonly { readonly code: string; readonly span: Span }[];
  readonly reason: string;
  /** Where it applies; undefined for the whole file. */
  readonly target: Span | undefined;
  readonly isComment: boolean;
}

/** The text around an object that another object, a task or a script carries. */
export interface Embedding {
  /** What carries the object, with its article: `an Ansible task`. */
  readonly in: string;
  /** Objects with the same key are applied to one cluster. */
  readonly key: string;
  /** True where this holds for all files of a folder; otherwise for one file. */
  readonly isByFolder: boolean;
  /** True where a command printed the object of a cluster. */
  readonly isLive?: boolean;
}

export interface Resource {
  /** The name of its contract type, such as `Endpoints` or `EndpointsPatch`; for a neighbour, its kind. */
  readonly type: string;
  /** As written, or from the type token of a program; empty if unknown. */
  readonly apiVersion: string;
  readonly form: Form;
  /** In a program, the logical name of the resource; otherwise `metadata.name` if it is known. */
  readonly name: string | undefined;
  /** What expressions call the resource in a program, where that is not its name. */
  readonly key?: string;
  /** True for a constructor call that may run never or often, or whose resource a transformation may change. */
  readonly isUncertain?: boolean;
  /** As the API server reads them: in JSON, repeated members are merged. */
  readonly properties: Mapping;
  /** As in the text, for JSON in which an object repeats a member; undefined where the properties are as in the text. */
  readonly written?: Mapping;
  readonly span: Span;
  /** A short span for findings about the whole resource. */
  readonly head: Span;
  /** True for an overlay or patch file: only part of the object is written here. */
  readonly isPartial: boolean;
  /** True for an object other than Endpoints and slices in a file that is named like a patch. */
  readonly mayBePart?: boolean;
  /** True for a JSON patch: paths around values, and no object with a name. */
  readonly isJsonPatch?: boolean;
  /** A Pulumi program's block around the properties, with `type`, `options` and so on. */
  readonly envelope: Mapping | undefined;
  /** Undefined where the object is not inside of another one. */
  readonly embedding?: Embedding;
  /** What Terraform says of the resource beside its properties. */
  readonly terraform?: TerraformFacts;
}

export interface TerraformFacts {
  /** As written: `kubernetes_endpoints_v1`. */
  readonly type: string;
  /** Without an instance key: `kubernetes_endpoints_v1.db`. */
  readonly address: string;
  /** The second label with its quotes. */
  readonly nameSpan: Span;
  /** A number without `for_each`, otherwise its keys, sorted; undefined where they are not known. */
  readonly instances: number | readonly string[] | undefined;
  /** The text of `count` or `for_each` where the instances are not known and the address is unique. */
  readonly condition?: string;
  /** In the names of Terraform: `count`, `depends_on`, `lifecycle`. */
  readonly options: Mapping;
  readonly refused: readonly RefusedName[];
  /** True for an object that is written out, as in `kubernetes_manifest`, and not in blocks. */
  readonly isManifest: boolean;
  /** True for an object that is written in YAML. */
  readonly isYaml?: true;
  /** The properties with all blocks; undefined where all of them are sent. */
  readonly written?: Mapping;
  /** The blocks that are like an earlier one of the same set, so that they are not sent again. */
  readonly likeBlocks: readonly LikeBlock[];
  /** The address in each `import` block of the module for this resource. */
  readonly imports: readonly ImportTarget[];
}

export interface LikeBlock {
  readonly name: string;
  /** The word before the brace of the block, and of the earlier one. */
  readonly span: Span;
  readonly first: Span;
  /** True for the content of a dynamic block. */
  readonly isShared: boolean;
}

export interface ImportTarget {
  readonly span: Span;
  /** The path of the file, where it is another file of the module. */
  readonly file?: string;
}

/** What is known of a plan or a state of Terraform as a whole. */
export interface PlanFacts {
  /** True where Terraform could not finish the plan, so that resources may be missing. */
  readonly isErrored: boolean;
  /** Resources whose object is not known, and the argument that would hold it. */
  readonly unread: readonly { readonly address: string; readonly argument: 'manifest' | 'yaml_body' }[];
}

/** A block or an argument that the schema of a resource does not have. */
export interface RefusedName {
  /** The object around it; empty at the top. */
  readonly path: Path;
  readonly name: string;
  readonly form: 'argument' | 'block';
  readonly span: Span;
  /** The name in the schema, where one fits. */
  readonly meant: string | undefined;
}

/** A mapping that is probably Endpoints or an EndpointSlice, but does not name the kind as the API server requires. */
export interface Misnamed {
  readonly what:
    'kind' | 'missing-kind' | 'api-version' | 'missing-api-version' | 'token' | 'token-case' | 'list' | 'bare-list';
  readonly entry: Entry | undefined;
  readonly span: Span;
  /** The written value; empty if there is none. */
  readonly written: string;
  /** The correct value; undefined if there is none. */
  readonly right: string | undefined;
  readonly mapping: Mapping;
}

/** An anchor, `&name`, which the alias `*name` repeats. */
export interface Anchor {
  readonly name: string;
  /** Includes its `&`. */
  readonly span: Span;
  /** The aliases of this anchor, with their `*`. */
  readonly uses: readonly Span[];
}

/** One access in an interpolation of a program, `${root.name["key"][0]}`. */
export interface InterpolationReference {
  readonly root: string;
  readonly rootSpan: Span;
  readonly steps: readonly ReferenceStep[];
  /** False if the brace is missing or follows unknown syntax: there may be more steps. */
  readonly isClosed: boolean;
  /** True in a program where a condition decides whether it counts. */
  readonly isPossible?: boolean;
}

/** A name without its dot or quotes, or an index with its brackets. */
export interface ReferenceStep {
  readonly step: string | number;
  readonly span: Span;
}

/** A variable of a program that holds a resource, where it is declared or used. */
export interface ResourceVariable {
  /** What expressions call the resource. */
  readonly root: string;
  readonly span: Span;
  /** What is read of the resource there: `metadata` and `name` in `db.metadata.name`, with the names of the contract. */
  readonly steps: readonly ReferenceStep[];
  readonly isDeclaration: boolean;
}

/** Immutable. Spans are relative to `text`. */
export interface Document {
  readonly text: string;
  readonly form: Form;
  readonly syntax: 'yaml' | 'json' | 'code';
  /** The language of a program; undefined for YAML and JSON, and for Terraform, whose form says what it is. */
  readonly language?: CodeLanguage;
  /** The items of a long List may be separate documents, between the documents of its frame. */
  readonly role: 'document' | 'item' | 'frame';
  readonly root: Value | undefined;
  readonly resources: readonly Resource[];
  /** Objects of other kinds, such as the Service of Endpoints. For most kinds, only the head is read. */
  readonly neighbours: readonly Resource[];
  readonly misnamed: readonly Misnamed[];
  readonly issues: readonly Issue[];
  readonly ignores: readonly Ignore[];
  /** Text that Pulumi's reader rejects or warns about; none in a manifest, where the same text is allowed. */
  readonly remarks: readonly ReadingRemark[];
  /** In the order of the text. JSON has none. */
  readonly anchors: readonly Anchor[];
  /** The references in a program's expressions, in the order of the text; only those with a known place. None in a manifest. */
  readonly references: readonly InterpolationReference[];
  /** In the order of the text; undefined for YAML and JSON. */
  readonly variables?: readonly ResourceVariable[];
  /** The values of the resources that placeholders decide, so that no rule receives them. */
  readonly placeholderCount: number;
  /** The language of a text that seems to hold a checked object and is not read; undefined for any other text. */
  readonly unreadLanguage: string | undefined;
  /** The actions that open the blocks of a template around the document; undefined where there are none. */
  readonly blocks?: string;
  /** The JSON patches of checked kinds, and those without a target; undefined where there are none. */
  readonly jsonPatches?: readonly JsonPatch[];
  /** For a plan or a state of Terraform, which is never edited. */
  readonly plan?: PlanFacts;
  /** For a file with the name of a chart's default values. */
  readonly chartValues?: ChartValues;
}

/** The default values of a chart, which are read only where a template uses one. */
export interface ChartValues {
  readonly keys: readonly string[];
  readonly written: Value | undefined;
  /** The same tree, in which each scalar is what YAML makes of its text without quotes. */
  readonly printed: Value | undefined;
}

/** The kind of the object that stands for the values of a chart among the neighbours. */
export const chartValuesKind = 'HelmValues';

export interface ReadingRemark {
  readonly what: 'alias' | 'key' | 'interpolation' | 'function' | 'later-document' | 'ignored-text';
  readonly span: Span;
  readonly written: string;
}

/** A file: its documents, each with the offset at which it starts. The concatenated texts are the text of the file. */
export interface SourceFile {
  readonly text: string;
  readonly parts: readonly { readonly start: number; readonly document: Document }[];
  /** The same as two lists, for a file that was parsed again after an edit: `parts` is then computed on first use. */
  readonly columns?: Columns;
  /** Where the text is in a longer one; undefined for the whole text. */
  readonly origin?: TextOrigin | undefined;
}

/** How a place in a part of a longer text is moved to get its place in the whole. */
export interface TextOrigin {
  readonly lines: number;
  /** The line, from 0, that may start within a line of the whole text, and the columns by which it is moved. */
  readonly firstLine: number;
  readonly columns: number;
}

export interface Columns {
  readonly documents: readonly Document[];
  readonly starts: Int32Array;
}

/** The documents of a file and their start offsets. */
export function documentColumns(file: SourceFile): Columns {
  return file.columns ?? split(file);
}

const split = memo(({ parts }: SourceFile): Columns => ({
  documents: parts.map(({ document }) => document),
  starts: Int32Array.from(parts, ({ start }) => start),
}));

export function documentsOf(file: SourceFile): readonly Document[] {
  return documentColumns(file).documents;
}

/** True for a plan or a state of Terraform, which is never edited. */
export function isPlan({ parts: [first] }: SourceFile): boolean {
  return first?.document.plan !== undefined;
}

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
    placeholderCount: 0,
    unreadLanguage: undefined,
  };
}
