/** The control characters that C and its heirs write as a backslash and a letter. */
export const controlEscapes: Readonly<Record<string, string | undefined>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
