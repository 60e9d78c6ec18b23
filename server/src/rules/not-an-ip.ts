/** Reports text that no version of the API server accepts as an IP address. */
import { canonicalIp, isIpv4, parseIp, refusedRange, type Ip } from '../contract/ip.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const notAnIp = defineRule({
  code: 'not-an-ip',
  summary: 'An endpoint address must be an IPv4 or IPv6 address.',
  enforcedBy: 'server',
  on: 'address',
  check(ip, { report }) {
    const text = ip.value.value;
    if (parseIp(text)) return;
    if (text === '') {
      const what = ip.entry ? 'ip' : 'address';
      report(ip, `The ${what} is empty. Write an IPv4 or IPv6 address.`);
      return;
    }
    const { problem, meant } = diagnose(text);
    const address = meant === undefined ? undefined : parseIp(meant);
    const safety = text.trim() === meant ? 'safe' : 'suggested';
    const fix = address && !refusedRange(address) ? replaceBy(ip.value, canonicalIp(address), safety) : undefined;
    report(ip, `${quote(text)} is not an IP address${problem}`, { fix });
  },
});

/** The rest of the message: what is wrong and the way out; and the address that was probably meant. */
function diagnose(text: string): { problem: string; meant?: string } {
  const bare = text.trim();
  if (bare !== text) return { problem: ' because of the spaces around it. Remove them.', meant: bare };
  const cidr = /^(.*)\/(\d+)$/.exec(text);
  const inRange = parseIp(cidr?.[1] ?? '');
  if (cidr?.[1] && inRange) {
    const problem = ' but a CIDR range. List each address.';
    return isHostAddress(inRange, Number(cidr[2])) ? { problem, meant: cidr[1] } : { problem };
  }
  const bracketed = /^\[(.*)\](:\d+)?$/.exec(text);
  if (bracketed?.[1] && parseIp(bracketed[1]))
    return { problem: ': brackets belong only in URLs. Write the address without them.', meant: bracketed[1] };
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text);
  if (withPort?.[1] && parseIp(withPort[1]))
    return { problem: ': the port belongs under "ports". Write only the address.', meant: withPort[1] };
  const zoned = /^(.*)%/.exec(text);
  if (zoned?.[1] && parseIp(zoned[1]))
    return {
      problem: ': a zone (after "%") is only valid on one machine. Write an address without it.',
      meant: zoned[1],
    };
  if (/^[a-z]+:\/\//i.test(text)) return { problem: ' but a URL. Write the IP address of the host.' };
  if (/,|\s/.test(text)) return { problem: ': an entry holds only one address. Write one list item for each.' };
  return diagnoseDigits(text);
}

/** True if the address before the prefix is a host address, not the network address. */
function isHostAddress(address: Ip, prefix: number): boolean {
  const bits = prefix + (isIpv4(address) ? 96 : 0);
  return (
    bits === 128 || address.bytes.some((byte, i) => (byte & (0xff >> Math.min(8, Math.max(0, bits - 8 * i)))) !== 0)
  );
}

/** An address of which a document hides some numbers, such as 192.168.X.X. */
const lettersForNumbers = /^(?=[\d.]*([a-z*]+))(?:(?:\d{1,3}|x{1,3}|[a-z*])(?:\.|$)){4}$/i;

function diagnoseDigits(text: string): { problem: string } {
  const octets = text.split('.');
  const letter = octets.length === 4 ? lettersForNumbers.exec(text)?.[1] : undefined;
  if (letter !== undefined) return { problem: `: ${quote(letter)} is not a number. Write the numbers of the address.` };
  if (/^[\d.]+$/.test(text)) {
    const large = octets.find((octet) => Number(octet) > 255);
    if (octets.length === 4 && large) return { problem: `: ${large} is above 255. Correct the octet.` };
    return { problem: ': an IPv4 address has four numbers. Write all four.' };
  }
  if (/^[\da-f:.]+$/i.test(text) && text.includes(':'))
    return { problem: ': an IPv6 address has eight groups of up to four hex digits, or one "::". Correct the groups.' };
  if (/^[a-z0-9_.-]+$/i.test(text) && !/^\d+$/.test(octets.at(-1) ?? ''))
    return {
      problem:
        ' but looks like a host name. Write the address that it resolves to, or use a Service of type ExternalName.',
    };
  return { problem: '. Write an IPv4 or IPv6 address.' };
}
