/** Finds the blocks of a YAML document by indentation alone, for documents of other kinds, which are not read. */
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';

/** A span from each line to the last deeper line below it. Empty for JSON. */
export function indentedSpans({ text, syntax }: Document): readonly Span[] {
  if (syntax === 'json') return [];
  const spans: Span[] = [];
  const open: { readonly start: number; readonly depth: number }[] = [];
  let end = 0;
  const close = (depth: number): void => {
    for (let last = open.at(-1); last && last.depth >= depth; last = open.at(-1)) {
      open.pop();
      spans.push({ start: last.start, end });
    }
  };
  for (const match of text.matchAll(/^([ ]*)([^\s#][^\r\n]*)/gm)) {
    const [line, indent = '', content = ''] = match;
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(line)) continue;
    // An item can have the indentation of its list's key. Its own keys are deeper than its dash.
    const depth = 2 * indent.length + (/^-(?:\s|$)/.test(content) ? 1 : 0);
    close(depth);
    open.push({ start: match.index + indent.length, depth });
    end = match.index + line.length;
  }
  close(0);
  return spans;
}
