/** Writes objects as a Terraform module, for tests that read it back: in blocks where the provider's schema can say it, else as manifests. */
import { isDeepStrictEqual } from 'node:util';
import { terraformSchemas, type TerraformPart, type TerraformParts } from '../../server/src/contract/terraform.ts';
import type { Entry, Mapping, Value } from '../../server/src/tree/value.ts';

export interface WrittenObject {
  readonly type: string;
  readonly apiVersion: string;
  readonly properties: Mapping;
}

const types: Readonly<Record<string, string>> = {
  Endpoints: 'kubernetes_endpoints_v1',
  EndpointSlice: 'kubernetes_endpoint_slice_v1',
  Service: 'kubernetes_service_v1',
};

/** The text of a module with these objects; undefined where HCL cannot write one of them. */
export function writeTerraform(objects: readonly WrittenObject[]): string | undefined {
  const blocks = objects.map((object, i) => typedBlock(object, `r${i}`) ?? manifestBlock(object, `r${i}`));
  return blocks.every((block) => block !== undefined) ? blocks.join('\n') : undefined;
}

function typedBlock({ type, apiVersion, properties }: WrittenObject, label: string): string | undefined {
  const name = types[type];
  const schema = terraformSchemas.get(name ?? '');
  if (!schema || schema.apiVersion !== apiVersion) return undefined;
  const entries = properties.entries.filter((entry) => entry.name !== 'apiVersion' && entry.name !== 'kind');
  const body = bodyOf({ ...properties, entries }, schema.parts);
  return body && `resource "${name}" "${label}" {\n${body.join('\n')}\n}\n`;
}

/** Undefined where the schema cannot say it. */
function bodyOf(mapping: Mapping, parts: TerraformParts): readonly string[] | undefined {
  const lines: string[] = [];
  for (const entry of mapping.entries) {
    const found = Object.entries(parts).find(([, part]) => part.field === entry.name);
    const written = found && isOwn(entry) ? partOf(found[0], found[1], entry.value) : undefined;
    if (!written) return undefined;
    lines.push(...written);
  }
  return mapping.isOpen ? undefined : lines.map((line) => `  ${line}`);
}

function partOf(name: string, part: TerraformPart, value: Value): readonly string[] | undefined {
  if (part.kind === 'argument') {
    const text = isOfType(value, part.type) ? expressionOf(value) : undefined;
    return text === undefined ? undefined : `${name} = ${text}`.split('\n');
  }
  const items = part.repeats === 'one' ? [value] : value.kind === 'sequence' ? value.items : [];
  if (items.length === 0 || (value.kind === 'sequence' && value.isOpen)) return undefined;
  const bodies = items.map((item) => (item.kind === 'mapping' ? bodyOf(item, part.parts) : undefined));
  if (bodies.some((body) => body === undefined)) return undefined;
  // Like blocks of a set become one.
  const isRepeated = bodies.some((body, i) => bodies.findIndex((each) => isDeepStrictEqual(each, body)) < i);
  if (part.repeats === 'set' && isRepeated) return undefined;
  return bodies.flatMap((body = []) => [`${name} {`, ...body, '}']);
}

function isOfType(value: Value, type: Extract<TerraformPart, { kind: 'argument' }>['type']): boolean {
  const isText = (each: Value): boolean => each.kind === 'scalar' && typeof each.value === 'string';
  switch (type) {
    case 'text':
      return isText(value);
    case 'number':
      return value.kind === 'scalar' && typeof value.value === 'bigint';
    case 'whole number as text':
      return value.kind === 'scalar' && (typeof value.value === 'bigint' || isText(value));
    case 'boolean':
      return value.kind === 'scalar' && typeof value.value === 'boolean';
    case 'list':
    case 'set':
      return value.kind === 'sequence' && value.items.every(isText);
    case 'map':
      return value.kind === 'mapping' && value.entries.every((entry) => isText(entry.value));
  }
}

function manifestBlock({ properties }: WrittenObject, label: string): string | undefined {
  const text = expressionOf(properties);
  if (text === undefined) return undefined;
  return `resource "kubernetes_manifest" "${label}" {\n  manifest = ${text.replaceAll('\n', '\n  ')}\n}\n`;
}

function expressionOf(value: Value): string | undefined {
  if (value.kind === 'opaque') return undefined;
  if (value.kind === 'scalar')
    return typeof value.value === 'string'
      ? JSON.stringify(value.value).replace(/[$%]\{/g, (start) => `${start.charAt(0)}${start}`)
      : String(value.value);
  if (value.isOpen) return undefined;
  const parts =
    value.kind === 'sequence'
      ? value.items.map(expressionOf)
      : value.entries.map((entry) => {
          const text = isOwn(entry) ? expressionOf(entry.value) : undefined;
          return text === undefined ? undefined : `${JSON.stringify(entry.name)} = ${text}`;
        });
  if (parts.some((part) => part === undefined)) return undefined;
  const [open, close, after] = value.kind === 'sequence' ? ['[', ']', ','] : ['{', '}', ''];
  if (parts.length === 0) return `${open}${close}`;
  return [open, ...parts.map((part) => `  ${(part ?? '').replaceAll('\n', '\n  ')}${after}`), close].join('\n');
}

function isOwn({ isOpaqueKey }: Entry): boolean {
  return !isOpaqueKey;
}
