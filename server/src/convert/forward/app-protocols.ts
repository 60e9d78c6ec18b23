/** Gives ports without an application protocol the one of the settings. */
import { isNothing, listOf, pairOf, pairPart, textPart, withPairs, type MapPart } from '../../edits/parts/part.ts';
import { keyText, scalarText, type WritingStyle } from '../../edits/parts/write-parts.ts';
import type { ConvertSettings } from '../outcome.ts';

/** The Endpoints with the protocol in all ports that have none. */
export function withAppProtocol(
  root: MapPart,
  style: WritingStyle,
  { appProtocol }: Pick<ConvertSettings, 'appProtocol'>,
): MapPart {
  if (appProtocol === undefined) return root;
  const named = (port: MapPart): MapPart => {
    const own = pairOf(port, 'appProtocol');
    if (own && !isNothing(own.value)) return port;
    const value = textPart(scalarText(appProtocol, style, port.isFlow));
    const pair = pairPart('appProtocol', keyText('appProtocol', style, port), value);
    return withPairs(port, [...port.pairs.filter((each) => each !== own), pair]);
  };
  return withItems(root, 'subsets', (subset) => withItems(subset, 'ports', named));
}

function withItems(map: MapPart, name: string, become: (item: MapPart) => MapPart): MapPart {
  const list = listOf(map, name);
  if (!list) return map;
  const items = list.items.map((item) => (item.value.kind === 'map' ? { ...item, value: become(item.value) } : item));
  return withPairs(
    map,
    map.pairs.map((pair) => (pair.value === list ? { ...pair, value: { ...list, items, lines: undefined } } : pair)),
  );
}
