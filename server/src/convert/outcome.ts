/** What becomes of each resource, and of each file, when a repository moves from Endpoints to EndpointSlices, or back. */
import type { Kind } from '../contract/contract.ts';
import type { Span } from '../text/span.ts';

export interface ConvertSettings {
  readonly to: 'endpointslice' | 'endpoints';
  /** Replace: the slices take the place of the Endpoints. Add: it stays, labeled so that it is not mirrored. */
  readonly mode: 'replace' | 'add';
  /** The value of the label that says who manages a slice. */
  readonly managedBy: string;
  /** The Kubernetes minor version that the texts are checked for. */
  readonly minor: number;
}

/** The kind that is converted. */
export function sourceKind({ to }: Pick<ConvertSettings, 'to'>): Kind {
  return to === 'endpointslice' ? 'Endpoints' : 'EndpointSlice';
}

/** Something to tell about a resource, with its place in the file. */
export interface OutcomeRemark {
  readonly message: string;
  readonly span: Span;
}

/** What becomes of one resource of the kind that is converted. */
export interface ConversionOutcome {
  readonly uri: string;
  /** The short span to report at, in the file. */
  readonly span: Span;
  readonly kind: string;
  /** Empty where none is written. */
  readonly namespace: string;
  /** As written, also where it is an expression; empty where none is. */
  readonly name: string;
  /** `settled`: there is nothing to convert, as on a second run or where the control plane does it. `person`: not without one. */
  readonly what: 'converted' | 'settled' | 'person';
  /** Why nothing was done; none where it was converted. */
  readonly reasons: readonly OutcomeRemark[];
  /** What the result no longer says; none where it was converted without loss. */
  readonly losses: readonly OutcomeRemark[];
  /** What it became. */
  readonly made: readonly { readonly kind: string; readonly name: string }[];
}

/** A file whose text changes; the texts are without a byte order mark. */
export interface ConvertedFile {
  readonly uri: string;
  readonly before: string;
  readonly after: string;
}

/** What is made of files before anybody looks for what names them. */
export interface Converted {
  /** Only those that change, in the order of the sources. */
  readonly files: readonly ConvertedFile[];
  /** In the order of the sources and, within them, of places. */
  readonly outcomes: readonly ConversionOutcome[];
}

/** A place that goes on naming what was converted. */
export interface StaleReference {
  readonly uri: string;
  readonly span: Span;
  readonly what: 'rbac' | 'kustomize' | 'expression' | 'prometheus' | 'mirrored' | 'option';
  /** What to do about it, in one sentence. */
  readonly message: string;
}

export interface Conversion extends Converted {
  readonly references: readonly StaleReference[];
}
