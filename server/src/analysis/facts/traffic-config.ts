/** The parts of a Service or a Node that decide on traffic, as they are sent. */
import { valueOf } from '../../tree/value.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { configOf, type SentConfig } from '../apply/field-config.ts';
import { isObject, memberOf, type Json, type JsonObject } from '../apply/json-value.ts';
import type { Binding } from '../binding/bind.ts';

/** Undefined for another kind, and for an object that is only read, or only a part. */
export function trafficConfig(
  resource: Resource,
  binding: Binding,
  document: Document,
): Pick<SentConfig, 'config' | 'isWhole'> | undefined {
  const { type, apiVersion, isPartial, mayBePart, envelope } = resource;
  if ((type !== 'Service' && type !== 'Node') || apiVersion !== 'v1' || isPartial || mayBePart) return undefined;
  if (envelope && valueOf(envelope, 'get')) return undefined;
  const { config, isWhole } = configOf(resource, binding, document);
  return { config: picked(config), isWhole };
}

/** Without the rest of metadata and status, in which a live object changes. */
function picked(config: JsonObject): JsonObject {
  const { spec = {} } = config;
  return {
    metadata: pick(memberOf(config, 'metadata'), ['name', 'labels', 'annotations']),
    spec,
    status: pick(memberOf(config, 'status'), ['loadBalancer', 'addresses']),
  };
}

function pick(owner: Json | undefined, names: readonly string[]): Json {
  if (!isObject(owner)) return owner ?? {};
  const found: Record<string, Json> = {};
  for (const name of names) {
    const value = memberOf(owner, name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}
