/** Sorts packs with equal ports as the controller does, by the MD5 of their Go text: the last endpoint survives. */
import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isNull } from '../../tree/value.ts';
import { member, textOf } from '../binding/bind.ts';
import type { MirroredAddress, Pack } from './repack.ts';
import { portOf, targetRefOf, type SlicePort } from './slice.ts';

export function sortPacks(packs: readonly Pack[]): readonly Pack[] {
  const keyed = packs.map((pack) => ({ pack, key: digest(packText(pack)) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ pack }) => pack);
}

/** The controller's sort key. 32 hexadecimal digits. */
function digest(text: string): string {
  return bytesToHex(md5(utf8ToBytes(text)));
}

function packText({ addresses, ports }: Pack): string {
  const sorted = ports
    .map((port) => portText(portOf(port)))
    .map((text) => ({ text, key: digest(`(v1.EndpointPort)${text}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const lists = [
    `Addresses:${listText('v1.EndpointAddress', addresses.filter(({ isReady }) => isReady).map(addressText))}`,
    `NotReadyAddresses:${listText('v1.EndpointAddress', addresses.filter(({ isReady }) => !isReady).map(addressText))}`,
    `Ports:${listText(
      'v1.EndpointPort',
      sorted.map(({ text }) => text),
    )}`,
  ];
  return `(v1.EndpointSubset){${lists.join(' ')}}`;
}

function listText(type: string, items: readonly string[]): string {
  return `([]${type})${items.length > 0 ? `[${items.join(' ')}]` : '<nil>'}`;
}

function portText({ name, port, protocol, appProtocol }: SlicePort): string {
  const use = `(*string)${appProtocol ?? '<nil>'}`;
  return `{Name:(string)${name} Port:(int32)${port} Protocol:(v1.Protocol)${protocol} AppProtocol:${use}}`;
}

function addressText({ record: { node, text } }: MirroredAddress): string {
  const hostname = textOf(member(node, 'hostname')) ?? '';
  const nodeName = member(node, 'nodeName');
  const name = nodeName && !isNull(nodeName.value) ? (textOf(nodeName) ?? '') : '<nil>';
  const target = targetRefOf(node);
  const of = (field: string): string => target?.[field] ?? '';
  const reference = target
    ? `{Kind:(string)${of('kind')} Namespace:(string)${of('namespace')} Name:(string)${of('name')} UID:(types.UID)${of('uid')} APIVersion:(string)${of('apiVersion')} ResourceVersion:(string)${of('resourceVersion')} FieldPath:(string)${of('fieldPath')}}`
    : '<nil>';
  return `{IP:(string)${text} Hostname:(string)${hostname} NodeName:(*string)${name} TargetRef:(*v1.ObjectReference)${reference}}`;
}
