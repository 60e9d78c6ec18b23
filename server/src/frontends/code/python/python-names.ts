/** Python's names: those of fields in the contract, and those of the SDK's modules and classes. */
import { ResourceOptions } from '../../../contract/pulumi.ts';
import type { Naming } from '../adapter.ts';
import { fieldNames as fields } from '../../../contract/field-names.ts';
import type { Survey } from '../survey.ts';
import { ownValue } from '../../../text/own-value.ts';

/** As the SDK makes it: `clusterIPs` is `cluster_ips`. */
function snake(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, '_$&').toLowerCase();
}

/** Fields that the SDK has, and the contract no longer. */
const former = ['clusterName', 'ipFamily', 'topologyKeys'];
const fieldNames = bySnake([...fields.all, ...former]);
/** The settings of a provider by which it applies objects. */
const providerSettings = [
  'enableServerSideApply',
  'enablePatchForce',
  'renderYamlToDirectory',
  'upsertExistingObjects',
];
/** A trailing underscore keeps a name apart from a keyword or a function of Python. */
const optionNames = bySnake([...Object.keys(ResourceOptions.fields), ...providerSettings])
  .set('import_', 'import')
  .set('type_', 'type');

function bySnake(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name) => [snake(name), name]));
}

export const pythonNaming: Naming = {
  property: (name, _isField, isMap) => (isMap ? name : (fieldNames.get(name) ?? name)),
  option: (name) => optionNames.get(name) ?? name,
  listsSingles: false,
};

const sdk = 'pulumi_kubernetes.';

/** A class may be imported from its own file: `pulumi_kubernetes.core.v1.Endpoints`. */
export function pythonClassOf(path: string): string | undefined {
  if (!path.startsWith(sdk)) return undefined;
  const [group = '', version = '', ...rest] = path.slice(sdk.length).split('.');
  if ((version === '' && group === 'Provider') || (group === 'provider' && version === 'Provider')) return 'Provider';
  const [file, name = file] = rest;
  const isClass =
    rest.length <= 2 && name !== undefined && /^[A-Z]/.test(name) && !/(?:Args|Dict|Opts|Type)$/.test(name);
  return isClass && /^v\d/.test(version) ? `${group}/${version}:${name}` : undefined;
}

/** True for a class of inputs, such as `EndpointSubsetArgs`, `EndpointsInitArgs` or `EndpointSubsetArgsDict`. */
export function isArgs(path: string): boolean {
  return path.startsWith(sdk) && /\.[A-Z]\w*Args(?:Dict)?$/.test(path);
}

/** The parameters of the classes of options that are given without a name. */
const optionClasses: Readonly<Record<string, readonly string[]>> = {
  ResourceOptions: ['parent', 'depends_on', 'protect', 'delete_before_replace', 'provider'],
  CustomTimeouts: ['create', 'update', 'delete'],
  Alias: ['name', 'type_', 'parent', 'stack', 'project'],
};

/** The parameters of a class of options; undefined for any other path. */
export function optionParameters(path: string): readonly string[] | undefined {
  const name = /^pulumi\.(?:resource\.)?(\w+)$/.exec(path)?.[1];
  return name === undefined ? undefined : ownValue(optionClasses, name);
}

export function isResourceOptions(path: string): boolean {
  return /^pulumi\.(?:resource\.)?ResourceOptions(?:\.merge)?$/.test(path);
}

const serviceTypes: Readonly<Record<string, string>> = {
  CLUSTER_IP: 'ClusterIP',
  EXTERNAL_NAME: 'ExternalName',
  LOAD_BALANCER: 'LoadBalancer',
  NODE_PORT: 'NodePort',
};

/** `ServiceSpecType.CLUSTER_IP`, also with `.value`. */
export function enumValue(path: string): string | undefined {
  const name = /^pulumi_kubernetes\.core\.v1\.(?:_enums\.)?ServiceSpecType\.([A-Z_]+)(?:\.value)?$/.exec(path)?.[1];
  return name === undefined ? undefined : ownValue(serviceTypes, name);
}

/** The modules that only some names are known of; a wildcard import of any other module says nothing. */
export function unresolved(name: string, { wildcards }: Survey): string | undefined {
  const module = wildcards.findLast((each) => mayHave(each, name));
  return module === undefined ? undefined : `${module}.${name}`;
}

function mayHave(module: string, name: string): boolean {
  if (module === 'pulumi') return /^(?:[A-Z]|export$|get_|log$)/.test(name);
  if (module === 'pulumi_kubernetes') return /^(?:[a-z]+|Provider)$/.test(name);
  const [, group = '', version] = /^pulumi_kubernetes\.(\w+)(?:\.(v\d\w*))?$/.exec(module) ?? [];
  if (version === undefined) return group !== '' && /^v\d/.test(name);
  if (!/^[A-Z]/.test(name)) return false;
  if (/^(?:EndpointSlice|EndpointConditions|EndpointHints|For(?:Zone|Node))/.test(name)) return group === 'discovery';
  if (/^(?:Endpoint|Service)/.test(name)) return group === 'core';
  return !/^(?:ObjectMeta|OwnerReference|ManagedFieldsEntry)/.test(name) || group === 'meta';
}
