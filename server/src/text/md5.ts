/** MD5 (RFC 1321) of a text in UTF-8, to reproduce orders that depend on it; never for security. */

/** 32 hexadecimal digits. */
export function md5(text: string): string {
  const state: [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  const words = padded(utf8(text));
  for (let start = 0; start < words.length; start += 16) addBlock(state, words.slice(start, start + 16));
  return state.map(hexOf).join('');
}

/** The rotation of each step, by round. */
const turns = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
const constants = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));

function addBlock(state: [number, number, number, number], block: readonly number[]): void {
  let [a, b, c, d] = state;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    const [mixed, word] = mix(round, i, b, c, d);
    const sum = (a + mixed + (constants[i] ?? 0) + (block[word] ?? 0)) | 0;
    const turn = turns[round]?.[i & 3] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0];
  }
  [a, b, c, d].forEach((value, i) => (state[i] = ((state[i] ?? 0) + value) | 0));
}

function mix(round: number, i: number, b: number, c: number, d: number): readonly [mixed: number, word: number] {
  if (round === 0) return [(b & c) | (~b & d), i];
  if (round === 1) return [(d & b) | (~d & c), (5 * i + 1) & 15];
  if (round === 2) return [b ^ c ^ d, (3 * i + 5) & 15];
  return [c ^ (b | ~d), (7 * i) & 15];
}

/** Words of 32 bits, low byte first, padded to whole blocks, with the length in bits at the end. */
function padded(bytes: readonly number[]): readonly number[] {
  const words = Array.from({ length: (((bytes.length + 8) >> 6) + 1) << 4 }, () => 0);
  for (const [i, byte] of [...bytes, 0x80].entries()) words[i >> 2] = (words[i >> 2] ?? 0) | (byte << ((i & 3) << 3));
  words[words.length - 2] = bytes.length << 3;
  words[words.length - 1] = Math.floor(bytes.length / 2 ** 29);
  return words;
}

function utf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  }
  return bytes;
}

function hexOf(word: number): string {
  const bytes = [0, 8, 16, 24].map((shift) => (word >>> shift) & 0xff);
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
