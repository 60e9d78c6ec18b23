/** Matches the codes of rules with patterns, in which `*` stands for any characters, also none. */

export function isCodePattern(text: string): boolean {
  return text.includes('*');
}

/** Without a `*`, only the same code matches. Takes time in proportion to both lengths, however many stars there are. */
export function matchesCode(pattern: string, code: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return pattern === code;
  if (!code.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = code.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return code.length - last.length >= at && code.endsWith(last);
}
