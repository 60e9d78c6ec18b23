/** The values of numbers as programs write them: with separators, hexadecimal, octal or binary. */

/** Whole numbers as bigint, `80.0` too, since JSON makes 80 of it. Undefined for a text that is no number. */
export function numberIn(text: string, legacyOctal = false): bigint | number | undefined {
  const plain = text.replaceAll('_', '').toLowerCase();
  if (/^0(?:x[\da-f]+|o[0-7]+|b[01]+)$/.test(plain)) return BigInt(plain);
  if (/^0[0-7]+$/.test(plain)) return legacyOctal ? BigInt(`0o${plain.slice(1)}`) : BigInt(plain);
  if (/^\d+$/.test(plain)) return BigInt(plain);
  if (!/^(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/.test(plain)) return undefined;
  const value = Number(plain);
  if (!Number.isFinite(value)) return undefined;
  return Number.isInteger(value) ? BigInt(value) : value;
}
