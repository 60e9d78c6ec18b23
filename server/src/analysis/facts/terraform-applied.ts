/** What Terraform sends to the API server for a resource, and how. Source: provider hashicorp/kubernetes 3.2, read and not run. */
import type { Resource, TerraformFacts } from '../../tree/document.ts';
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { isList, isObject, memberOf, type Json, type JsonObject } from '../apply/json-value.ts';
import type { Applied } from './apply-facts.ts';
import type { KnownSetting } from './apply-settings.ts';

/** Resources in blocks are created and patched; manifests are applied server-side, or as `kubectl apply` does. */
export function howTerraformApplies({
  type,
  isManifest,
  options,
}: TerraformFacts): Pick<Applied, 'means' | 'manager' | 'force'> {
  if (!isManifest) return { means: 'update', manager: 'HashiCorp', force: 'no' };
  const isKubectl = type === 'kubectl_manifest';
  if (isKubectl && settingIn(options, 'server_side_apply') !== 'yes')
    return { means: 'update', manager: 'kubectl-client-side-apply', force: 'no' };
  const block = valueOf(options, 'field_manager');
  if (isKubectl)
    return { means: 'apply', manager: textOf(block, 'kubectl'), force: settingIn(options, 'force_conflicts') };
  if (block?.kind !== 'mapping')
    return { means: 'apply', manager: block ? undefined : 'Terraform', force: block ? 'unknown' : 'no' };
  return {
    means: 'apply',
    manager: textOf(valueOf(block, 'name'), 'Terraform'),
    force: settingIn(block, 'force_conflicts'),
  };
}

function textOf(value: Value | undefined, otherwise: string): string | undefined {
  return value ? stringOf(value) : otherwise;
}

function settingIn(options: Mapping, name: string): KnownSetting {
  const value = valueOf(options, name);
  if (!value) return 'no';
  if (value.kind !== 'scalar') return 'unknown';
  return value.value === true ? 'yes' : 'no';
}

/** The object that the provider makes of blocks: it leaves out the protocol of a slice's ports, and fills in conditions. */
export function sentByProvider(config: JsonObject, { type, terraform }: Resource): JsonObject {
  if (!terraform || terraform.isManifest) return config;
  const metadata = memberOf(config, 'metadata');
  const named = isObject(metadata) ? { ...config, metadata: { namespace: 'default', ...metadata } } : config;
  if (type !== 'EndpointSlice') return named;
  return {
    ...named,
    ...eachIn(named, 'ports', withoutProtocol),
    ...eachIn(named, 'endpoints', withConditions),
  };
}

function withoutProtocol(port: JsonObject): Json {
  const { protocol: _, ...rest } = port;
  return { name: '', ...rest };
}

function eachIn(owner: JsonObject, name: string, change: (item: JsonObject) => Json): JsonObject {
  const items = memberOf(owner, name);
  return isList(items) ? { [name]: items.map((item) => (isObject(item) ? change(item) : item)) } : {};
}

/** As soon as one condition is written, the others are sent as false. */
function withConditions(endpoint: JsonObject): Json {
  const conditions = memberOf(endpoint, 'conditions');
  if (!isObject(conditions) || Object.keys(conditions).length === 0) return endpoint;
  return { ...endpoint, conditions: { ready: false, serving: false, terminating: false, ...conditions } };
}
