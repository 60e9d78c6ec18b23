/** Spells snippets of the protocol as the editor wants them. */

/** Spells a snippet of the protocol as one of the editor, which has no choices, and escapes braces instead of `$`. */
export function ownSnippet(text: string): string {
  let isInside = false;
  return text.replace(
    /\\([\\$}])|\$(\d+)|\$\{(\d+)\}|\$\{(\d+)\|([^|,}]*)[^|}]*\|\}|\$\{(\d+):|[{}]/g,
    (whole, escaped?: string, plain?: string, braced?: string, choice?: string, first = '', opened?: string) => {
      if (escaped !== undefined) return escaped === '}' ? '\\}' : escaped;
      if (choice !== undefined) return `\${${choice}:${first}}`;
      if (opened !== undefined) {
        isInside = true;
        return whole;
      }
      const bare = plain ?? braced;
      if (bare !== undefined) return `\${${bare}}`;
      if (whole === '}' && isInside) {
        isInside = false;
        return whole;
      }
      return `\\${whole}`;
    },
  );
}

/** A text as a snippet without stops: its further lines are indented like the first one. */
export function withoutStops(text: string): string {
  return text.replace(/[{}]/g, '\\$&');
}
