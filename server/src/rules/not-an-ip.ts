/** Reports text that no version of the API server accepts as an IP address. */
import { parseIp } from '../contract/ip.ts';
import { addressFix } from '../lint/address-fix.ts';
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
    report(ip, `${quote(text)} is not an IP address${problemOf(text)}`, { fix: addressFix(ip, text) });
  },
});

/** The rest of the message: what is wrong, and the way out. */
function problemOf(text: string): string {
  if (text.trim() !== text) return ' because of the spaces around it. Remove them.';
  const range = /^(.*)\/\d+$/.exec(text);
  if (range?.[1] && parseIp(range[1])) return ' but a CIDR range. List each address.';
  const bracketed = /^\[(.*)\](:\d+)?$/.exec(text);
  if (bracketed?.[1] && parseIp(bracketed[1])) return ': brackets belong only in URLs. Write the address without them.';
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text);
  if (withPort?.[1] && parseIp(withPort[1])) return ': the port belongs under "ports". Write only the address.';
  const zoned = /^(.*)%/.exec(text);
  if (zoned?.[1] && parseIp(zoned[1]))
    return ': a zone (after "%") is only valid on one machine. Write an address without it.';
  if (/^[a-z][\w+.-]*:\/\//i.test(text)) return ' but a URL. Write the IP address of the host.';
  if (/[,;]|\s/.test(text)) return ': an entry holds only one address. Write one list item for each.';
  return problemInDigits(text);
}

/** An address of which a document hides some numbers, such as 192.168.X.X. */
const lettersForNumbers = /^(?=[\d.]*([a-z*]+))(?:(?:\d{1,3}|x{1,3}|[a-z*])(?:\.|$)){4}$/i;

function problemInDigits(text: string): string {
  const octets = text.split('.');
  const letter = octets.length === 4 ? lettersForNumbers.exec(text)?.[1] : undefined;
  if (letter !== undefined) return `: ${quote(letter)} is not a number. Write the numbers of the address.`;
  if (/^[\d.]+$/.test(text)) {
    const large = octets.find((octet) => Number(octet) > 255);
    if (octets.length === 4 && large) return `: ${large} is above 255. Correct the octet.`;
    return ': an IPv4 address has four numbers. Write all four.';
  }
  if (/^[\da-f:.]+$/i.test(text) && text.includes(':'))
    return ': an IPv6 address has eight groups of up to four hex digits, or one "::". Correct the groups.';
  if (/^[a-z0-9_.-]+$/i.test(text) && !/^\d+$/.test(octets.at(-1) ?? ''))
    return ' but looks like a host name. Write the address that it resolves to, or use a Service of type ExternalName.';
  return '. Write an IPv4 or IPv6 address.';
}
