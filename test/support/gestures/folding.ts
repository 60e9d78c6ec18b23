/** Prints folding ranges, one line each, with the text of the first line. */
import { foldingRanges } from '../../../server/src/features/outline/folding.ts';
import { lineText } from '../../../server/src/text/line-index.ts';
import type { Input } from '../gesture-page.ts';

/** The attribute `lines` is for clients that fold only whole lines. */
export function drawFolds({ view }: Input, attributes: string): string {
  const { text, starts } = view.located;
  return foldingRanges(view, { isLineOnly: /\blines\b/.test(attributes), mostRanges: Infinity })
    .map(({ startLine, startCharacter, endLine, endCharacter, kind }) => {
      const from = startCharacter === undefined ? '' : `:${startCharacter + 1}`;
      const to = endCharacter === undefined ? '' : `:${endCharacter + 1}`;
      const first = lineText(text, starts, startLine);
      return `${startLine + 1}${from}-${endLine + 1}${to}${kind ? ` ${kind}` : ''} | ${first}`;
    })
    .join('\n');
}
