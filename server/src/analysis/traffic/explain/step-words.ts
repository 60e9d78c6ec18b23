/** Puts the place of a step of an explanation into its sentence. */

/** `db.yaml:14` in parentheses at the end of the first sentence; the text itself without a place. */
export function withPlace(text: string, place: string): string {
  if (place === '') return text;
  const [, first = text, rest = ''] = /^(.*?[^.])\.( (?=["A-Z]).*)?$/s.exec(text) ?? [];
  return `${first} (${place}).${rest}`;
}
