/** The object that Terraform's provider makes of blocks. Source: provider hashicorp/kubernetes 3.2, read and not run. */
import type { Resource } from '../../tree/document.ts';
import { isList, isObject, memberOf, type Json, type JsonObject } from './json-value.ts';

/** The provider leaves out the protocol of a slice's ports, and fills in conditions. The same object for any other resource. */
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
