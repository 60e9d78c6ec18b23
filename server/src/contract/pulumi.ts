/** The block around a resource in a Pulumi YAML program: its keys and its options, in pulumi-yaml's own spelling. */
import { any, atomicList, field, object, string } from './type.ts';

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
  deleteBeforeReplace: field(any, 'Delete the old resource before creating its replacement.'),
  deletedWith: field(any, 'The resource whose deletion takes this one along.'),
  dependsOn: field(any, 'Resources that must exist first.'),
  envVarMappings: field(any, 'Environment variables handed to a provider under other names.'),
  hideDiffs: field(atomicList(any), 'Properties whose changes are not shown.'),
  ignoreChanges: field(atomicList(any), 'Properties whose changes are ignored.'),
  import: field(any, 'The ID of an existing object to adopt: `namespace/name`.'),
  parent: field(any, 'The resource that this one belongs to.'),
  pluginDownloadURL: field(any, 'Where the provider plugin comes from.'),
  protect: field(any, 'Refuse to delete the resource.'),
  provider: field(any, 'The provider instance to use.'),
  providers: field(any, 'Provider instances for child resources.'),
  replaceOnChanges: field(atomicList(any), 'Properties whose changes replace the resource.'),
  replaceWith: field(any, 'Resources whose replacement replaces this one.'),
  replacementTrigger: field(any, 'A value whose change replaces the resource.'),
  retainOnDelete: field(any, 'Keep the object when the resource goes away.'),
  version: field(any, 'The version of the provider plugin.'),
});

export const PulumiResource = object('PulumiResource', 'One resource of a Pulumi YAML program.', {
  type: field(string(), 'The type token.', { required: true }),
  name: field(any, 'The logical name, where it differs from the key.'),
  defaultProvider: field(any, 'True makes a provider resource the default of its package.'),
  properties: field(
    object('Properties', 'The inputs of the resource.', {}, { isOpen: true }),
    'The inputs of the resource.',
  ),
  options: field(ResourceOptions, 'How Pulumi treats the resource.'),
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
