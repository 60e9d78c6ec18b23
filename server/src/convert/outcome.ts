/** The results of a conversion: the outcome of each resource, the changed files and the references to check. */
import type { Kind } from '../contract/contract.ts';
import type { IpFamily } from '../contract/ip.ts';
import type { Versions } from '../contract/version.ts';
import type { ReaderKind } from '../readers/catalogue.ts';
import type { Span } from '../text/span.ts';

/** The texts must be valid for all Kubernetes versions. */
export interface ConvertSettings extends Versions {
  readonly to: 'endpointslice' | 'endpoints';
  /**
   * `replace`: slices replace the Endpoints. `beside`: the Endpoints stays and is mirrored, for a step of a roll-out.
   * `add`: the Endpoints stays for long, with a label that turns off mirroring.
   */
  readonly mode: 'replace' | 'beside' | 'add';
  /** The value of the label `endpointslice.kubernetes.io/managed-by`. */
  readonly managedBy: string;
  /** The IP family of addresses that cannot be known statically. Without it, they prevent the conversion. */
  readonly addressType?: IpFamily;
  /** In Terraform, the application protocol of ports without one, so that the blocks of a slice can be written. */
  readonly appProtocol?: string;
}

export function sourceKind({ to }: Pick<ConvertSettings, 'to'>): Kind {
  return to === 'endpointslice' ? 'Endpoints' : 'EndpointSlice';
}

/** A message about a resource, with its place in the file. */
export interface OutcomeRemark {
  readonly message: string;
  readonly span: Span;
}

/** The outcome of one resource of the kind to convert. */
export interface ConversionOutcome {
  readonly uri: string;
  /** The short span to report at, in the file. */
  readonly span: Span;
  readonly kind: string;
  /** Empty if it has none. */
  readonly namespace: string;
  /** As written, also for an expression; empty if it has none. */
  readonly name: string;
  /**
   * `settled`: no conversion is needed, as on a second run or if the control plane does it. `person`: it needs a manual
   * change.
   */
  readonly what: 'converted' | 'settled' | 'person';
  /** True for a settled object that must stay because something needs it. */
  readonly isRequired?: true;
  /** Why it was not converted; empty if it was. */
  readonly reasons: readonly OutcomeRemark[];
  /** Fields that were dropped; empty for a conversion without loss. */
  readonly losses: readonly OutcomeRemark[];
  readonly made: readonly { readonly kind: string; readonly name: string }[];
}

/** A file whose text changes. The texts have no byte order mark. */
export interface ConvertedFile {
  readonly uri: string;
  readonly before: string;
  readonly after: string;
  /** The URIs of all files that must change together with it, itself included; undefined if it can change alone. */
  readonly together?: readonly string[];
}

/** The result of a conversion, before the search for references. */
export interface Converted {
  /** Only changed files, in the order of the sources. */
  readonly files: readonly ConvertedFile[];
  /** In the order of the sources and, within them, of places. */
  readonly outcomes: readonly ConversionOutcome[];
  /** The plain paths of the files of kustomizations that were built before and after, with the same endpoints. */
  readonly proven?: ReadonlySet<string>;
}

/** A place that still refers to a converted object. */
export interface StaleReference {
  readonly uri: string;
  readonly span: Span;
  /** The kind of a reader, or how the place names the object. */
  readonly what: ReaderKind | 'kustomize' | 'expression' | 'mirrored' | 'option';
  readonly message: string;
  /** The objects that are read through this place; undefined if the place only names them. */
  readonly reading?: ReadObjects;
}

export interface ReadObjects {
  /** `certain`: the reader loses the objects. `likely`: it depends on what the files do not show. */
  readonly certainty: 'certain' | 'likely';
  readonly objects: readonly ConversionOutcome[];
}

export interface Conversion extends Converted {
  readonly references: readonly StaleReference[];
}
