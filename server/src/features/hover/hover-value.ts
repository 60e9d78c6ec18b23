/** Explains a value, such as an address, a port, a protocol, a time or a type token; any other value by its field. */
import { changeTimeAnnotation } from '../../contract/endpoints.ts';
import { protocolMeant } from '../../contract/app-protocol.ts';
import { addressTypeOf } from '../../analysis/binding/address-type.ts';
import { isPatchType, kindOfType, serviceToken, typeNamed, typeTokens } from '../../contract/contract.ts';
import type { Type } from '../../contract/type.ts';
import { millisecondsOf } from '../../contract/timestamp.ts';
import { counted } from '../../text/quote.ts';
import { distanceWords, timeWords } from '../../text/time-words.ts';
import type { Document } from '../../tree/document.ts';
import { filesBeside } from '../../frontends/terraform/read-document.ts';
import { fileNameOf } from '../../analysis/workspace/placement.ts';
import { stringOf, type Mapping, type Opaque, type Scalar, type Sequence, type Value } from '../../tree/value.ts';
import { choiceWords, describeField } from './hover-field.ts';
import { describeFinalizer, describeMemberValue } from './hover-keys.ts';
import { managerWords } from './hover-managers.ts';
import { describeIp, describePort, describeProtocolName } from './hover-network.ts';
import type { HoverTarget } from './hover-target.ts';
import { readingOf } from './scalar-reading.ts';
import { isAddress, itemField, shownLine } from '../written-values.ts';
import { ownValue } from '../../text/own-value.ts';

/** Explains the value at the cursor; undefined where there is nothing to add. */
export function describeValue(target: HoverTarget): string | undefined {
  const { value, entry, parent } = target.node;
  if (value.kind === 'opaque') return describeOpaque(value, target);
  if (target.resource.document.syntax === 'code') return describeInCode(value, target);
  const alias = value.isAlias ? `${writtenCode(target)} is an alias of ` : undefined;
  if (value.kind !== 'scalar') {
    if (alias !== undefined) return `${alias}${amountWords(value)}.`;
    return entry?.name === 'fieldsV1' && parent ? managerWords(parent, target) : undefined;
  }
  const described = describeScalar(value, target);
  if (alias === undefined) return described;
  return [`${alias}${target.options.markup.code(value.text)}.`, described].filter(Boolean).join('\n\n');
}

/** Names the value of a variable before it explains the value. */
function describeInCode(value: Exclude<Value, Opaque>, target: HoverTarget): string | undefined {
  const { resource, isEnvelope, isHeld, node, options } = target;
  const { code } = options.markup;
  const isClass = isEnvelope && node.path.length === 1 && node.entry?.name === 'type';
  const described = value.kind === 'scalar' ? describeScalar(value, target) : undefined;
  if (!value.isAlias || isClass || isHeld) return described;
  const written = writtenCode(target);
  if (value.kind === 'sequence') return `${written} has ${counted(value.items.length, 'item')}.`;
  if (value.kind === 'mapping') {
    const names = value.entries.map(({ name }) => code(shownLine(name)));
    const shown = names.length > mostNamed ? [...names.slice(0, mostNamed), '…'] : names;
    return `${written} has ${names.length === 1 ? '1 entry' : `${names.length} entries`}: ${shown.join(', ')}.`;
  }
  const { isComputed, text } = value;
  const place = originWords(value, resource.document);
  const where = place === undefined ? '' : `, from ${place}`;
  const is = `${written} is ${code(isComputed ? shownScalar(value) : text)}${where}.`;
  return [is, described].filter(Boolean).join('\n\n');
}

const mostNamed = 10;

/** Such as `line 4`, or `line 4 of locals.tf` in another file of a Terraform module. */
function originWords({ origin, originFile }: Scalar, document: Document): string | undefined {
  if (!origin) return undefined;
  const file = originFile === undefined ? undefined : filesBeside(document).find(({ path }) => path === originFile);
  const text = originFile === undefined ? document.text : file?.text;
  const name = originFile === undefined ? '' : ` of ${fileNameOf(originFile)}`;
  return text === undefined ? undefined : `line ${text.slice(0, origin.start).split('\n').length}${name}`;
}

function describeScalar(value: Scalar, target: HoverTarget): string | undefined {
  const { node, resource } = target;
  const reading = readingOf(value, node.type, resource.document, target.options.markup);
  const meaning = meaningOf(value, target);
  // An address of a slice is an item of the field `addresses`.
  const field = itemField(node) !== '' && node.parent ? { ...target, node: node.parent } : target;
  const isField = isScalarType(node.type) && resource.resource.form !== 'terraform';
  if (reading === undefined) return meaning ?? (isField ? describeField(field) : undefined);
  return meaning === undefined ? reading : `${reading}\n\n${meaning}`;
}

/** False where a scalar is a mistake, such as a key without a colon. */
function isScalarType({ kind }: Type): boolean {
  return kind !== 'object' && kind !== 'list' && kind !== 'map';
}

/** Explains the value itself; undefined for a value without a meaning of its own. */
function meaningOf(value: Scalar, target: HoverTarget): string | undefined {
  const { node, isEnvelope, options } = target;
  const { parent, entry, type, path } = node;
  if (parent?.type.kind === 'map') return timeOf(value, target) ?? describeMemberValue(target);
  if (isAddress(node)) return describeAddress(stringOf(value) ?? '', target);
  if (parent?.entry?.name === 'finalizers') return describeFinalizer(target);
  if (parent?.type.kind === 'list') return choiceOf(stringOf(value), target);
  const name = parent?.type.kind === 'object' ? `${parent.type.base}.${entry?.name}` : '';
  const text = stringOf(value);
  switch (name) {
    case 'EndpointPort.port':
    case 'EndpointSlicePort.port':
    case 'ServicePort.port':
      return typeof value.value === 'bigint' ? describePort(value.value, target) : undefined;
    case 'EndpointPort.appProtocol':
    case 'EndpointSlicePort.appProtocol':
    case 'ServicePort.appProtocol':
      return text ? describeProtocolName(text, protocolMeant(text), options) : undefined;
    case 'ManagedFieldsEntry.manager':
      return parent && managerWords(parent, target);
    case 'PulumiResource.type':
      return isEnvelope ? describeToken(target) : undefined;
    case 'Endpoints.kind':
    case 'EndpointSlice.kind':
    case 'Service.kind':
      return text !== undefined && name === `${text}.kind` && path.length === 1
        ? docOfType(text, text, target)
        : undefined;
    default:
      return type.kind === 'string' ? (choiceOf(text, target) ?? timeOf(value, target)) : undefined;
  }
}

function describeAddress(text: string, target: HoverTarget): string | undefined {
  if (addressTypeOf(target.resource.binding.root) !== 'FQDN') return describeIp(text, target);
  if (text === '') return undefined;
  const { code } = target.options.markup;
  return `${code(text)}: a domain name. kube-proxy ignores slices with the address type ${code('FQDN')}.`;
}

function choiceOf(text: string | undefined, { node: { type }, options: { markup } }: HoverTarget): string | undefined {
  const choices = type.kind === 'string' ? [...(type.choices ?? []), ...(type.suggestions ?? [])] : [];
  const choice = choices.find(({ value }) => value === text);
  return choice && `${markup.code(choice.value)}: ${choiceWords(choice, markup.doc)}`;
}

/** Explains a timestamp in a field of that format, or in the annotation of the last change. */
function timeOf(value: Scalar, { node: { type, entry }, minor, options }: HoverTarget): string | undefined {
  const isTime = type.kind === 'string' && type.format === 'timestamp';
  if (!isTime && entry?.name !== changeTimeAnnotation) return undefined;
  const moment = millisecondsOf(stringOf(value) ?? '', minor);
  return moment === undefined ? undefined : `${timeWords(moment)}, ${distanceWords(moment, options.now)}.`;
}

function describeToken(target: HoverTarget): string {
  const { type } = target.resource.resource;
  if (type === 'Service') return docOfType(serviceToken, type, target);
  const kind = kindOfType(type);
  if (!isPatchType(type)) return docOfType(typeTokens[kind], kind, target);
  const { doc } = target.options.markup;
  return doc(
    `${titleWords(typeTokens[`${kind}Patch`], target)}: Changes an existing ${kind} by server-side apply. Only \`metadata.name\` is required.\n\nEach patch owns its fields under its own field manager. A conflict with another manager is an error, unless the annotation \`pulumi.com/patchForce\` is \`"true"\`.`,
  );
}

/** `title` is a kind or a type token; a program writes the name of a class. */
function docOfType(title: string, type: string, target: HoverTarget): string {
  const { markup } = target.options;
  return `${titleWords(title, target)}: ${markup.doc(typeNamed(type)?.doc ?? '')}`;
}

function titleWords(title: string, target: HoverTarget): string {
  const { code } = target.options.markup;
  const isClass = target.isEnvelope && target.resource.document.syntax === 'code';
  return isClass ? `${writtenCode(target)} (${code(title)})` : code(title);
}

const reasons: { readonly [why: string]: string } = {
  'a template': 'is known only after the template is rendered, so it is not checked.',
  'a placeholder': 'is a placeholder, so it is not checked.',
  'an expression': 'is known only when the program runs, so it is not checked.',
  'a function': 'is known only when the program runs, so it is not checked.',
  'an alias without its anchor': 'refers to an anchor that is not above it in this document.',
};

function describeOpaque({ why, known, span, hint }: Opaque, target: HoverTarget): string | undefined {
  const { document } = target.resource;
  if (document.form === 'terraform') {
    if (/[\r\n]/.test(document.text.slice(span.start, span.end))) return undefined;
    const unknown = `${writtenCode(target)} is known only when Terraform runs, so it is not checked.`;
    const { code } = target.options.markup;
    return hint ? `${unknown} With the defaults of all variables it is ${code(shownScalar(hint))}.` : unknown;
  }
  if (document.syntax === 'code') {
    // A call over several lines has parts that the language explains.
    if (/[\r\n]/.test(document.text.slice(span.start, span.end))) return undefined;
    return known?.kind === 'scalar' && known.value !== null
      ? `${writtenCode(target)} is ${target.options.markup.code(String(known.value))} here, but may be replaced or changed later, so it is not checked.`
      : `${writtenCode(target)} ${reasons['an expression']}`;
  }
  const reason = ownValue(reasons, why);
  if (reason === undefined) return undefined;
  return `${why === 'a function' ? 'The result of the function' : writtenCode(target)} ${reason}`;
}

function shownScalar({ value }: Scalar): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function writtenCode({ node: { value }, resource: { document }, options: { markup } }: HoverTarget): string {
  const text = document.text.slice(value.span.start, value.span.end).replace(/\s+/g, ' ');
  return markup.code(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}

function amountWords(value: Mapping | Sequence): string {
  if (value.kind === 'sequence') return `the list of ${counted(value.items.length, 'item')} at its anchor`;
  const count = value.entries.length;
  return `the mapping of ${count} ${count === 1 ? 'entry' : 'entries'} at its anchor`;
}
