/** The block around a resource in a Pulumi YAML program: its keys and its options, in pulumi-yaml's own spelling. */
import type { Choice } from './type.ts';
import { any, atomicList, boolean, field, mapOf, object, string } from './type.ts';

export const ResourceOptions = object('ResourceOptions', 'How Pulumi treats the resource.', {
  additionalSecretOutputs: field(atomicList(any), 'Outputs to keep secret.'),
  aliases: field(any, 'Names that the resource had before.'),
  customTimeouts: field(
    object('CustomTimeouts', 'How long operations may take.', {
      create: field(any, 'How long a create may take, such as `5m`.'),
      update: field(any, 'How long an update may take.'),
      delete: field(any, 'How long a delete may take.'),
      read: field(any, 'How long a read may take.'),
    }),
    'How long operations may take.',
  ),
  deleteBeforeReplace: field(boolean, 'Delete the old resource before creating its replacement.'),
  deletedWith: field(any, 'The resource whose deletion takes this one along.'),
  dependsOn: field(atomicList(any), 'Resources that must exist first.'),
  envVarMappings: field(any, 'Environment variables handed to a provider under other names.'),
  hideDiffs: field(atomicList(any), 'Properties whose changes are not shown.'),
  ignoreChanges: field(atomicList(any), 'Properties whose changes are ignored.'),
  import: field(any, 'The ID of an existing object to adopt: `namespace/name`.'),
  parent: field(any, 'The resource that this one belongs to.'),
  pluginDownloadURL: field(any, 'Where the provider plugin comes from.'),
  protect: field(boolean, 'Refuse to delete the resource.'),
  provider: field(any, 'The provider instance to use.'),
  providers: field(any, 'Provider instances for child resources.'),
  replaceOnChanges: field(atomicList(any), 'Properties whose changes replace the resource.'),
  replaceWith: field(atomicList(any), 'Resources whose replacement replaces this one.'),
  replacementTrigger: field(any, 'A value whose change replaces the resource.'),
  retainOnDelete: field(boolean, 'Keep the object when the resource goes away.'),
  version: field(any, 'The version of the provider plugin.'),
});

export const PulumiResource = object('PulumiResource', 'One resource of a Pulumi YAML program.', {
  type: field(string(), 'The type token.', { required: true }),
  properties: field(
    object('Properties', 'The inputs of the resource.', {}, { isOpen: true }),
    'The inputs of the resource.',
  ),
  options: field(ResourceOptions, 'How Pulumi treats the resource.'),
  name: field(any, 'The logical name, where it differs from the key.'),
  defaultProvider: field(boolean, 'True makes a provider resource the default of its package.'),
  get: field(
    object('ResourceGet', 'Reads an existing resource instead of creating one.', {
      id: field(any, 'The ID to read: `namespace/name`.'),
      state: field(any, 'Properties that help to find it.'),
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
