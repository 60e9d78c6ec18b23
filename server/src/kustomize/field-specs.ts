/** Which fields transformers write: kustomize's tables, and `configurations:` on top of them. */
import type { BuildRemark, BuiltMapping, BuiltValue } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { isSelected, type FieldSpec, type NameReferences } from './field-spec.ts';
import * as tables from './field-tables.ts';
import { entryAt, originOf, builtText, builtAt } from './object.ts';

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
  /** True if the build includes something from outside. Then nothing is called missing. */
  readonly isOpen: boolean;
}

const defaultConfig: TransformerConfig = {
  namePrefix: [tables.fieldSpec('metadata/name')],
  nameSuffix: [tables.fieldSpec('metadata/name')],
  namespace: tables.namespaceFields,
  labels: [],
  templateLabels: tables.templateLabels,
  commonLabels: tables.commonLabels,
  commonAnnotations: tables.commonAnnotations,
  nameReference: tables.nameReference,
  varReference: tables.varReference,
  images: [],
  replicas: tables.replicaFields,
};

/** Before a kustomization has merged any configuration. */
export const emptyConfig: TransformerConfig = {
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

/** The documents of `configurations:`, then kustomize's tables: of two specs for one path, the first one counts. */
export function configurationOf(documents: readonly BuiltMapping[]): TransformerConfig {
  const [first] = documents;
  if (!first) return defaultConfig;
  const own = ownConfiguration(documents);
  // kustomize merges a second time, in another order, and rejects specs that conflict in either.
  mergeTransformerConfigs(defaultConfig, own, first);
  return mergeTransformerConfigs(own, defaultConfig, first);
}

function ownConfiguration(documents: readonly BuiltMapping[]): TransformerConfig {
  return documents.reduce<TransformerConfig>((merged, document) => {
    const read = (name: string) => readFieldSpecs(builtAt(document, [name]));
    return mergeTransformerConfigs(
      merged,
      {
        namePrefix: read('namePrefix'),
        nameSuffix: read('nameSuffix'),
        namespace: read('namespace'),
        labels: read('labels'),
        templateLabels: read('templateLabels'),
        commonLabels: read('commonLabels'),
        commonAnnotations: read('commonAnnotations'),
        nameReference: items(builtAt(document, ['nameReference'])).map((item) => ({
          group: builtText(item, ['group']),
          version: builtText(item, ['version']),
          kind: builtText(item, ['kind']),
          fields: readFieldSpecs(builtAt(item, ['fieldSpecs'])),
        })),
        varReference: read('varReference'),
        images: read('images'),
        replicas: read('replicas'),
      },
      document,
    );
  }, emptyConfig);
}

/** The configuration of a kustomization with that of a folder that it includes. */
export function mergeTransformerConfigs(
  config: TransformerConfig,
  other: TransformerConfig,
  at: BuiltValue,
): TransformerConfig {
  if (config === other) return config;
  if (config === emptyConfig) return other;
  const merge = (name: Exclude<keyof TransformerConfig, 'nameReference'>) =>
    mergeFieldSpecs(config[name], other[name], at);
  return {
    namePrefix: merge('namePrefix'),
    nameSuffix: merge('nameSuffix'),
    namespace: merge('namespace'),
    labels: merge('labels'),
    templateLabels: merge('templateLabels'),
    commonLabels: merge('commonLabels'),
    commonAnnotations: merge('commonAnnotations'),
    nameReference: mergeReferences(config.nameReference, other.nameReference, at),
    varReference: merge('varReference'),
    images: merge('images'),
    replicas: merge('replicas'),
  };
}

function mergeReferences(
  references: readonly NameReferences[],
  added: readonly NameReferences[],
  at: BuiltValue,
): readonly NameReferences[] {
  if (references === added) return references;
  return added.reduce((merged, one) => {
    const index = merged.findIndex(
      ({ group, version, kind }) => group === one.group && version === one.version && kind === one.kind,
    );
    const found = merged[index];
    if (found === undefined) return [...merged, one];
    return merged.with(index, { ...found, fields: mergeFieldSpecs(found.fields, one.fields, at) });
  }, references);
}

/** As kustomize does: a spec is left out if one that is as specific or more has its path. */
export function mergeFieldSpecs(
  specs: readonly FieldSpec[],
  added: readonly FieldSpec[],
  at: BuiltValue,
): readonly FieldSpec[] {
  if (added.length === 0 || specs === added) return specs;
  const merged = [...specs];
  const byPath = new Map<string, FieldSpec[]>();
  const index = (spec: FieldSpec): FieldSpec[] => {
    const key = spec.path.join('/');
    const known = byPath.get(key) ?? [];
    byPath.set(key, known);
    return known;
  };
  for (const spec of specs) index(spec).push(spec);
  for (const spec of added) {
    const known = index(spec);
    const same = known.find((each) => isSelected(each, spec));
    if (same === undefined) {
      merged.push(spec);
      known.push(spec);
    } else if (same.create !== spec.create) {
      throw new BuildError(
        'other',
        `Two field specs of the path ${spec.path.join('/')} differ in create. Use the same value in both.`,
        originOf(at),
      );
    }
  }
  return merged.length === specs.length ? specs : merged;
}

/** The list of a configuration, or of `fields` and `fieldSpecs`. */
export function readFieldSpecs(list: BuiltValue | undefined): readonly FieldSpec[] {
  return items(list).map((item) => {
    const create = entryAt(item, 'create')?.value;
    return {
      group: builtText(item, ['group']),
      version: builtText(item, ['version']),
      kind: builtText(item, ['kind']),
      path: tables.splitPath(builtText(item, ['path'])),
      create: create?.kind === 'scalar' && create.value === true,
    };
  });
}

function items(value: BuiltValue | undefined): readonly BuiltValue[] {
  return value?.kind === 'sequence' ? value.items : [];
}
