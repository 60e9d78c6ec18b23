/** Ends of texts. A pattern such as `/ *$/` would be tried anew at every blank of a text, which takes forever where there are many. */

/** Where the characters begin that the text ends with and that are all among these; nowhere before `start`. */
export function trailingStart(text: string, characters: string, start = 0, end = text.length): number {
  let at = end;
  while (at > start && characters.includes(text.charAt(at - 1))) at--;
  return at;
}
