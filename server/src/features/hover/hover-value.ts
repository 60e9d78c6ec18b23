/** Hovers on a value: what this address, port, protocol, time or token means. Without anything to add, its field. */
import { changeTimeAnnotation } from '../../contract/endpoints.ts';
import { protocolMeant } from '../../contract/app-protocol.ts';
import { addressTypeOf } from '../../analysis/binding/address-type.ts';
import { isPatchType, kindOfType, resourceType, typeTokens } from '../../contract/contract.ts';
import type { Type } from '../../contract/type.ts';
import { millisecondsOf } from '../../contract/timestamp.ts';
import { code } from '../../text/markdown.ts';
import { distanceWords, timeWords } from '../../text/time-words.ts';
import { stringOf } from '../../tree/value.ts';
import type { Mapping, Opaque, Scalar, Sequence } from '../../tree/value.ts';
import { describeField } from './hover-field.ts';
import { describeFinalizer, describeMemberValue } from './hover-keys.ts';
import { managerWords } from './hover-managers.ts';
import { describeIp, describePort, describeProtocolName } from './hover-network.ts';
import type { HoverTarget } from './hover.ts';
import { readingOf } from './scalar-reading.ts';
import { isAddress, itemField } from '../written.ts';

/** The value that is pointed at; undefined where it says all by itself. */
export function describeValue(target: HoverTarget): string | undefined {
  const { value, entry, parent } = target.node;
  if (value.kind === 'opaque') return describeOpaque(value, target);
  const alias = value.isAlias ? `${writtenCode(target)} stands for ` : undefined;
  if (value.kind !== 'scalar') {
    if (alias !== undefined) return `${alias}${amountWords(value)}.`;
    return entry?.name === 'fieldsV1' && parent ? managerWords(parent, target) : undefined;
  }
  const described = describeScalar(value, target);
  if (alias === undefined) return described;
  return [`${alias}${code(value.text)}.`, described].filter(Boolean).join('\n\n');
}

function describeScalar(value: Scalar, target: HoverTarget): string | undefined {
  const { node, resource } = target;
  const reading = readingOf(value, node.type, resource.document);
  const meaning = meaningOf(value, target);
  // An address of a slice is an item of its field.
  const field = itemField(node) !== '' && node.parent ? { ...target, node: node.parent } : target;
  if (reading === undefined) return meaning ?? (isScalarType(node.type) ? describeField(field) : undefined);
  return meaning === undefined ? reading : `${reading}\n\n${meaning}`;
}

/** Elsewhere a scalar is a mistake, such as a key without its colon. */
function isScalarType({ kind }: Type): boolean {
  return kind !== 'object' && kind !== 'list' && kind !== 'map';
}

/** What is special about the value itself. */
function meaningOf(value: Scalar, target: HoverTarget): string | undefined {
  const { node, isEnvelope, options } = target;
  const { parent, entry, type, path } = node;
  if (parent?.type.kind === 'map') return timeOf(value, target) ?? describeMemberValue(target);
  if (isAddress(node)) return describeAddress(stringOf(value) ?? '', target);
  if (parent?.type.kind === 'list') return parent.entry?.name === 'finalizers' ? describeFinalizer(target) : undefined;
  const name = parent?.type.kind === 'object' ? `${parent.type.base}.${entry?.name}` : '';
  const text = stringOf(value);
  switch (name) {
    case 'EndpointPort.port':
    case 'EndpointSlicePort.port':
      return typeof value.value === 'bigint' ? describePort(value.value, target) : undefined;
    case 'EndpointPort.appProtocol':
    case 'EndpointSlicePort.appProtocol':
      return text ? describeProtocolName(text, protocolMeant(text), options.services) : undefined;
    case 'ManagedFieldsEntry.manager':
      return parent && managerWords(parent, target);
    case 'PulumiResource.type':
      return isEnvelope ? describeToken(target) : undefined;
    case 'Endpoints.kind':
    case 'EndpointSlice.kind':
      return text !== undefined && name === `${text}.kind` && path.length === 1
        ? `${code(text)}: ${resourceType(text)?.doc ?? ''}`
        : undefined;
    default:
      return type.kind === 'string' ? (choiceOf(text, target) ?? timeOf(value, target)) : undefined;
  }
}

/** An IP address, or what a slice says that it is instead. */
function describeAddress(text: string, { resource: { binding }, minor }: HoverTarget): string | undefined {
  if (addressTypeOf(binding.root) !== 'FQDN') return describeIp(text, minor);
  if (text === '') return undefined;
  return `${code(text)}: a domain name. kube-proxy passes over slices of the address type \`FQDN\`.`;
}

function choiceOf(text: string | undefined, { node: { type } }: HoverTarget): string | undefined {
  const choice = type.kind === 'string' ? type.choices?.find(({ value }) => value === text) : undefined;
  return choice && `${code(choice.value)}: ${choice.doc}`;
}

/** A time in a field for times, or in the one annotation that holds one. */
function timeOf(value: Scalar, { node: { type, entry }, minor, options }: HoverTarget): string | undefined {
  const isTime = type.kind === 'string' && type.format === 'timestamp';
  if (!isTime && entry?.name !== changeTimeAnnotation) return undefined;
  const moment = millisecondsOf(stringOf(value) ?? '', minor);
  return moment === undefined ? undefined : `${timeWords(moment)}, ${distanceWords(moment, options.now)}.`;
}

function describeToken({ resource: { resource } }: HoverTarget): string {
  const kind = kindOfType(resource.type);
  if (!isPatchType(resource.type)) return `${code(typeTokens[kind])}: ${resourceType(kind)?.doc ?? ''}`;
  const token = typeTokens[`${kind}Patch`];
  return `${code(token)}: Changes an ${kind} that exists already, by server-side apply. Only \`metadata.name\` is needed.\n\nEach patch owns its fields under a field manager of its own. A conflict with another manager is an error, unless the annotation \`pulumi.com/patchForce\` is \`"true"\`.`;
}

const reasons: { readonly [why: string]: string } = {
  'a template': 'is known only once the template is rendered, so nothing is checked here.',
  'an expression': 'is known only when the program runs, so nothing is checked here.',
  'a function': 'is known only when the program runs, so nothing is checked here.',
  'an alias without its anchor': 'names an anchor that is not above it in this document.',
};

function describeOpaque({ why }: Opaque, target: HoverTarget): string | undefined {
  const reason = Object.hasOwn(reasons, why) ? reasons[why] : undefined;
  if (reason === undefined) return undefined;
  return `${why === 'a function' ? 'The result of the function' : writtenCode(target)} ${reason}`;
}

/** What stands in the text, on one line and cut where it is long. */
function writtenCode({ node: { value }, resource: { document } }: HoverTarget): string {
  const text = document.text.slice(value.span.start, value.span.end).replace(/\s+/g, ' ');
  return code(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}

function amountWords(value: Mapping | Sequence): string {
  const count = value.kind === 'mapping' ? value.entries.length : value.items.length;
  const what = value.kind === 'mapping' ? ['a mapping with', 'entry', 'entries'] : ['a list of', 'item', 'items'];
  return `${what[0]} ${count} ${count === 1 ? what[1] : what[2]}, written at its anchor`;
}
