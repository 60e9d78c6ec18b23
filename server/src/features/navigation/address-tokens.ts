/** Finds IP addresses in a text such as an annotation: only words that are certainly an address, with or without a port. */
import { parseIp, type Ip } from '../../contract/ip.ts';
import type { Span } from '../../text/span.ts';

export interface AddressToken {
  /** As written. */
  readonly text: string;
  /** In UTF-16 units of the text. */
  readonly span: Span;
}

/** The addresses in order. Leaves out ranges (`10.0.0.0/24`, `10.0.0.1-10.0.0.9`), names such as `10.0.0.1.nip.io`, and paths. */
export function addressTokens(text: string): readonly AddressToken[] {
  return [...text.matchAll(/[\w.:%-]+/g)].flatMap(({ 0: word, index }): AddressToken[] => {
    const bare = withoutPunctuation(word);
    const [, ipv4 = bare] = /^(\d+(?:\.\d+){3}):\d+$/.exec(bare) ?? [];
    const ip = parseIp(ipv4);
    const end = index + ipv4.length;
    if (!ip || isInPath(text, index) || isRange(text, { start: index, end: index + bare.length }, ip)) return [];
    return [{ text: ipv4, span: { start: index, end } }];
  });
}

/** Without the full stop or the colon after an address in a sentence. */
function withoutPunctuation(word: string): string {
  return word.replace(/(?<=[^:])[.:]$/, '');
}

/** True after a single slash. After two of them, the host of a URL follows. */
function isInPath(text: string, start: number): boolean {
  return text[start - 1] === '/' && text[start - 2] !== '/';
}

/** True for a prefix length that means more than one address. A number after the host of a URL is a path. */
function isRange(text: string, { start, end }: Span, ip: Ip): boolean {
  const [, length] = /^\/(\d+)/.exec(text.slice(end, end + 5)) ?? [];
  const isHost = text[start - 1] === '/' || text[start - 1] === '@';
  return length !== undefined && !isHost && Number(length) !== (ip.isWrittenAsIpv4 ? 32 : 128);
}
