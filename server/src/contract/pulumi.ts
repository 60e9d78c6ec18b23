/** The block around a resource in a Pulumi YAML program: its keys and its options, in pulumi-yaml's own spelling. */
import type { Choice } from './type.ts';
import { any, anyCalled, atomicList, boolean, field, mapOf, object, string } from './type.ts';

const text = anyCalled('text');
const resource = anyCalled('resource');
const duration = anyCalled('duration');
const properties = atomicList(anyCalled('property path'));

/** The usual ones first. */
export const ResourceOptions = object('ResourceOptions', 'How Pulumi treats the resource.', {
  dependsOn: field(
    atomicList(resource),
    'Resources that must exist before this one, each as `${name}`. What an expression of this one reads need not be listed.',
  ),
  protect: field(boolean, 'True makes Pulumi refuse to delete the resource.'),
  provider: field(
    resource,
    'The provider resource to use, as `${name}`, such as one for another cluster; otherwise the default provider of the package.',
  ),
  parent: field(
    resource,
    'The resource that this one belongs to, as `${name}`; it is shown below it and takes over some of its options.',
  ),
  ignoreChanges: field(
    properties,
    'Properties whose changes in the program are ignored, such as `metadata.labels` or `subsets[0].ports`.',
  ),
  deleteBeforeReplace: field(boolean, 'True deletes the old object before its replacement is created.'),
  retainOnDelete: field(boolean, 'True leaves the object in the cluster when the resource goes away.'),
  customTimeouts: field(
    object('CustomTimeouts', 'How long operations may take, each a duration such as `5m`.', {
      create: field(duration, 'How long a create may take, such as `5m`.'),
      update: field(duration, 'How long an update may take, such as `5m`.'),
      delete: field(duration, 'How long a delete may take, such as `90s`.'),
      read: field(duration, 'How long a read may take, such as `30s`.'),
    }),
    'How long operations may take, each a duration such as `90s`, `5m` or `1h`.',
  ),
  import: field(text, 'The ID of an existing object to adopt: `namespace/name`. Taken out again once it is adopted.'),
  aliases: field(
    atomicList(anyCalled('earlier name')),
    'What the resource was called before, so that a new name does not replace it: a list of URNs or of mappings such as `{ name: old }`.',
  ),
  replaceOnChanges: field(properties, 'Properties whose changes replace the object, where an update would do as well.'),
  additionalSecretOutputs: field(atomicList(anyCalled('output name')), 'Outputs to keep encrypted in the state.'),
  deletedWith: field(
    resource,
    'A resource, as `${name}`, whose deletion takes this one along, so that Pulumi need not delete it.',
  ),
  envVarMappings: field(
    anyCalled('map of texts'),
    'For a provider: environment variables that it gets under other names.',
  ),
  hideDiffs: field(properties, 'Properties whose changes are not shown, though they are made.'),
  pluginDownloadURL: field(text, 'The URL from which the plugin of the provider is fetched.'),
  providers: field(
    anyCalled('list or map of resources'),
    'Provider resources for the children of this one, each as `${name}`.',
  ),
  replaceWith: field(atomicList(resource), 'Resources, each as `${name}`, whose replacement replaces this one.'),
  replacementTrigger: field(anyCalled('any value'), 'A value whose change replaces the object.'),
  version: field(text, 'The version of the plugin of the provider, such as `4.21.0`.'),
});

export const PulumiResource = object('PulumiResource', 'One resource of a Pulumi YAML program.', {
  type: field(
    string(),
    'The type token. `kubernetes:core/v1:Endpoints` makes and owns the whole object; `kubernetes:core/v1:EndpointsPatch` changes one that exists already.',
    { required: true },
  ),
  properties: field(
    object('Properties', 'The inputs of the resource.', {}, { isOpen: true }),
    'The inputs of the resource: the fields of the object, of which `apiVersion` and `kind` may be left out.',
  ),
  options: field(
    ResourceOptions,
    'How Pulumi treats the resource: in which order, with which provider, and what it may replace or delete.',
  ),
  name: field(text, 'The logical name, where it differs from the key.'),
  defaultProvider: field(boolean, 'True makes a provider resource the default of its package.'),
  get: field(
    object('ResourceGet', 'Reads an existing resource instead of creating one.', {
      id: field(text, 'The ID to read: `namespace/name`.'),
      state: field(anyCalled('map of properties'), 'Properties that help to find it.'),
    }),
    'Reads an existing resource instead of creating one; excludes `properties`.',
  ),
  condition: field(any, 'Tolerated and without effect.'),
  metadata: field(any, 'Tolerated and without effect.'),
});

export const PulumiProgram = object(
  'PulumiProgram',
  'A Pulumi YAML program, with the project that it belongs to.',
  {
    name: field(string(), 'The name of the project.', { required: true }),
    runtime: field(string({ choices: [{ value: 'yaml', doc: 'Pulumi YAML.' }] }), 'The language of the program.', {
      required: true,
    }),
    description: field(string(), 'What the project is for.'),
    config: field(mapOf(any), 'What each stack sets; used as `${name}`.'),
    variables: field(mapOf(any), 'Values with names; used as `${name}`.'),
    resources: field(mapOf(any), 'What the program creates, by logical names.'),
    outputs: field(mapOf(any), 'What the stack tells others.'),
  },
  { isOpen: true, shape: ['name', 'runtime', 'config', 'variables', 'resources', 'outputs'] },
);

export const InvokeArguments = object('InvokeArguments', 'What `fn::invoke` takes.', {
  function: field(string(), 'The token of the function.', { required: true }),
  arguments: field(mapOf(any), 'What the function is given.'),
  return: field(string(), 'The output that is wanted, where not all of them are.'),
  options: field(mapOf(any), 'How the function is called: its provider, its version.'),
});

/** The functions of a program, after `fn::`; what each gives. Any other name with a colon invokes a provider's function. */
export const programFunctions: readonly Choice[] = [
  { value: 'invoke', doc: 'What a function of a provider returns.' },
  { value: 'join', doc: 'Texts joined by a delimiter.' },
  { value: 'split', doc: 'A text cut at a delimiter into a list.' },
  { value: 'select', doc: 'The item of a list at an index.' },
  { value: 'toJSON', doc: 'A value as JSON text.' },
  { value: 'toBase64', doc: 'A text in Base64.' },
  { value: 'fromBase64', doc: 'The text that a Base64 text stands for.' },
  { value: 'secret', doc: 'A value that Pulumi keeps encrypted.' },
  { value: 'unsecret', doc: 'A secret as a plain value.' },
  { value: 'readFile', doc: 'The content of a file.' },
  { value: 'filebase64', doc: 'The content of a file in Base64.' },
  { value: 'filebase64sha256', doc: 'The SHA-256 of a file in Base64.' },
  { value: 'sha1', doc: 'The SHA-1 of a text.' },
  { value: 'length', doc: 'The length of a list, a map or a text.' },
  { value: 'singleOrNone', doc: 'The one item of a list, or nothing.' },
  { value: 'pulumiResourceName', doc: 'The logical name of a resource.' },
  { value: 'pulumiResourceType', doc: 'The type token of a resource.' },
  { value: 'stringAsset', doc: 'An asset with the given text.' },
  { value: 'fileAsset', doc: 'An asset with the content of a file.' },
  { value: 'remoteAsset', doc: 'An asset fetched from a URL.' },
  { value: 'fileArchive', doc: 'An archive of a file or folder.' },
  { value: 'remoteArchive', doc: 'An archive fetched from a URL.' },
  { value: 'assetArchive', doc: 'An archive made of assets.' },
  { value: 'stackReference', doc: 'An output of another stack; deprecated.' },
];
