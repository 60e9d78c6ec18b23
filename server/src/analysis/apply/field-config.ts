/** Reads the JSON that an object sends: from a program as Pulumi's provider does, from a manifest as written. */
import { apiVersions, isPatchType, kindOfType } from '../../contract/contract.ts';
import { ObjectMeta } from '../../contract/meta.ts';
import type { Field } from '../../contract/type.ts';
import { attachment } from '../../text/memo.ts';
import { itemBlocks, itemsIn, type ItemBlock } from '../../tree/item-blocks.ts';
import { isNull, type Mapping, type Opaque, type Value } from '../../tree/value.ts';
import type { Document, Resource } from '../../tree/document.ts';
import type { Binding, Bound } from '../binding/bind.ts';
import { memoOfBlock } from '../binding/blocks.ts';
import { expressionText, nameOf, namespaceOf } from '../facts/naming.ts';
import { sentByProvider } from './provider-config.ts';
import { isObject, isUnknown, memberOf, unknownValue, type Json, type JsonObject } from './json-value.ts';

export interface SentConfig {
  /** Without its managedFields. */
  readonly config: JsonObject;
  readonly managedFields: Json | undefined;
  /** False where a template or an expression may add or remove fields, or the text has a syntax error. */
  readonly isWhole: boolean;
}

export function configOf(resource: Resource, { root }: Binding, document: Document): SentConfig {
  const isProgram = resource.form === 'pulumi';
  const reading: Reading = { document, isProgram, isWhole: document.issues.length === 0 };
  const written = readMapping(root.value, reading);
  const isWhole = reading.isWhole && !mayMissFields(root);
  const metadata = memberOf(written, 'metadata');
  const managedFields = memberOf(metadata, 'managedFields');
  const kept = isObject(metadata) ? withoutDropped(metadata, isProgram) : metadata;
  const sent = kept === undefined || kept === metadata ? written : { ...written, metadata: kept };
  const config = isProgram ? named(sent, resource, document) : sent;
  // Items of a typed list that a server printed omit `apiVersion` and `kind`.
  const isTyped = isProgram || managedFields !== undefined || resource.terraform?.isManifest === false;
  const kind = kindOfType(resource.type);
  const object = isTyped ? { apiVersion: apiVersions[kind], kind, ...config } : config;
  return { config: sentByProvider(object, resource), managedFields, isWhole };
}

export function jsonOf(value: Value, document: Document): Json {
  return readValue(value, { document, isProgram: false, isWhole: true });
}

interface Reading {
  readonly document: Document;
  readonly isProgram: boolean;
  isWhole: boolean;
}

function readValue(value: Value, reading: Reading): Json {
  if (value.kind === 'mapping') return readMapping(value, reading);
  if (value.kind === 'opaque') return unknownValue(unknownText(value, reading.document));
  if (value.kind === 'scalar') return typeof value.value === 'bigint' ? Number(value.value) : value.value;
  if (value.isOpen) reading.isWhole = false;
  const blocks = itemBlocks(value);
  if (!blocks || reading.isProgram) return value.items.map((item) => readValue(item, reading));
  const all = blocks.map((placed) => {
    const known = jsonOfBlock(placed.block);
    return (known.json ??= readBlock(itemsIn(value, placed), reading.document));
  });
  if (!all.every(({ isWhole }) => isWhole)) reading.isWhole = false;
  return noItems.concat(...all.map(({ items }) => items));
}

const noItems: readonly Json[] = [];

interface BlockJson {
  readonly items: readonly Json[];
  readonly isWhole: boolean;
}

/** A block has the same text in any document. */
const jsonOfBlock = attachment((_block: ItemBlock): { json?: BlockJson } => ({}));

function readBlock(items: readonly Value[], document: Document): BlockJson {
  const reading: Reading = { document, isProgram: false, isWhole: true };
  return { items: items.map((item) => readValue(item, reading)), isWhole: reading.isWhole };
}

/** An expression of a programming language looks like a text, so it is put in brackets. */
function unknownText(value: Opaque, { text, syntax }: Document): string {
  const written = expressionText(value, text);
  if (syntax !== 'code') return written;
  return `<${written.replaceAll(/\s+/g, ' ')}>`;
}

/** The last of several entries with one name counts. Pulumi's provider drops null members, but not null items. */
function readMapping({ entries, isOpen }: Mapping, reading: Reading): JsonObject {
  if (isOpen) reading.isWhole = false;
  const members: Record<string, Json> = {};
  for (const { name, value, isOpaqueKey } of entries) {
    if (isOpaqueKey) reading.isWhole = false;
    else if (reading.isProgram && isNull(value)) delete members[name];
    else if (name === '__proto__') Object.defineProperty(members, name, own(readValue(value, reading)));
    else members[name] = readValue(value, reading);
  }
  return members;
}

function own(value: Json): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

/** True for metadata that the API server sets, and for values inside it: Pulumi removes it before sending. */
export function isRemovedByPulumi({ field, parent }: Bound): boolean {
  return isServersOwn(field) || (parent !== undefined && isRemovedByPulumi(parent));
}

function isServersOwn(field: Field | undefined): boolean {
  return field?.readOnly === true && field.deprecated === undefined;
}

const dropped = Object.entries<Field>(ObjectMeta.fields).flatMap(([name, field]) =>
  isServersOwn(field) ? [name] : [],
);

/** managedFields are separated from the rest in any case. */
function withoutDropped(metadata: JsonObject, isProgram: boolean): JsonObject {
  const isKept = (name: string): boolean => (isProgram ? !dropped.includes(name) : name !== 'managedFields');
  if (Object.keys(metadata).every(isKept)) return metadata;
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => isKept(name)));
}

/** Adds names that the program knows, and the annotation for an object whose name Pulumi generates. */
function named(config: JsonObject, resource: Resource, document: Document): JsonObject {
  const metadata = memberOf(config, 'metadata') ?? {};
  if (!isObject(metadata)) return config;
  const [name, namespace] = [nameOf(resource, document), namespaceOf(resource, document)];
  const names: Record<string, Json> = {};
  if (name.isKnown && isUnknown(metadata['name'])) names['name'] = name.text;
  if (namespace?.isKnown && isUnknown(metadata['namespace'])) names['namespace'] = namespace.text;
  if (!metadata['name'] && !isPatchType(resource.type)) {
    names['name'] = unknownValue(name.text);
    const annotations = metadata['annotations'] ?? {};
    if (isObject(annotations)) names['annotations'] = { ...annotations, 'pulumi.com/autonamed': 'true' };
  }
  return Object.keys(names).length === 0 ? config : { ...config, metadata: { ...metadata, ...names } };
}

/** True where a value inside of the object may hold fields that are unknown. */
function mayMissFields(node: Bound): boolean {
  if (mayHoldFields(node)) return true;
  return node.blocks ? node.blocks.some(blockMayMissFields) : node.children.some(mayMissFields);
}

const blockMayMissFields = memoOfBlock((nodes) => nodes.some(mayMissFields));

/** True for an opaque value in the place of fields with owners of their own: these fields are unknown. */
export function mayHoldFields({ value, type, parent, entry }: Bound): boolean {
  if (value.kind !== 'opaque') return false;
  const list = [parent, parent?.parent].find((each) => each?.type.kind === 'list')?.type;
  if (list?.kind === 'list' && list.listType !== 'atomic') {
    return !entry || list.keys.includes(entry.name);
  }
  if (type.kind === 'list' ? type.listType === 'atomic' : type.kind !== 'map' && type.kind !== 'object') return false;
  return !isBelowAtomic(parent);
}

function isBelowAtomic(node: Bound | undefined): boolean {
  if (!node) return false;
  const { type } = node;
  if (type.kind === 'list' ? type.listType === 'atomic' : type.kind === 'object' && type.structType === 'atomic') {
    return true;
  }
  return isBelowAtomic(node.parent);
}
