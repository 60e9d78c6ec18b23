/** Prints the addresses of a Service port as rows, and below them why some get no traffic. */
import type { ReportedEndpoint, ReportedPort } from '../../analysis/traffic/report.ts';
import type { Colors } from '../../reports/text-line.ts';
import { groupBy } from '../../text/group.ts';
import { grouped, withoutControls } from '../../text/quote.ts';
import { lineWidth, mostListed, note, rangeText } from './text-parts.ts';

/** In a few words, by the code of the reason; other codes are shown as they are. */
const causes: Readonly<Record<string, string | undefined>> = {
  'no-ports': 'no port',
  'port-name': 'other port name',
  'port-protocol': 'other protocol',
  'port-number': 'no port number',
  'later-address': 'second address',
  replaced: 'repeated',
  draining: 'terminating',
  family: 'other IP family',
  'headless-label': 'slice ignored',
  overwritten: 'slice overwritten',
  deleted: 'slice deleted',
  unmirrored: 'not mirrored',
  'unmirrored-address': 'not mirrored',
};

/** Causes that need no sentence. */
const plainCauses: ReadonlySet<string> = new Set(['not-ready', 'terminating']);

/** Longer addresses are source texts. */
const widestAddress = 44;

/** The used addresses first. */
export function addressRows(port: ReportedPort, colors: Colors): readonly string[] {
  const rows = inFileOrder(port.endpoints).map((endpoint) => ({
    address: cut(withoutControls(endpoint.address.replace(/\s+/g, ' '))),
    cause: causeOf(endpoint, port),
    isUsed: endpoint.used,
    place: withoutControls(rangeText(endpoint)),
  }));
  const byCause = [...groupBy(rows, ({ cause }) => cause)].sort(
    ([, [a]], [, [b]]) => Number(b?.isUsed ?? false) - Number(a?.isUsed ?? false),
  );
  const shown = byCause.flatMap(([, own]) => own.slice(0, mostListed));
  const widest = Math.max(...shown.map(({ address }) => address.length));
  const widestCause = Math.max(...shown.map(({ cause }) => cause.length));
  return byCause.flatMap(([cause, own]) => {
    const lines = own.slice(0, mostListed).map(({ address, isUsed, place }) => {
      const lead = `    ${address.padEnd(widest)}  `;
      const padded = cause.padEnd(widestCause);
      const color = isUsed ? colors.green : colors.yellow;
      const isBeside = lead.length + widestCause + 2 + place.length <= lineWidth;
      return isBeside
        ? `${lead}${color(padded)}  ${colors.dim(place)}\n`
        : `${lead}${color(cause)}\n      ${colors.dim(place)}\n`;
    });
    const left = own.length - mostListed;
    return left > 0 ? [...lines, `    and ${grouped(left)} more: ${cause}\n`] : lines;
  });
}

/** A mirror has the addresses in another order. */
function inFileOrder(endpoints: readonly ReportedEndpoint[]): readonly ReportedEndpoint[] {
  return [...endpoints].sort((a, b) => {
    const [line = 0, column = 0] = a.range ?? [];
    const [otherLine = 0, otherColumn = 0] = b.range ?? [];
    return (a.file ?? '').localeCompare(b.file ?? '', 'en') || line - otherLine || column - otherColumn;
  });
}

function cut(text: string): string {
  return text.length > widestAddress ? `${text.slice(0, widestAddress - 1)}…` : text;
}

/** With both policies in use, an address may serve one of them. */
function causeOf(
  { used, why, address }: ReportedEndpoint,
  { usesCluster, usesLocal, cluster, local }: ReportedPort,
): string {
  if (why) return causes[why.code] ?? why.code.replaceAll('-', ' ');
  if (!used) return 'unused';
  if (!usesCluster || !usesLocal || (cluster.includes(address) && local.includes(address))) return 'used';
  return cluster.includes(address) ? 'used (Cluster)' : 'used (Local)';
}

/** A sentence for each cause, with the first place of it. `node` is empty where none is asked for. */
export function causeNotes(port: ReportedPort, node: string): readonly string[] {
  const reasons = port.endpoints.flatMap((endpoint) => {
    const { why } = endpoint;
    const isPlain = !why || plainCauses.has(why.code) || (why.code === 'not-local' && node === '');
    return why && !isPlain ? [{ why, cause: causeOf(endpoint, port), endpoint }] : [];
  });
  return [...groupBy(reasons, ({ why }) => why.message)].flatMap(([message, [first]]) => {
    if (!first) return [];
    const { why, cause, endpoint } = first;
    const at = why.file === null || rangeText(why) === rangeText(endpoint) ? '' : ` (${rangeText(why)})`;
    return [note(`${cause}: ${message.replace(/\.$/, '')}${at}.`)];
  });
}
