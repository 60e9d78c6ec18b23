/** Reads the IP address in a text that adds something to it, such as a port, a scheme or the length of a prefix. */
import { isIpv4, parseIp, type Ip } from './ip.ts';

export interface AddressInText {
  readonly ip: Ip;
  /** Lower case, without `://`; empty where it is absent, as are the following. */
  readonly scheme: string;
  /** Decimal digits. */
  readonly port: string;
  /** With its `/`. */
  readonly path: string;
  /** With its `/`. The prefix of a whole address counts as absent. */
  readonly prefix: string;
  /** With its `%`. */
  readonly zone: string;
}

const form =
  /^(?:([a-z][\w+.-]*):\/\/)?(?:\[([^[\]%]+)(%[^[\]]+)?\]|([\d.]+|[\da-f:.]+(?=[%/]|$))(%[^/]+)?)(?::(\d{1,5}))?(\/.*)?$/i;

/** Undefined for a text without an address, and for an address of a network. Blanks around the text do not count. */
export function readAddressInText(text: string): AddressInText | undefined {
  const [whole, scheme = '', inBrackets, zone = '', bare, zoneOfBare = '', port = '', rest = ''] =
    form.exec(text.trim()) ?? [];
  const ip = whole === undefined ? undefined : parseIp(inBrackets ?? bare ?? '');
  if (!ip) return undefined;
  const isPrefix = scheme === '' && port === '' && /^\/\d+$/.test(rest);
  if (isPrefix && !isHostAddress(ip, Number(rest.slice(1)))) return undefined;
  const isWhole = isPrefix && Number(rest.slice(1)) === bitsOf(ip);
  return {
    ip,
    scheme: scheme.toLowerCase(),
    port,
    path: isPrefix ? '' : rest,
    prefix: isPrefix && !isWhole ? rest : '',
    zone: zone + zoneOfBare,
  };
}

function bitsOf(ip: Ip): number {
  return isIpv4(ip) ? 32 : 128;
}

/** True if the address before the prefix is a host address, not the network address. */
function isHostAddress(address: Ip, prefix: number): boolean {
  const bits = prefix + 128 - bitsOf(address);
  return (
    bits === 128 || address.bytes.some((byte, i) => (byte & (0xff >> Math.min(8, Math.max(0, bits - 8 * i)))) !== 0)
  );
}
