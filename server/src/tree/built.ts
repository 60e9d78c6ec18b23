/** What a kustomization builds: objects whose values know in which files they are written, and what went wrong. */
import type { Span } from '../text/span.ts';
import type { Scalar } from './value.ts';

/** A text that went into a value. */
export interface Origin {
  /** The path of the file, as the build names it. */
  readonly path: string;
  /** In the whole file. Of a scalar with its quotes; of a text in a block scalar, the part that is meant. */
  readonly span: Span;
}

/** Immutable: the objects of a base are shared by all kustomizations that include it. */
export type BuiltValue = BuiltMapping | BuiltSequence | BuiltScalar;

export interface BuiltMapping {
  readonly kind: 'mapping';
  /** Names are unique. */
  readonly entries: readonly BuiltEntry[];
  readonly origin: Origin;
}

export interface BuiltEntry {
  readonly name: string;
  /** The key; for a field that a transformer adds, what asks for it. */
  readonly key: Origin;
  readonly value: BuiltValue;
}

export interface BuiltSequence {
  readonly kind: 'sequence';
  readonly items: readonly BuiltValue[];
  readonly origin: Origin;
}

export interface BuiltScalar {
  readonly kind: 'scalar';
  readonly value: Scalar['value'];
  /** The written text where it differs from the printed value: `1.10`, `0x1F`, `~`, a date. */
  readonly raw?: string;
  /** The texts that went into it, in the order in which they were applied: the name, then a prefix. At least one. */
  readonly origins: readonly Origin[];
}

/** An object in the result of a build. */
export interface BuiltObject {
  readonly root: BuiltMapping;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Empty where there is none. */
  readonly namespace: string;
  /** The file that adds the object. */
  readonly path: string;
  /** The name and namespace as its file writes them. */
  readonly written: { readonly name: string; readonly namespace: string };
}

/** The first cause that ends a build, as kustomize reports it. */
export interface BuildFailure {
  readonly cause: BuildCause;
  /** What is wrong and the way out, in plain words. */
  readonly message: string;
  readonly at: Origin;
  /** Of an unknown field: the fields that kustomize knows there. */
  readonly known?: readonly string[];
  /** Of an unmatched or ambiguous patch: the object that it names, and the objects that there are. */
  readonly named?: NamedObject;
  readonly objects?: readonly NamedObject[];
}

/** An object as a patch names it, with the place of the name. */
export interface NamedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Empty where there is none. */
  readonly namespace: string;
  readonly at: Origin;
}

/** Rules report some of these under their own code. */
export type BuildCause =
  /** A merge patch whose id no object has, or several have. */
  | 'unmatched-patch'
  | 'ambiguous-patch'
  /** The patch repeats the namespace that its own kustomization sets. */
  | 'patch-namespace'
  /** A value of the kustomization with another type than kustomize reads. */
  | 'field-type'
  | 'unknown-field'
  /** An operation of a JSON patch on a path that does not exist, or something that is not an operation. */
  | 'json-patch'
  | 'replacement'
  | 'missing-file'
  | 'duplicate-object'
  | 'unreadable'
  | 'cycle'
  /** A file above the folder of its kustomization, which kustomize reads only without load restrictions. */
  | 'outside-file'
  | 'other';

/** What a kustomization includes from outside of its files. Then nothing can be called missing. */
export interface OutsideSource {
  /** `generator`: a file with the content of a ConfigMap or a Secret; `plugin`: a program that transforms or generates. */
  readonly what: 'remote' | 'chart' | 'generator' | 'plugin' | 'unread-file';
  /** As written, such as the URL. */
  readonly name: string;
  readonly at: Origin;
}

/**
 * What a build does without an error and without the effect that its author expects. A rule with `on: 'build'` reports
 * each, most of them under the same name; rules/added-selector.ts and rules/overwritten-by-labels.ts share one.
 */
export type BuildRemark =
  /** The patch of a Service port has no effect, because only one side writes `protocol`. */
  | {
      readonly what: 'lost-port-patch';
      readonly at: Origin;
      readonly port: string;
      readonly side: 'patch' | 'base';
      readonly base: Origin;
    }
  /** Any patch of the Service drops this port, because another one has its number and only one of them writes `protocol`. */
  | { readonly what: 'lost-service-port'; readonly at: Origin; readonly port: string; readonly by: Origin }
  /** The patch replaces subsets with ports by subsets without: all of them are lost. `at` is the key in the patch. */
  | { readonly what: 'dropped-ports'; readonly at: Origin; readonly base: Origin }
  /** Common labels give a selector to a Service that has none. `at` is the entry in the kustomization. */
  | {
      readonly what: 'added-selector';
      readonly at: Origin;
      readonly field: string;
      readonly service: Origin;
      readonly name: string;
    }
  /** A prefix or suffix renames a Service, and this text still has the old name. `by` is the prefix. */
  | {
      readonly what: 'unrenamed-reference';
      readonly at: Origin;
      readonly by: Origin;
      readonly field: string;
      readonly from: string;
      readonly to: string;
    }
  /** A target of a patch or a replacement that no object matches. */
  | { readonly what: 'unmatched-target'; readonly at: Origin; readonly field: string }
  /** A directive that has no effect: `$patch: replace` of an object. */
  | { readonly what: 'ignored-directive'; readonly at: Origin; readonly directive: string }
  /** A directive that stays in the object as data. */
  | { readonly what: 'kept-directive'; readonly at: Origin; readonly directive: string };

/** A built root. */
export interface Build {
  /** Of all kinds, in the order of the output; empty with a failure. */
  readonly objects: readonly BuiltObject[];
  readonly failure: BuildFailure | undefined;
  readonly remarks: readonly BuildRemark[];
  readonly outside: readonly OutsideSource[];
  /** The paths of all files and folders whose content or absence the build depends on. */
  readonly reads: ReadonlySet<string>;
}

/** The files of a build. Paths have no trailing slash. */
export interface BuildFiles {
  /** The text of a file; undefined where there is none, or where it was not read. */
  readonly read: (path: string) => string | undefined;
  /** `unread`: it may exist, and its content is not known. */
  readonly kindOf: (path: string) => 'file' | 'folder' | 'missing' | 'unread';
  /** True for a file that a symbolic link takes from outside of the folder of the kustomization that names it. */
  readonly leadsOut?: ((path: string, folder: string) => boolean) | undefined;
}

/** What Flux and Argo CD write into the outermost kustomization before they build it. */
export interface BuildOverrides {
  /** The text of the kustomization that Flux makes in the folder, which no other build sees. */
  readonly generated?: string;
  /** True for Flux: a kustomization may read files above its folder. */
  readonly isUnrestricted?: boolean;
  readonly namespace?: BuiltScalar;
  readonly namePrefix?: BuiltScalar;
  readonly nameSuffix?: BuiltScalar;
  /** Items of `patches` and `components`, which are appended. */
  readonly patches?: readonly BuiltValue[];
  readonly components?: readonly BuiltScalar[];
  /** Entries of `commonLabels`; with `labelsOnly`, they change metadata alone. */
  readonly commonLabels?: BuiltMapping;
  readonly labelsOnly?: boolean;
  readonly commonAnnotations?: BuiltMapping;
}
