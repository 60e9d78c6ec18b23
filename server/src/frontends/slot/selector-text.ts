/** Finds out without parsing whether a document has a selector with a value, which half-typed texts may lack. */

const selector = /(?:^([ \t]*)|[{,\s])["']?selector["']?[ \t]*:[ \t]*/m;
/** Blank lines and comments, and the indentation of the line below them. */
const lineBelow = /^(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*([ \t]*)(?=[^\s#])/;

/** True for a mapping in brackets or below the key, and for an alias; false for `selector:`, null and `{}`. */
export function hasSelector(document: string): boolean {
  const found = selector.exec(document);
  if (!found) return false;
  const [whole, indent] = found;
  const rest = document.slice(found.index + whole.length);
  if (/^(?:#|\r?\n|$)/.test(rest)) return (lineBelow.exec(rest)?.[1] ?? '').length > (indent ?? '').length;
  return !/^(?:null\b|~|\{\s*\})/.test(rest);
}
