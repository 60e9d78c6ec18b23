/** The fields of a kustomization file with their types, as kustomize 5.8 decodes them. */

export type FieldShape =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'any'
  | { readonly list: FieldShape }
  | { readonly map: FieldShape }
  | { readonly fields: Readonly<Record<string, FieldShape>> };

const texts: FieldShape = { list: 'string' };
const textMap: FieldShape = { map: 'string' };
const anyList: FieldShape = { list: 'any' };

function textFields(names: string): Readonly<Record<string, FieldShape>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, 'string']));
}

const selector: FieldShape = {
  fields: textFields('group version kind name namespace labelSelector annotationSelector'),
};
const patches: FieldShape = {
  list: { fields: { ...textFields('path patch'), target: selector, options: { map: 'boolean' } } },
};
const fieldSpecs: FieldShape = { list: { fields: { ...textFields('group version kind path'), create: 'boolean' } } };
const fieldOptions: FieldShape = {
  fields: { ...textFields('delimiter encoding'), index: 'integer', create: 'boolean' },
};
/** A file of `configurations:`. */
export const configurationShape: Readonly<Record<string, FieldShape>> = {
  ...Object.fromEntries(
    'namePrefix nameSuffix namespace commonLabels labels templateLabels commonAnnotations varReference images replicas'
      .split(' ')
      .map((name) => [name, fieldSpecs]),
  ),
  nameReference: { list: { fields: { ...textFields('group version kind'), fieldSpecs } } },
};

const images: FieldShape = { list: { fields: textFields('name newName tagSuffix newTag digest') } };
const generatorOptions: FieldShape = {
  fields: { labels: textMap, annotations: textMap, disableNameSuffixHash: 'boolean', immutable: 'boolean' },
};
const configMap: Readonly<Record<string, FieldShape>> = {
  ...textFields('namespace name behavior env'),
  literals: texts,
  files: texts,
  envs: texts,
  options: generatorOptions,
};

export const kustomizationShape: Readonly<Record<string, FieldShape>> = {
  ...textFields('apiVersion kind namePrefix nameSuffix namespace'),
  metadata: { fields: { ...textFields('name namespace'), labels: textMap, annotations: textMap } },
  openapi: textMap,
  commonLabels: textMap,
  labels: {
    list: {
      fields: {
        pairs: textMap,
        includeSelectors: 'boolean',
        includeTemplates: 'boolean',
        includeVolumeClaimTemplates: 'boolean',
        fields: fieldSpecs,
      },
    },
  },
  commonAnnotations: textMap,
  patchesStrategicMerge: texts,
  patchesJson6902: patches,
  patches,
  images,
  imageTags: images,
  replacements: {
    list: {
      fields: {
        path: 'string',
        source: { fields: { ...textFields('group version kind name namespace fieldPath'), options: fieldOptions } },
        sourceValue: 'string',
        targets: {
          list: { fields: { select: selector, reject: { list: selector }, fieldPaths: texts, options: fieldOptions } },
        },
      },
    },
  },
  replicas: { list: { fields: { name: 'string', count: 'integer' } } },
  vars: {
    list: {
      fields: {
        name: 'string',
        objref: { fields: textFields('apiVersion group version kind name namespace') },
        fieldref: { fields: textFields('fieldPath') },
      },
    },
  },
  sortOptions: {
    fields: { order: 'string', legacySortOptions: { fields: { orderFirst: texts, orderLast: texts } } },
  },
  resources: texts,
  components: texts,
  crds: texts,
  bases: texts,
  configMapGenerator: { list: { fields: configMap } },
  secretGenerator: { list: { fields: { ...configMap, type: 'string' } } },
  helmGlobals: 'any',
  helmCharts: anyList,
  helmChartInflationGenerator: anyList,
  generatorOptions,
  configurations: texts,
  generators: texts,
  transformers: texts,
  validators: texts,
  buildMetadata: texts,
};
