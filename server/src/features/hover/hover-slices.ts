/** Explains which EndpointSlices the mirroring controller makes of an Endpoints, on its `kind` and `subsets`. */
import type { Bound } from '../../analysis/binding/bind.ts';
import { mirrorStatusText, sliceCountText, isUncertain } from '../../analysis/slices/slice-words.ts';
import type { MirroredSlice } from '../../analysis/slices/mirror.ts';
import type { Markup } from '../../text/markup.ts';
import { capitalized, counted, listed } from '../../text/quote.ts';
import { shift } from '../../text/span.ts';
import { positionOf } from '../lsp.ts';
import { hasRefusedAddress } from '../outline/address-counts.ts';
import { relatedToTarget, type HoverTarget } from './hover-target.ts';
import { outlookIn } from '../shown/mirror-target.ts';
import { shownFile } from '../navigation/object-words.ts';
import type { View } from '../view.ts';
import { shownLine } from '../written-values.ts';

const mostNamed = 6;

/** Undefined elsewhere, where the slices cannot be known, and where the API server rejects an address. */
export function slicesNote(target: HoverTarget, view: View): string | undefined {
  const { path, entry } = target.node;
  const isAsked = path.length === 1 && (entry?.name === 'subsets' || entry?.name === 'kind');
  const related = isAsked ? relatedToTarget(target, view) : undefined;
  if (!related || hasRefusedAddress(related.object.binding, target.minor)) return undefined;
  const outlook = outlookIn(related.object, related.around, target.minor);
  if (!outlook || isUncertain(outlook) || outlook.outcome.kind === 'unreadable') return undefined;
  const { object, files } = related;
  const { markup } = target.options;
  const { outcome } = outlook;
  if (outcome.kind !== 'slices' || outcome.slices.length === 0) {
    const part = ({ entry, value }: Bound): string => {
      const { start } = shift(entry?.key ?? value.span, object.start);
      return `line ${positionOf(view.located, start).line + 1}`;
    };
    const text = mirrorStatusText(outlook, { part, object: ({ uri }) => shownFile(uri, files) });
    return markup.text(capitalized(text.replace(/^is /, '')));
  }
  const named = outcome.slices.slice(0, mostNamed).map((slice) => sliceWords(slice, markup));
  if (outcome.slices.length > mostNamed) named.push('…');
  const slices = `${capitalized(sliceCountText(outcome.slices))}: ${named.join('; ')}.`;
  const lost = outcome.losses.length === 0 ? [] : [`The slices lose ${counted(outcome.losses.length, 'thing')}.`];
  return [slices, ...lost].join(markup.lineBreak);
}

/** `2 IPv4 endpoints at http 8080`. */
function sliceWords({ addressType, endpoints, ports }: MirroredSlice, markup: Markup): string {
  const count = counted(endpoints.length, `${addressType} endpoint`);
  if (ports.length === 0) return `${count} without ports`;
  const words = ports.map(({ name, port }) => (name === '' ? String(port) : `${markup.code(shownLine(name))} ${port}`));
  return `${count} at ${listed(words)}`;
}
