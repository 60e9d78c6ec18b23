/** What a rule is: data and one pure function. Nothing but a rule's `report` makes a diagnostic. */
import type { Binding, Bound, Mismatch } from '../analysis/binding/bind.ts';
import type { VersionPair } from '../analysis/facts/committed.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import type {
  Field,
  Fields,
  IntegerType,
  ListType,
  MapType,
  ObjectType,
  StringType,
  BooleanType,
} from '../contract/type.ts';
import type { Span } from '../text/span.ts';
import type { Document, Ignore, Resource } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import type { Fix } from '../tree/tree-edit.ts';
import type { Mapping, Scalar, Sequence } from '../tree/value.ts';

/**
 * Who refuses what the rule reports: the API server; the server under strict field validation, which kubectl asks for;
 * the contract alone; Pulumi before any server sees it; nobody.
 */
export type EnforcedBy = 'server' | 'strict' | 'contract' | 'pulumi' | 'advice';

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** Another place that has to do with it: in the document, or a field of any object of the workspace. */
export type RelatedPlace = { readonly message: string } & (
  | { readonly span: Span }
  /** The name of the object where the path is empty or leads nowhere. */
  | { readonly entry: IndexedObject; readonly path: Path }
);

/** Spans are relative to the document. */
export interface Diagnostic {
  readonly rule: Rule;
  readonly span: Span;
  /** The field, relative to the resource; undefined where no field is concerned. */
  readonly path: Path | undefined;
  readonly resource: Resource | undefined;
  readonly message: string;
  readonly related: readonly RelatedPlace[];
  readonly fix: Fix | undefined;
}

/** Where to report: a bound value (at its field's path), or a span. */
export type ReportPlace = Bound | { readonly span: Span; readonly path?: Path };

export interface ReportOptions {
  readonly fix?: Fix | undefined;
  readonly related?: readonly RelatedPlace[];
}

export interface Context {
  /** The Kubernetes minor version that the verdict is for. */
  readonly minor: number;
  readonly document: Document;
  readonly report: (place: ReportPlace, message: string, more?: ReportOptions) => void;
}

export interface ResourceContext extends Context {
  readonly resource: Resource;
  readonly binding: Binding;
}

/** For rules on relations: the object among all others. */
export interface RelationContext extends ResourceContext {
  readonly around: RelatedObjects;
}

/** An object as it is now and as it was committed. */
export interface Update extends VersionPair {
  /** False where a kustomization gives the object its namespace, whatever is written. */
  readonly hasOwnNamespace: boolean;
}

/** An ignore after checking: which of its codes silenced nothing, and which name no rule. */
export interface IgnoreUse {
  readonly ignore: Ignore;
  readonly unused: readonly string[];
  /** To each the code that comes nearest, if one does. */
  readonly unknown: ReadonlyMap<string, string | undefined>;
}

interface RuleData {
  /** Names the problem, in kebab-case; reads well after "ignore". */
  readonly code: string;
  /** One sentence. */
  readonly summary: string;
  readonly enforcedBy: EnforcedBy;
  /** The version of this project that brought the rule. */
  readonly since: string;
  /** For advice only: everything else is an error. A warning where nothing is said. */
  readonly severity?: Severity;
  /** How an editor draws the place: struck through or faded. */
  readonly tag?: 'deprecated' | 'unnecessary';
}

/** The bound value of a field, as its type promises it: never null, opaque or of another type. */
export type FieldNode<T> = T extends StringType
  ? Bound<Scalar & { readonly value: string }>
  : T extends IntegerType
    ? Bound<Scalar & { readonly value: bigint }>
    : T extends BooleanType
      ? Bound<Scalar & { readonly value: boolean }>
      : T extends ListType
        ? Bound<Sequence>
        : T extends MapType | ObjectType
          ? Bound<Mapping>
          : Bound;

export type Rule = RuleData & {
  readonly on: RuleTarget;
  /** Other types whose field of that name is looked at as well. */
  readonly alsoOn?: readonly ObjectType[];
  /** Called with what `on` names; the pairing is checked by `defineRule`. */
  readonly check: (subject: never, context: RelationContext) => void;
  /** What the rule has to say of an update besides. */
  readonly checkUpdate?: (update: Update, context: ResourceContext) => void;
};

export type RuleTarget =
  | readonly [ObjectType]
  | readonly [ObjectType, string]
  /** Every text that the server reads as an IP address, of an Endpoints or of an EndpointSlice; but none that `isOrdinary`. */
  | 'address'
  | 'mismatch'
  | 'resource'
  | 'document'
  | 'ignore'
  /** An object that was committed before. */
  | 'update'
  /** Kinds of objects, ours or not, whose relations to others are looked at. */
  | { readonly relationsOf: readonly string[] };

/** A rule on one field: called for every value of it that has the right type. */
export function defineRule<F extends Fields, K extends keyof F & string>(
  rule: RuleData & {
    readonly on: readonly [ObjectType<F>, K];
    readonly alsoOn?: readonly ObjectType<Fields & { readonly [name in K]: Field<F[K]['type']> }>[];
    readonly check: (node: FieldNode<F[K]['type']>, context: ResourceContext) => void;
  },
): Rule;
/** A rule on one type: called for every object of it. */
export function defineRule(
  rule: RuleData & {
    readonly on: readonly [ObjectType];
    readonly check: (node: Bound<Mapping>, context: ResourceContext) => void;
  },
): Rule;
export function defineRule(
  rule: RuleData & {
    readonly on: 'address';
    readonly check: (address: FieldNode<StringType>, context: ResourceContext) => void;
  },
): Rule;
export function defineRule(
  rule: RuleData & { readonly on: 'mismatch'; readonly check: (mismatch: Mismatch, context: ResourceContext) => void },
): Rule;
export function defineRule(
  rule: RuleData & { readonly on: 'resource'; readonly check: (resource: Resource, context: ResourceContext) => void },
): Rule;
/** A rule on an object and those around it: run again only when what it asked of the index has another answer. */
export function defineRule(
  rule: RuleData & {
    readonly on: { readonly relationsOf: readonly string[] };
    readonly check: (resource: Resource, context: RelationContext) => void;
    readonly checkUpdate?: (update: Update, context: ResourceContext) => void;
  },
): Rule;
/** A rule on a change: called where the committed state is known, and then only. */
export function defineRule(
  rule: RuleData & { readonly on: 'update'; readonly check: (update: Update, context: ResourceContext) => void },
): Rule;
export function defineRule(
  rule: RuleData & { readonly on: 'document'; readonly check: (document: Document, context: Context) => void },
): Rule;
export function defineRule(
  rule: RuleData & { readonly on: 'ignore'; readonly check: (use: IgnoreUse, context: Context) => void },
): Rule;
export function defineRule(rule: Rule): Rule {
  return Object.freeze(rule);
}

/** What a rule reports as, unless a setting says otherwise. */
export function defaultSeverity(rule: Rule): Severity {
  return rule.enforcedBy === 'advice' ? (rule.severity ?? 'warning') : 'error';
}

/** True for a rule whose findings depend on what else is looked at: other files, or the committed state. */
export function isOnRelations({ on }: Rule): boolean {
  return on === 'update' || (typeof on === 'object' && 'relationsOf' in on);
}
