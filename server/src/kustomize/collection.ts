/** What a folder contributes to a build. */
import type { BuildRemark, BuiltMapping, OutsideSource } from '../tree/built.ts';
import type { BuildError } from './build-error.ts';
import { emptyConfig, type TransformerConfig } from './field-specs.ts';
import type { BuildObject } from './object.ts';
import type { ReadKustomization } from './read-kustomization.ts';

/** What a folder contributes. It does not depend on the kustomization that includes it. */
export interface Accumulated {
  readonly objects: readonly BuildObject[];
  readonly config: TransformerConfig;
  readonly vars: readonly BuiltMapping[];
  readonly remarks: readonly BuildRemark[];
  readonly outside: readonly OutsideSource[];
  readonly reads: ReadonlySet<string>;
  /** The folders of all kustomizations below, itself included. */
  readonly folders: ReadonlySet<string>;
  readonly failure: BuildError | undefined;
  /** Undefined where there is no kustomization, or one that was not read. */
  readonly kustomization: ReadKustomization | undefined;
}

/** The contribution while it grows. A component works on that of its caller. */
export interface Collection {
  objects: readonly BuildObject[];
  config: TransformerConfig;
  vars: readonly BuiltMapping[];
  readonly remarks: BuildRemark[];
  readonly outside: OutsideSource[];
  readonly reads: Set<string>;
  readonly folders: Set<string>;
  /** How many components have been applied so far, each one again for each entry that names it. */
  components: number;
}

export function emptyCollection(): Collection {
  return {
    objects: [],
    config: emptyConfig,
    vars: [],
    remarks: [],
    outside: [],
    reads: new Set(),
    folders: new Set(),
    components: 0,
  };
}
