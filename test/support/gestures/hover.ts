/** Prints hovers: for each cursor the text of the range, then the hover. */
import { hover } from '../../../server/src/features/hover/hover.ts';
import type { HoverOptions } from '../../../server/src/features/hover/hover-target.ts';
import { hoverKustomize } from '../../../server/src/features/kustomize/hover-kustomization.ts';
import { withTraffic } from '../../../server/src/features/traffic/hover-traffic.ts';
import { hoverBuilt } from '../../../server/src/features/kustomize/hover-built.ts';
import { offsetOf } from '../../../server/src/features/lsp.ts';
import { loadServices } from '../../../server/src/contract/service-table.ts';
import { markdown, plainText } from '../../../server/src/text/markup.ts';
import type { Input } from '../gesture-page.ts';
import { trafficOptionsIn } from './annotations.ts';

/** Attributes: `plain` for a client without Markdown; `bare` for one without links, before IANA's table is loaded. */
export async function drawHover({ view, files, offsets }: Input, attributes: string): Promise<string> {
  const isBare = /\bbare\b/.test(attributes);
  const options: HoverOptions = {
    markup: /\bplain\b/.test(attributes) ? plainText : markdown,
    now: Date.UTC(2026, 10, 21, 12),
    pageUri: (code) => (isBare ? undefined : `rules/${code}`),
    services: isBare ? undefined : await loadServices(),
    files: () => files,
    hasApply: true,
  };
  return offsets.map((offset) => drawOne({ view, files, offset, options })).join('\n\n');
}

interface Asked extends Pick<Input, 'view' | 'files'> {
  readonly offset: number;
  readonly options: HoverOptions;
}

function drawOne({ view, files, offset, options }: Asked): string {
  const { markup } = options;
  const own = hoverKustomize(hover(view, offset, options), { view, files, offset, markup });
  const cursor = { view, files, offset };
  const explained = own && withTraffic(own, cursor, { ...trafficOptionsIn({ view, files }), markup });
  const found = hoverBuilt(explained, cursor, markup);
  if (!found) return '(nothing)';
  const { contents, range } = found;
  if (typeof contents !== 'object' || !('value' in contents)) throw new Error('a hover of another shape');
  // A hover without a range explains the word at the cursor.
  if (!range) return contents.value;
  const [start, end] = [offsetOf(view.located, range.start), offsetOf(view.located, range.end)];
  return `▸ ${view.located.text.slice(start, end).replace(/\r?\n\s*/g, '⏎')}\n${contents.value}`;
}
