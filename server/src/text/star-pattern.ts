/** Patterns in which `*` stands for any characters, also none. */

export function hasStars(pattern: string): boolean {
  return pattern.includes('*');
}

/** Without a `*`, only the same text matches. Takes time in proportion to both lengths, however many stars there are. */
export function matchesStars(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
