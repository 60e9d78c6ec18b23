/** The endpoints that the subsets or a slice stand for, as a table: the union of addresses × ports. */
import { expand } from '../../analysis/binding/expand.ts';
import type { ExpandedEndpoint, ExpandedPort } from '../../analysis/binding/expand.ts';
import { code, escaped, tableText } from '../../text/markdown.ts';
import { endpointPhrase } from '../outline/endpoint-counts.ts';
import type { LocatedResource } from '../view.ts';
import { shownLine } from '../written.ts';

const mostRows = 20;

/** How many endpoints there are, and the first of them; undefined where there are none. */
export function endpointsTable(resource: LocatedResource): string | undefined {
  const { endpoints, isComplete } = expand(resource.binding, resource.document);
  if (endpoints.length === 0) return isComplete ? 'No endpoints.' : undefined;
  const phrase = endpointPhrase(resource) ?? '';
  const head = `${phrase.slice(0, 1).toUpperCase()}${phrase.slice(1)}.`;
  const rest = endpoints.length - mostRows;
  const more = rest > 0 ? `\n\n… and ${rest} more.` : '';
  return `${head}\n\n${tableOf(endpoints.slice(0, mostRows))}${more}`;
}

function tableOf(endpoints: readonly ExpandedEndpoint[]): string {
  const hasHostname = endpoints.some(({ hostname }) => hostname !== '');
  const hasUse = endpoints.some(({ port }) => port && port.appProtocol !== '');
  const rows = endpoints.map(({ ip, hostname, port, isReady }) => [
    cell(ip),
    portWords(port),
    cell(port?.protocol ?? ''),
    ...(hasUse ? [cell(port?.appProtocol ?? '')] : []),
    isReady ? 'ready' : 'not ready',
    ...(hasHostname ? [cell(hostname)] : []),
  ]);
  const heads = [
    'Address',
    'Port',
    'Protocol',
    ...(hasUse ? ['Application'] : []),
    'State',
    ...(hasHostname ? ['Host name'] : []),
  ];
  return tableText(heads, rows);
}

/** A text of the user's; as code where it would otherwise be hard to read in its source. */
function cell(text: string): string {
  const line = shownLine(text);
  return escaped(line) === line ? line : code(line).replaceAll('|', '\\|');
}

function portWords(port: ExpandedPort | undefined): string {
  if (!port) return 'none';
  const number = port.number === undefined ? 'not known' : cell(String(port.number));
  return port.name === '' ? number : `${number} (${cell(port.name)})`;
}
