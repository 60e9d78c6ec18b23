/** Finds trailing characters. A pattern such as `/ *$/` would start again at every space, which takes quadratic time. */

/** The offset at which the trailing run of these characters starts, at least `start`. */
export function trailingStart(text: string, characters: string, start = 0, end = text.length): number {
  let at = end;
  while (at > start && characters.includes(text.charAt(at - 1))) at--;
  return at;
}
