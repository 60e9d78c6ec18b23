/** Text as base64, as Secrets hold it. */
import { utf8ToBytes } from '@noble/hashes/utils.js';

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The UTF-8 bytes of the text, padded, on one line. */
export function toBase64(text: string): string {
  const bytes = utf8ToBytes(text);
  let encoded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let shift = 18; shift >= 0; shift -= 6) encoded += digits[(group >> shift) & 63];
  }
  const rest = bytes.length % 3;
  return rest === 0 ? encoded : encoded.slice(0, rest - 3) + '='.repeat(3 - rest);
}
