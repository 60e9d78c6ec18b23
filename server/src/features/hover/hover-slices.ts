/** Which EndpointSlices are made of an Endpoints, for hovers on its kind and on its subsets: two lines at most. */
import type { Bound } from '../../analysis/binding/bind.ts';
import { aroundsIn, objectsIn } from '../../analysis/workspace/places.ts';
import { mirrorStatusText, sliceCountText, isUncertain } from '../../analysis/slices/slice-words.ts';
import type { MirroredSlice } from '../../analysis/slices/mirror.ts';
import type { SlicePort } from '../../analysis/slices/slice.ts';
import { code, escaped } from '../../text/markdown.ts';
import { capitalized, listed } from '../../text/quote.ts';
import { shift } from '../../text/span.ts';
import { positionOf } from '../lsp.ts';
import type { HoverTarget } from './hover.ts';
import { outlookIn } from '../actions/mirror-target.ts';
import { shownFile } from '../navigation/object-words.ts';
import type { View } from '../view.ts';
import { shownLine } from '../written.ts';

/** Undefined elsewhere, and where it cannot be told. */
export function slicesNote(
  { node, resource, isEnvelope, minor, options }: HoverTarget,
  view: View,
): string | undefined {
  const isAsked = node.path.length === 1 && (node.entry?.name === 'subsets' || node.entry?.name === 'kind');
  const files = options.files?.();
  const object = objectsIn(view.file).find((each) => each.resource === resource.resource);
  if (!isAsked || isEnvelope || !files || !object) return undefined;
  const outlook = outlookIn(object, aroundsIn(view, files.workspace)[object.ordinal], minor);
  if (!outlook || isUncertain(outlook) || outlook.outcome.kind === 'unreadable') return undefined;
  const { outcome } = outlook;
  if (outcome.kind !== 'slices' || outcome.slices.length === 0) {
    const part = ({ entry, value }: Bound): string => lineAt(view, shift(entry?.key ?? value.span, object.start).start);
    const text = mirrorStatusText(outlook, { part, object: ({ uri }) => shownFile(uri, files) });
    return escaped(capitalized(text.replace(/^is /, '')));
  }
  const named = outcome.slices.slice(0, mostNamed).map(sliceWords);
  if (outcome.slices.length > mostNamed) named.push('…');
  const count = outcome.losses.length;
  const lost = count === 0 ? '' : `  \nLost on the way: ${count === 1 ? '1 thing' : `${count} things`}.`;
  return `${capitalized(sliceCountText(outcome.slices))}: ${named.join('; ')}.${lost}`;
}

const mostNamed = 6;

function lineAt({ located }: View, offset: number): string {
  return `line ${positionOf(located, offset).line + 1}`;
}

/** `2 IPv4 endpoints at http 8080`. */
function sliceWords({ addressType, endpoints, ports }: MirroredSlice): string {
  const count = `${endpoints.length} ${addressType} ${endpoints.length === 1 ? 'endpoint' : 'endpoints'}`;
  return ports.length === 0 ? `${count} without ports` : `${count} at ${listed(ports.map(portWords))}`;
}

function portWords({ name, port }: SlicePort): string {
  return name === '' ? String(port) : `${code(shownLine(name))} ${port}`;
}
