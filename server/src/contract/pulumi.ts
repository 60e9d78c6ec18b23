/** The keys and options of a resource block in a Pulumi YAML program, and the keys of the program. */
import { any, anyCalled, atomicList, boolean, field, mapOf, object, string, type Choice } from './type.ts';

const text = anyCalled('text');
const resource = anyCalled('resource');
const duration = anyCalled('duration');
const properties = atomicList(anyCalled('property path'));

/** The most common options first. */
export const ResourceOptions = object('ResourceOptions', 'How Pulumi treats the resource.', {
  dependsOn: field(
    atomicList(resource),
    'Resources that must exist before this one, each as `${name}`. Resources that an expression of this one reads need not be listed.',
  ),
  protect: field(boolean, 'If true, Pulumi does not delete the resource.'),
  provider: field(
    resource,
    'The provider resource to use, as `${name}`, for example for another cluster. The default is the default provider of the package.',
  ),
  parent: field(
    resource,
    'The parent resource, as `${name}`. Pulumi shows this resource below its parent, and it inherits some options.',
  ),
  ignoreChanges: field(
    properties,
    'Properties for which Pulumi ignores changes in the program, such as `metadata.labels` or `subsets[0].ports`.',
  ),
  deleteBeforeReplace: field(boolean, 'If true, Pulumi deletes the old object before it creates the replacement.'),
  retainOnDelete: field(boolean, 'If true, Pulumi keeps the object in the cluster when the resource is removed.'),
  customTimeouts: field(
    object('CustomTimeouts', 'The timeouts of operations, each a duration such as `5m`.', {
      create: field(duration, 'The timeout of a create, such as `5m`.'),
      update: field(duration, 'The timeout of an update, such as `5m`.'),
      delete: field(duration, 'The timeout of a delete, such as `90s`.'),
      read: field(duration, 'The timeout of a read, such as `30s`.'),
    }),
    'The timeouts of operations, each a duration such as `90s`, `5m` or `1h`.',
  ),
  import: field(text, 'The ID of an existing object to import: `namespace/name`. Remove the option after the import.'),
  aliases: field(
    atomicList(anyCalled('earlier name')),
    'Earlier names of the resource, so that a new name does not replace it: a list of URNs or of mappings such as `{ name: old }`.',
  ),
  replaceOnChanges: field(properties, 'Properties whose changes replace the object, even where an update is possible.'),
  additionalSecretOutputs: field(atomicList(anyCalled('output name')), 'Outputs that Pulumi encrypts in the state.'),
  deletedWith: field(
    resource,
    'A resource, as `${name}`, whose deletion also deletes this one, so that Pulumi need not delete it.',
  ),
  envVarMappings: field(
    anyCalled('map of texts'),
    'For a provider resource: environment variables that it receives under other names.',
  ),
  hideDiffs: field(properties, 'Properties whose changes Pulumi makes but does not show.'),
  pluginDownloadURL: field(text, 'The URL from which Pulumi downloads the provider plugin.'),
  providers: field(
    anyCalled('list or map of resources'),
    'Provider resources for the children of this resource, each as `${name}`.',
  ),
  replaceWith: field(atomicList(resource), 'Resources, each as `${name}`, whose replacement also replaces this one.'),
  replacementTrigger: field(anyCalled('any value'), 'A value whose change replaces the object.'),
  version: field(text, 'The version of the provider plugin, such as `4.21.0`.'),
});

export const PulumiResource = object('PulumiResource', 'One resource of a Pulumi YAML program.', {
  type: field(
    string(),
    'The type token. `kubernetes:core/v1:Endpoints` creates and owns the whole object; `kubernetes:core/v1:EndpointsPatch` changes an existing object.',
    { required: true },
  ),
  properties: field(
    object('Properties', 'The inputs of the resource.', {}, { isOpen: true }),
    'The inputs of the resource: the fields of the object. `apiVersion` and `kind` are optional.',
  ),
  options: field(
    ResourceOptions,
    'How Pulumi treats the resource: its order, its provider, and what Pulumi may replace or delete.',
  ),
  name: field(text, 'The logical name, if it differs from the key.'),
  defaultProvider: field(boolean, 'If true, the provider resource is the default of its package.'),
  get: field(
    object('ResourceGet', 'Reads an existing resource instead of creating one.', {
      id: field(text, 'The ID to read: `namespace/name`.'),
      state: field(anyCalled('map of properties'), 'Properties that help to find the object.'),
    }),
    'Reads an existing resource instead of creating one. It cannot be combined with `properties`.',
  ),
  condition: field(any, 'Pulumi accepts it, but it has no effect.'),
  metadata: field(any, 'Pulumi accepts it, but it has no effect.'),
});

export const PulumiProgram = object(
  'PulumiProgram',
  'A Pulumi YAML program with its project settings.',
  {
    name: field(string(), 'The name of the project.', { required: true }),
    runtime: field(string({ choices: [{ value: 'yaml', doc: 'Pulumi YAML.' }] }), 'The language of the program.', {
      required: true,
    }),
    description: field(string(), 'The purpose of the project.'),
    config: field(mapOf(any), 'Values that each stack sets; used as `${name}`.'),
    variables: field(mapOf(any), 'Named values; used as `${name}`.'),
    resources: field(mapOf(any), 'The resources that the program creates, by logical name.'),
    outputs: field(mapOf(any), 'The outputs of the stack.'),
  },
  { isOpen: true, shape: ['name', 'runtime', 'config', 'variables', 'resources', 'outputs'] },
);

export const InvokeArguments = object('InvokeArguments', 'The arguments of `fn::invoke`.', {
  function: field(string(), 'The token of the function.', { required: true }),
  arguments: field(mapOf(any), 'The arguments of the function.'),
  return: field(string(), 'The output to return. The default is all outputs.'),
  options: field(mapOf(any), 'Options of the call, such as the provider and its version.'),
});

/** The functions of a program after `fn::`, and the result of each. Any other name with a colon invokes a function of a provider. */
export const programFunctions: readonly Choice[] = [
  { value: 'invoke', doc: 'The result of a provider function.' },
  { value: 'join', doc: 'The strings, joined with a delimiter.' },
  { value: 'split', doc: 'The string, split at a delimiter into a list.' },
  { value: 'select', doc: 'The item of a list at an index.' },
  { value: 'toJSON', doc: 'A value as JSON text.' },
  { value: 'toBase64', doc: 'The string, encoded in Base64.' },
  { value: 'fromBase64', doc: 'The string, decoded from Base64.' },
  { value: 'secret', doc: 'A value that Pulumi keeps encrypted.' },
  { value: 'unsecret', doc: 'A secret, as a plain value.' },
  { value: 'readFile', doc: 'The content of a file.' },
  { value: 'filebase64', doc: 'The content of a file in Base64.' },
  { value: 'filebase64sha256', doc: 'The SHA-256 hash of a file in Base64.' },
  { value: 'sha1', doc: 'The SHA-1 hash of a string.' },
  { value: 'length', doc: 'The length of a list, a map or a string.' },
  { value: 'singleOrNone', doc: 'The only item of a list, or nothing.' },
  { value: 'pulumiResourceName', doc: 'The logical name of a resource.' },
  { value: 'pulumiResourceType', doc: 'The type token of a resource.' },
  { value: 'stringAsset', doc: 'An asset with the given text.' },
  { value: 'fileAsset', doc: 'An asset with the content of a file.' },
  { value: 'remoteAsset', doc: 'An asset fetched from a URL.' },
  { value: 'fileArchive', doc: 'An archive of a file or folder.' },
  { value: 'remoteArchive', doc: 'An archive fetched from a URL.' },
  { value: 'assetArchive', doc: 'An archive of several assets.' },
  { value: 'stackReference', doc: 'An output of another stack; deprecated.' },
];
