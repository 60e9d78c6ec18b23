/** The fields of a kustomization. The first sentence of a text says what the field does. */
import { JsonPatchEntry, Patch, Target, mergeNotes } from './kustomize-patch.ts';
import { any, atomicList, boolean, field, integer, mapOf, object, string, type ObjectType } from './type.ts';

const paths = atomicList(string());
const texts = mapOf(string());

const FieldSpec = object(
  'FieldSpec',
  'A field that a transformer changes.',
  {
    group: field(string(), 'The API group of the objects.'),
    version: field(string(), 'The API version of the objects.'),
    kind: field(string(), 'The kind of the objects.'),
    path: field(string(), 'The field, with slashes: `metadata/labels`.'),
    create: field(boolean, 'Creates the field where it is missing.', { default: 'false' }),
  },
  { shape: ['path'] },
);

const Label = object(
  'Label',
  'Labels for all objects.',
  {
    pairs: field(texts, 'The labels, by their keys.'),
    includeSelectors: field(
      boolean,
      'Also writes the labels into selectors. A Service without a selector gets one: its hand-written Endpoints are then overwritten by the endpoints controller.',
      { default: 'false' },
    ),
    includeTemplates: field(
      boolean,
      'Also writes the labels into the templates of workloads. It changes no Service, Endpoints or EndpointSlice beyond their metadata.',
      { default: 'false' },
    ),
    fields: field(atomicList(FieldSpec), 'More fields that get the labels.'),
  },
  { shape: ['pairs'] },
);

const ReplacementOptions = object('ReplacementOptions', 'Which part of a field is meant.', {
  delimiter: field(string(), 'Splits the value into parts.'),
  index: field(integer(32), 'The part that is read or replaced, from 0.', { default: '0' }),
  encoding: field(string(), 'Encodes the value: `base64`.'),
  create: field(
    boolean,
    'Creates the field where it is missing. Without it, a missing target field ends the build with an error.',
    { default: 'false' },
  ),
});

const Source = object(
  'ReplacementSource',
  'The field whose value is copied. Exactly one object must match.',
  {
    group: field(string(), 'The API group of the object.'),
    version: field(string(), 'The API version of the object.'),
    kind: field(string(), 'The kind of the object.'),
    name: field(string(), 'The name of the object.'),
    namespace: field(string(), 'The namespace of the object.'),
    fieldPath: field(string(), 'The field, with dots: `spec.ports.0.port`, `data.[a.b/c]`, `ports.[name=http].port`.', {
      default: 'metadata.name',
    }),
    options: field(ReplacementOptions, 'Which part of the field is copied.'),
  },
  { shape: ['kind', 'name', 'fieldPath'] },
);

const ReplacementTarget = object(
  'ReplacementTarget',
  'Fields that receive the value.',
  {
    select: field(Target, 'Selects the objects to change. A selection that matches no object has no effect.'),
    reject: field(atomicList(Target), 'Excludes objects from the selection.'),
    fieldPaths: field(
      paths,
      'The fields, with dots: `subsets.*.addresses.0.ip`, `metadata.labels.[kubernetes.io/service-name]`. Each keeps its own type.',
    ),
    options: field(ReplacementOptions, 'Which part of the fields is replaced, and whether missing ones are created.'),
  },
  { shape: ['select', 'fieldPaths'] },
);

const Replacement = object(
  'Replacement',
  'Copies a value into fields of other objects.',
  {
    source: field(Source, 'The field whose value is copied. Exactly one object must match.'),
    sourceValue: field(string(), 'The value itself, instead of a source.'),
    targets: field(atomicList(ReplacementTarget), 'The fields that receive the value.'),
    path: field(string(), 'The file with the replacement, relative to this kustomization.'),
  },
  { shape: ['source', 'targets'] },
);

const Generator = object(
  'Generator',
  'A ConfigMap or a Secret that kustomize generates.',
  {
    name: field(string(), 'The name, to which kustomize adds a hash of the content.'),
    namespace: field(string(), 'The namespace.'),
    behavior: field(
      string({
        choices: [
          { value: 'create', doc: 'A new object. It must not exist yet.' },
          { value: 'merge', doc: 'Adds to an object of a base.' },
          { value: 'replace', doc: 'Replaces an object of a base.' },
        ],
      }),
      'What happens to an object of a base with the same name.',
      { default: 'create' },
    ),
    files: field(paths, 'Files whose content becomes values: `key=path` or `path`.'),
    envs: field(paths, 'Files with a `key=value` on each line.'),
    literals: field(paths, 'Values as text: `key=value`.'),
    options: field(any, 'Labels and annotations, and whether the name gets a hash.'),
  },
  { isOpen: true, shape: ['name', 'literals'] },
);

const Image = object(
  'Image',
  'A change of the images of containers.',
  {
    name: field(string(), 'The image as the workloads write it, without its tag.'),
    newName: field(string(), 'The new name.'),
    newTag: field(string(), 'The new tag, as text.'),
    digest: field(string(), 'The digest, which replaces the tag.'),
    tagSuffix: field(string(), 'A suffix for the tag.'),
  },
  { shape: ['name', 'newTag'] },
);

const Replicas = object(
  'Replicas',
  'The number of replicas of a workload.',
  { name: field(string(), 'The name of the workload.'), count: field(integer(32), 'The number of replicas.') },
  { shape: ['name', 'count'] },
);

const SortOptions = object(
  'SortOptions',
  'The order of the objects in the output.',
  {
    order: field(
      string({
        choices: [
          { value: 'legacy', doc: 'By kind, so that objects come after those that they need.' },
          { value: 'fifo', doc: 'In the order in which the objects are read.' },
        ],
      }),
      'Sorts by kind, or keeps the order of the files.',
      { default: 'legacy' },
    ),
    legacySortOptions: field(any, 'The kinds that come first and last.'),
  },
  { shape: ['order'] },
);

const insteadOf = (name: string): string => `use \`${name}\`.`;

/** Kustomization and Component have the same fields. */
export const kustomizationType: ObjectType = object('Kustomization', 'Builds objects from files and folders.', {
  apiVersion: field(
    string({
      choices: [
        { value: 'kustomize.config.k8s.io/v1beta1', doc: 'The version of a Kustomization.' },
        { value: 'kustomize.config.k8s.io/v1alpha1', doc: 'The version of a Component.' },
      ],
    }),
    'The API version, which may be absent.',
  ),
  kind: field(
    string({
      choices: [
        { value: 'Kustomization', doc: 'Builds its own resources.' },
        { value: 'Component', doc: 'Changes the objects of the kustomization that lists it in `components`.' },
      ],
    }),
    'A Kustomization, or a Component that other kustomizations include.',
    { default: 'Kustomization' },
  ),
  metadata: field(any, 'The name, labels and annotations of the kustomization itself, which have no effect.'),
  resources: field(
    paths,
    'Files with objects, and folders with a kustomization, which is built first. A file must be in this folder or below; a folder may be anywhere, unless it includes this one.',
  ),
  components: field(
    paths,
    'Folders with a Component, which changes all resources of this kustomization. They are applied in order, before the patches of this kustomization.',
  ),
  patches: field(
    atomicList(Patch),
    'Merge patches and JSON patches, applied in order. They see the objects before `namespace`, `namePrefix` and `labels` of this kustomization: a patch that repeats this `namespace` matches no object.',
  ),
  namespace: field(
    string(),
    'The namespace of all objects, also of those that write another one. It renames Namespaces, too. Patches of this kustomization do not see it.',
  ),
  namePrefix: field(
    string(),
    'A prefix for all names. References follow, except the label `kubernetes.io/service-name` of an EndpointSlice and the `backendRefs` of routes. Outer prefixes come before inner ones.',
  ),
  nameSuffix: field(
    string(),
    'A suffix for all names. References follow, except the label `kubernetes.io/service-name` of an EndpointSlice and the `backendRefs` of routes. It must be a text: `-7` needs quotes.',
  ),
  labels: field(
    atomicList(Label),
    'Labels for the metadata of all objects. They change selectors only with `includeSelectors`, and overwrite labels that objects write.',
  ),
  commonAnnotations: field(texts, 'Annotations for all objects, and for the templates of workloads.'),
  replacements: field(
    atomicList(Replacement),
    'Copies values between objects, after all other changes of this kustomization. Those of a base are not repeated when an overlay changes their source.',
  ),
  replicas: field(atomicList(Replicas), 'The number of replicas of workloads.'),
  images: field(atomicList(Image), 'The names, tags and digests of images.'),
  configMapGenerator: field(atomicList(Generator), 'ConfigMaps that kustomize generates.'),
  secretGenerator: field(atomicList(Generator), 'Secrets that kustomize generates.'),
  generatorOptions: field(any, 'Labels and annotations of generated objects, and whether their names get a hash.'),
  configurations: field(
    paths,
    'Files that extend the tables of fields with names, references and labels. A `nameReference` makes the label `kubernetes.io/service-name` follow a prefix.',
  ),
  crds: field(paths, 'Files with OpenAPI definitions of custom resources, which show their references.'),
  openapi: field(any, 'The OpenAPI schema that decides how lists merge: `path` or `version`.'),
  generators: field(paths, 'Files or folders with generators, which run before the components.'),
  transformers: field(paths, 'Files or folders with transformers, which run after all other changes.'),
  validators: field(paths, 'Files or folders with validators, which run after the transformers.'),
  helmCharts: field(any, 'Helm charts to render. `kubectl` ignores them, and kustomize needs `--enable-helm`.'),
  helmGlobals: field(any, 'Settings for all Helm charts.'),
  buildMetadata: field(
    atomicList(
      string({
        choices: [
          { value: 'managedByLabel', doc: 'Adds the label `app.kubernetes.io/managed-by`.' },
          { value: 'originAnnotations', doc: 'Adds an annotation with the file of the object.' },
          { value: 'transformerAnnotations', doc: 'Adds an annotation with the transformers that changed the object.' },
        ],
      }),
    ),
    'Labels and annotations that describe the build.',
  ),
  sortOptions: field(
    SortOptions,
    'The order of the objects in the output. Only that of the outermost kustomization has an effect.',
  ),
  bases: field(paths, 'Folders with a kustomization, which come after `resources`.', {
    deprecated: insteadOf('resources'),
  }),
  commonLabels: field(
    texts,
    'Labels for all objects and for all selectors. A Service without a selector gets one: its hand-written Endpoints are then overwritten by the endpoints controller. They override `labels`.',
    { deprecated: `${insteadOf('labels').slice(0, -1)}, which leaves selectors alone.` },
  ),
  patchesStrategicMerge: field(paths, `Merge patches, as files or as text. ${mergeNotes}`, {
    deprecated: insteadOf('patches'),
  }),
  patchesJson6902: field(
    atomicList(JsonPatchEntry),
    'JSON patches. Unlike `patches`, they see the objects after `namespace`, `namePrefix` and `labels` of this kustomization.',
    { deprecated: insteadOf('patches') },
  ),
  vars: field(any, 'Values that replace `$(NAME)` in annotations and some other fields, but not in addresses.', {
    deprecated: insteadOf('replacements'),
  }),
});

/** What changes objects, in the order in which kustomize applies it; the order in the file has no effect. */
export const transformerOrder: readonly string[] = [
  'components',
  'patchesStrategicMerge',
  'patches',
  'namespace',
  'namePrefix',
  'nameSuffix',
  'labels',
  'commonLabels',
  'commonAnnotations',
  'patchesJson6902',
  'replicas',
  'images',
  'replacements',
  'transformers',
];
