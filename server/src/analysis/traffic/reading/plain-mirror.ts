/** Finds Endpoints whose mirror is their only subset as it is written, which saves the simulation of the mirroring controller. */
import { canonicalText } from '../../../contract/ip.ts';
import { isList, isObject, memberItems, memberOf, type Json } from '../../apply/json-value.ts';
import type { Applied } from '../../facts/apply-facts.ts';
import { mostAddresses } from '../../slices/mirror.ts';
import { lockAnnotation, skipLabel } from '../../slices/mirror-blockers.ts';

/** The longest name that is a label value, in characters. */
const longestName = 63;

/** True where nothing is repeated, dropped or rejected, and all types are right. False leaves the question open. */
export function isMirroredAsWritten({ config, isWhole }: Applied, name: string): boolean {
  const subsets = memberOf(config, 'subsets');
  if (!isWhole || !isList(subsets) || subsets.length !== 1 || name.length > longestName) return false;
  const metadata = memberOf(config, 'metadata');
  const [labels, annotations] = [memberOf(metadata, 'labels') ?? {}, memberOf(metadata, 'annotations') ?? {}];
  if (!areTexts(labels) || !areTexts(annotations) || memberOf(metadata, 'deletionTimestamp') !== undefined)
    return false;
  if (memberOf(labels, skipLabel) !== undefined || memberOf(annotations, lockAnnotation) !== undefined) return false;
  const [subset = null] = subsets;
  return isObject(subset) && arePlainPorts(subset['ports'] ?? []) && arePlainAddresses(subset);
}

function areTexts(value: Json): boolean {
  return isObject(value) && Object.values(value).every((each) => typeof each === 'string');
}

function arePlainPorts(ports: Json): boolean {
  if (!isList(ports)) return false;
  const names = new Set(ports.map((port) => memberOf(port, 'name') ?? ''));
  return names.size === ports.length && ports.every(isPlainPort);
}

function isPlainPort(port: Json): boolean {
  return (
    isObject(port) &&
    areOptionalTexts(port, ['name', 'protocol', 'appProtocol']) &&
    typeof port['port'] === 'number' &&
    Number.isInteger(port['port'])
  );
}

function arePlainAddresses(subset: Json): boolean {
  const lists = ['addresses', 'notReadyAddresses'];
  if (!lists.every((name) => isList(memberOf(subset, name) ?? []))) return false;
  const addresses = lists.flatMap((name) => memberItems(subset, name));
  const ips = new Set(addresses.map((address) => memberOf(address, 'ip')));
  return addresses.length <= mostAddresses && ips.size === addresses.length && addresses.every(isPlainAddress);
}

function isPlainAddress(address: Json): boolean {
  if (!isObject(address) || address['targetRef'] !== undefined) return false;
  const { ip } = address;
  return typeof ip === 'string' && canonicalText(ip) === ip && areOptionalTexts(address, ['hostname', 'nodeName']);
}

function areOptionalTexts(owner: Json, names: readonly string[]): boolean {
  return names.every((name) => {
    const value = memberOf(owner, name);
    return value === undefined || typeof value === 'string';
  });
}
