/** Defines a rule: data and one pure function. Only a rule's `report` creates diagnostics. */
import type { Binding, Bound, Mismatch } from '../analysis/binding/bind.ts';
import type { ServicePair, VersionPair } from '../analysis/facts/committed.ts';
import type { TrafficCode } from '../analysis/traffic/reasons.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import type { AllowedRange } from '../contract/allowed-range.ts';
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
import type { BuildContext, BuildEvent } from './build-events.ts';

/** What rejects the text: the API server, always or with strict validation; the contract; a program; nothing (advice). */
export type EnforcedBy = 'server' | 'strict' | 'contract' | 'pulumi' | 'kustomize' | 'terraform' | 'advice';

export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** By the codes of rules. */
export type Severities = ReadonlyMap<string, Severity | 'off'>;

/** A related place: in the document, in any file, or a field of any object in the workspace. */
export type RelatedPlace = { readonly message: string } & (
  | { readonly span: Span; readonly uri?: undefined }
  /** The span is in the whole file. */
  | { readonly span: Span; readonly uri: string }
  /** Points at the name of the object where the path is empty or does not exist. */
  | { readonly entry: IndexedObject; readonly path: Path }
);

/** Spans are relative to the document. */
export interface Diagnostic {
  readonly rule: Rule;
  readonly span: Span;
  /** The field, relative to the resource; undefined for a finding that concerns no field. */
  readonly path: Path | undefined;
  readonly resource: Resource | undefined;
  readonly message: string;
  /** In a check for several Kubernetes versions: those with this diagnostic, unless all have it. */
  readonly minors?: readonly number[];
  readonly related: readonly RelatedPlace[];
  readonly fix: Fix | undefined;
  /** True where an unknown value may replace the one that is reported: then the finding is no error. */
  readonly mayBeReplaced?: true;
}

/** The place to report at: a bound value (with the path of its field), or a span. */
export type ReportPlace = Bound | { readonly span: Span; readonly path?: Path };

export interface ReportOptions {
  readonly fix?: Fix | undefined;
  readonly related?: readonly RelatedPlace[];
}

export interface Context {
  /** The Kubernetes minor version to check for. */
  readonly minor: number;
  readonly document: Document;
  readonly report: (place: ReportPlace, message: string, more?: ReportOptions) => void;
}

export interface ResourceContext extends Context {
  /** The addresses and ports that the settings allow; undefined if everything is allowed, and for relations. */
  readonly allow?: AllowedRange | undefined;
  readonly resource: Resource;
  readonly binding: Binding;
}

/** Whether the name of a Service may start with a digit; undefined where the version decides. */
export type RelaxedServiceNames = 'on' | 'off' | undefined;

export interface RelationContext extends ResourceContext {
  readonly relaxedServiceNames: RelaxedServiceNames;
  readonly around: RelatedObjects;
}

/** An object in its current and its committed version. */
export interface Update extends VersionPair {
  /** False where a kustomization overrides the namespace of the object. */
  readonly hasOwnNamespace: boolean;
}

/** The use of an ignore: the codes that silenced nothing, and the codes of no rule. */
export interface IgnoreUse {
  readonly ignore: Ignore;
  readonly unused: readonly string[];
  /** Each unknown code with the most similar known code, if there is one. */
  readonly unknown: ReadonlyMap<string, string | undefined>;
  /** False while another finding of the file must be corrected: the ignore may be needed after that. */
  readonly isSettled: boolean;
}

interface RuleData {
  /** Names the problem in kebab-case; must read well after "ignore". */
  readonly code: string;
  /** The requirement, in one sentence. */
  readonly summary: string;
  readonly enforcedBy: EnforcedBy;
  /** For advice only, where the default is a warning. All other findings are errors. A rule that is `off` must be turned on. */
  readonly severity?: Severity | 'off';
  /** Why no traffic flows where the rule reports: pictures name the rule on edges with these codes. */
  readonly explains?: readonly TrafficCode[];
  /** True for a rule that says the same about every object: only the first finding of each file is reported. */
  readonly isOncePerFile?: true;
  /** How an editor displays the place: struck through or faded. */
  readonly tag?: 'deprecated' | 'unnecessary';
}

/** The bound value of a field with the type of the field: never null, opaque or of another type. */
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
  /** Other types, or those whose field of the same name the rule checks as well. */
  readonly alsoOn?: readonly ObjectType[];
  /** Called with the subject that `on` names; `defineRule` checks that the types match. */
  readonly check: (subject: never, context: never) => void;
  /** Checks an object with a committed version. For a rule on a field, it replaces `check` where the object changed. */
  readonly checkUpdate?: (update: Update, context: ResourceContext) => void;
};

export type RuleTarget =
  | readonly [ObjectType]
  | readonly [ObjectType, string]
  /** Every string that the API server reads as an IP address, in Endpoints and EndpointSlices, except those that are `isOrdinary`. */
  | 'address'
  | 'mismatch'
  | 'resource'
  | 'document'
  | 'ignore'
  /** An object with a committed version. */
  | 'update'
  /** A Service with a committed version. */
  | 'service-update'
  /** What happens in the build of a kustomization. */
  | 'build'
  /** The kinds of objects whose relations to other objects the rule checks. */
  | { readonly relationsOf: readonly string[] };

/** A rule on one field: called for every value of the right type. */
export function defineRule<F extends Fields, K extends keyof F & string>(
  rule: RuleData & {
    readonly on: readonly [ObjectType<F>, K];
    readonly alsoOn?: readonly ObjectType<Fields & { readonly [name in K]: Field<F[K]['type']> }>[];
    readonly check: (node: FieldNode<F[K]['type']>, context: ResourceContext) => void;
    readonly checkUpdate?: (update: Update, context: ResourceContext) => void;
  },
): Rule;
/** A rule on one type: called for every object of that type, and of the other types. */
export function defineRule(
  rule: RuleData & {
    readonly on: readonly [ObjectType];
    readonly alsoOn?: readonly ObjectType[];
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
/** A relation rule: runs again only after an answer that it got from the index has changed. */
export function defineRule(
  rule: RuleData & {
    readonly on: { readonly relationsOf: readonly string[] };
    readonly check: (resource: Resource, context: RelationContext) => void;
    readonly checkUpdate?: (update: Update, context: ResourceContext) => void;
  },
): Rule;
/** A rule on updates: called only where the committed version is known. */
export function defineRule(
  rule: RuleData & { readonly on: 'update'; readonly check: (update: Update, context: ResourceContext) => void },
): Rule;
export function defineRule(
  rule: RuleData & {
    readonly on: 'service-update';
    readonly check: (pair: ServicePair, context: RelationContext) => void;
  },
): Rule;
/** A rule on builds: reports at any file of the build. */
export function defineRule(
  rule: RuleData & { readonly on: 'build'; readonly check: (event: BuildEvent, context: BuildContext) => void },
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

export function defaultSeverity(rule: Rule): Severity | 'off' {
  return rule.enforcedBy === 'advice' ? (rule.severity ?? 'warning') : 'error';
}

/** The severity in these settings, which name a rule only where they change it. */
export function severityOf(rule: Rule, { severities }: { readonly severities: Severities }): Severity | 'off' {
  return severities.get(rule.code) ?? defaultSeverity(rule);
}

/** True for a rule whose findings depend on other files, or on the committed version. */
export function isOnRelations({ on }: Rule): boolean {
  return (
    on === 'update' || on === 'service-update' || on === 'build' || (typeof on === 'object' && 'relationsOf' in on)
  );
}
