/** Prints the selection ranges from the innermost to the outermost; an empty line separates cursors. */
import type { SelectionRange } from 'vscode-languageserver-types';
import { selectionRanges } from '../../../server/src/features/outline/selection.ts';
import type { Input } from '../gesture-page.ts';
import { placeOf, quoted } from './places.ts';

export function drawSelections({ view, offsets }: Input): string {
  return selectionRanges(view, offsets)
    .map((innermost) => {
      const lines: string[] = [];
      for (let link: SelectionRange | undefined = innermost; link; link = link.parent)
        lines.push(`${placeOf(link.range)} ${quoted(view.located, link.range)}`);
      return lines.join('\n');
    })
    .join('\n\n');
}
