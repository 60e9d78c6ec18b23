/** What belongs together in YAML that was not read, told by indentation alone: other kinds beside our resources. */
import type { Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';

/** From each line to the last one that is deeper. None in JSON. */
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
    // An item may stand as deep as the key of its list, and its own keys are deeper than its dash.
    const depth = 2 * indent.length + (/^-(?:\s|$)/.test(content) ? 1 : 0);
    close(depth);
    open.push({ start: match.index + indent.length, depth });
    end = match.index + line.length;
  }
  close(0);
  return spans;
}
