/** Offers to explain why no traffic arrives at the Service port, the slice or the address at the cursor. */
import type { Command } from 'vscode-languageserver-types';
import { positionOf } from '../lsp.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { trafficFinder, type TrafficOptions } from './service-traffic.ts';
import { spotExplanation } from './spot-explanation.ts';
import { showTraffic } from './traffic-lens.ts';
import { trafficSpot } from './traffic-spot.ts';

/** The command that opens the document on traffic; undefined where traffic arrives, or may do so. */
export function whyNoTrafficCommand(cursor: CursorPlace, options: TrafficOptions): Command | undefined {
  const spot = trafficSpot(cursor);
  const object = spot && trafficFinder(cursor.files, options)(spot.entry);
  if (!object || spotExplanation(spot, object)?.arrives !== 'no') return undefined;
  const { view, offset } = cursor;
  return showTraffic(view.uri, positionOf(view.located, offset), 'Why does no traffic arrive?');
}
