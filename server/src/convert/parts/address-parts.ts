/** Converts the parts of an address to an endpoint of a slice, and back. */
import { canonicalText, isIpv4, parseIp } from '../../contract/ip.ts';
import {
  isNothing,
  listPart,
  mapPart,
  onlyComments,
  pairOf,
  pairPart,
  stringIn,
  textPart,
  writtenOf,
  type ItemPart,
  type MapPart,
  type PairPart,
} from '../../edits/parts/part.ts';
import { keyText, scalarText, type WritingStyle } from '../../edits/parts/write-parts.ts';
import { rewritePairs } from './rewrite-pairs.ts';

export type Family = 'IPv4' | 'IPv6';

/** The IP family of a written address; undefined for an opaque value or an invalid address. */
export function addressFamily(address: MapPart): Family | undefined {
  const ip = parseIp(stringIn(pairOf(address, 'ip')?.value) ?? '');
  return ip && (isIpv4(ip) ? 'IPv4' : 'IPv6');
}

export function endpointItem(item: ItemPart, address: MapPart, isReady: boolean, style: WritingStyle): ItemPart {
  const key = (name: string): string => keyText(name, style, address);
  const like = { isFlow: address.isFlow, isSpread: address.isSpread };
  const value = rewritePairs(address, (pair): readonly PairPart[] => {
    if (pair.name !== 'ip') return isKept(pair) ? [pair] : [];
    const ready = pairPart('ready', key('ready'), textPart(scalarText(isReady, style, address.isFlow)));
    return [addressesPair(pair, address, style), pairPart('conditions', key('conditions'), mapPart([ready], like))];
  });
  return { ...item, value };
}

/** The list `addresses` with the one address. */
function addressesPair(pair: PairPart, { isFlow, isSpread, ...address }: MapPart, style: WritingStyle): PairPart {
  const written = writtenOf(pair.value) ?? '';
  const text = stringIn(pair.value) ?? '';
  const ip = canonicalText(text) ?? text;
  const spelled = ip === text && written !== '' ? written : respelled(written, ip, style, isFlow);
  const value = textPart(spelled);
  const list = listPart([{ above: [], beside: isFlow ? '' : pair.beside, value }], { isFlow, isSpread });
  const key = keyText('addresses', style, { ...address, isFlow, isSpread });
  return { ...pair, name: 'addresses', key, beside: isFlow ? pair.beside : '', value: list };
}

/** The new text in the quotes of the old one. */
function respelled(written: string, text: string, style: WritingStyle, isFlow: boolean): string {
  if (style.program) return style.program.scalar(text);
  if (written.startsWith("'")) return `'${text}'`;
  return written.startsWith('"') ? JSON.stringify(text) : scalarText(text, style, isFlow);
}

/** False for an empty host name: it has no effect, and the API server rejects it in a slice. */
function isKept({ name, value }: PairPart): boolean {
  if (isNothing(value)) return false;
  return name !== 'hostname' || stringIn(value) !== '';
}

/** The address that replaces an endpoint with one address. */
export function addressItem(item: ItemPart, endpoint: MapPart, style: WritingStyle): ItemPart {
  const value = rewritePairs(endpoint, (pair): readonly PairPart[] => {
    if (pair.name === 'conditions') return [];
    if (pair.name !== 'addresses') return isKept(pair) ? [pair] : [];
    const list = pair.value.kind === 'list' ? pair.value : undefined;
    const [first] = list?.items ?? [];
    if (!first) return [];
    const notes = [...onlyComments(first.above), ...onlyComments(list?.below ?? [])];
    const [beside = '', more] = [pair.beside, first.beside].filter((comment) => comment !== '');
    const above = [...pair.above, ...notes, ...onlyComments([more ?? ''])];
    return [{ above, name: 'ip', key: keyText('ip', style, endpoint), beside, value: first.value }];
  });
  return { ...item, value };
}
