/** Lists the endpoints of subsets or of a slice as a table: the union of addresses × ports. */
import { expand, type ExpandedPort } from '../../analysis/binding/expand.ts';
import type { Markup } from '../../text/markup.ts';
import { capitalized } from '../../text/quote.ts';
import { addressCounts } from '../outline/address-counts.ts';
import { endpointPhrase } from '../outline/endpoint-counts.ts';
import type { HoverTarget } from './hover-target.ts';
import { shownLine } from '../written-values.ts';

const mostRows = 20;

/** The number of endpoints, and the first of them; undefined where none is known and more may exist. */
export function endpointsTable({ resource, options: { markup } }: HoverTarget): string | undefined {
  const { endpoints, isComplete } = expand(resource.binding, resource.document);
  if (endpoints.length === 0) return isComplete ? 'No endpoints.' : undefined;
  const { refusedTexts } = addressCounts(resource.binding, resource.minor);
  const hasHostname = endpoints.some(({ hostname }) => hostname !== '');
  const hasProtocol = endpoints.some(({ port }) => port && port.appProtocol !== '');
  const cell = (text: string): string => markup.cell(shownLine(text));
  const heads = [
    'Address',
    'Port',
    'Protocol',
    ...(hasProtocol ? ['Application'] : []),
    'State',
    ...(hasHostname ? ['Host name'] : []),
  ];
  const rows = endpoints
    .slice(0, mostRows)
    .map(({ ip, hostname, port, isReady }) => [
      cell(ip),
      portCell(port, cell),
      cell(port?.protocol ?? ''),
      ...(hasProtocol ? [cell(port?.appProtocol ?? '')] : []),
      refusedTexts.has(ip) ? 'refused' : isReady ? 'ready' : 'not ready',
      ...(hasHostname ? [cell(hostname)] : []),
    ]);
  const head = `${capitalized(endpointPhrase(resource) ?? '')}.`;
  const rest = endpoints.length - mostRows;
  return [head, markup.table([heads, ...rows]), ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n\n');
}

function portCell(port: ExpandedPort | undefined, cell: Markup['cell']): string {
  if (!port) return 'none';
  const number = port.number === undefined ? 'unknown' : cell(String(port.number));
  return port.name === '' ? number : `${number} (${cell(port.name)})`;
}
