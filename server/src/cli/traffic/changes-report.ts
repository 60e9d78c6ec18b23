/** The changes of traffic as plain data with places, and as findings for the report formats. */
import type { TrafficChange } from '../../analysis/traffic/changes.ts';
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import { reasonField } from '../../analysis/traffic/reason-place.ts';
import { reasonWords } from '../../analysis/traffic/reason-words.ts';
import { reasonCode } from '../../analysis/traffic/reasons.ts';
import type { LocateField, TrafficPlace } from '../../analysis/traffic/report.ts';
import { nodeCrypto } from '../../disk/node-crypto.ts';
import type { CheckedFile, Notice, Report } from '../../reports/report.ts';
import { groupBy } from '../../text/group.ts';
import { grouped, listed, quote } from '../../text/quote.ts';

/** What became of a lost address. */
interface LostReason extends TrafficPlace {
  readonly address: string;
  readonly code: string;
  readonly message: string;
}

export interface ReportedChange extends TrafficPlace {
  readonly namespace: string;
  readonly name: string;
  readonly build: string | null;
  /** The name of the port; empty for an unnamed one. */
  readonly port: string;
  readonly protocol: string;
  readonly number: number;
  readonly family: TrafficChange['family'];
  /** True for a Service with both IP families. */
  readonly dual: boolean;
  /** Traffic from inside or outside of the cluster, where the policies differ. */
  readonly from: TrafficChange['from'];
  /** In words: `everywhere`, `in zone a`, `on node n1`. */
  readonly viewpoint: string;
  readonly zones: readonly string[];
  readonly nodes: readonly string[];
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** True where the Service or its port does not exist any more. */
  readonly removed: boolean;
  /** The former name of a port that keeps its number and its addresses; null for every other change. */
  readonly renamedFrom: string | null;
  /** True where the port certainly has lost its last address. */
  readonly last: boolean;
  readonly certain: boolean;
  /** Why lost addresses that are still written get no traffic. */
  readonly reasons: readonly LostReason[];
}

export function reportedChange(
  change: TrafficChange,
  at: TrafficPlace & { readonly build: string | null },
  { locate, who = kubeProxy }: { readonly locate: LocateField; readonly who?: string | undefined },
): ReportedChange {
  const { service, port, family, from, zones, nodes, lost, gained, before, after, fates } = change;
  return {
    namespace: service.namespace,
    name: service.name,
    ...at,
    port: port.name,
    protocol: port.protocol,
    number: port.number,
    family,
    dual: service.families.length > 1,
    from,
    viewpoint: viewpointWords(change),
    zones,
    nodes,
    lost,
    gained,
    before,
    after,
    removed: change.isRemoved,
    renamedFrom: change.renamedFrom ?? null,
    last: change.isLast,
    certain: change.isCertain,
    reasons: fates.flatMap((fate): LostReason[] => {
      if (!fate.why) return [];
      const { entry, path } = reasonField(fate.why, fate, service);
      const { file, range } = locate(entry, path) ?? { file: null, range: null };
      const message = reasonWords(fate.why, { port, object: fate.object }, who);
      return [{ address: fate.address, code: reasonCode(fate.why), message, file, range }];
    }),
  };
}

const mostNamed = 3;

function viewpointWords({ isEverywhere, zones, nodes, hasOthers, from }: TrafficChange): string {
  const side = from === 'anywhere' ? '' : `from ${from}`;
  const parts = [
    ...(zones.length > 0 ? [`in ${zones.length === 1 ? 'zone' : 'zones'} ${shortList(zones)}`] : []),
    ...(nodes.length > 0 ? [`on ${nodes.length === 1 ? 'node' : 'nodes'} ${shortList(nodes)}`] : []),
    ...(hasOthers ? [zones.length > 0 && nodes.length === 0 ? 'in any other zone' : 'on any other node'] : []),
  ];
  const where = isEverywhere ? (side === '' ? 'everywhere' : '') : listed(parts);
  return [side, where].filter((text) => text !== '').join(' ');
}

export function shortList(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return listed(more > 0 ? [...names.slice(0, mostNamed), `${grouped(more)} more`] : names);
}

/** Such as `loses its last address` or `loses 1 address and gains 2 (3 in all)`. */
export function changeWords(change: ReportedChange): string {
  const { last, removed, lost, gained, certain, after, renamedFrom } = change;
  const notes = certain ? [] : ['not certain'];
  if (renamedFrom !== null) {
    const former = renamedFrom === '' ? 'had no name' : `had the name ${quote(renamedFrom)}`;
    return withNotes(`${former}, and keeps its ${addresses(after.length)}`, notes);
  }
  if (removed) return withNotes(`is removed, with ${addresses(lost.length)}`, notes);
  if (last) return 'loses its last address';
  const parts = [
    ...(lost.length > 0 ? [`loses ${addresses(lost.length)}`] : []),
    ...(gained.length > 0 ? [`gains ${lost.length > 0 ? grouped(gained.length) : addresses(gained.length)}`] : []),
  ];
  const count = after.length === 0 ? 'none' : grouped(after.length);
  return withNotes(listed(parts), [`${count} ${gained.length > 0 ? 'in all' : 'left'}`, ...notes]);
}

function withNotes(text: string, notes: readonly string[]): string {
  return notes.length > 0 ? `${text} (${notes.join(', ')})` : text;
}

function addresses(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'address' : 'addresses'}`;
}

/** The changes as findings. `services` are the places of all Services, which are counted. */
export function changesReport(
  changes: readonly ReportedChange[],
  services: readonly TrafficPlace[],
  {
    textOf,
    ...rest
  }: Pick<Report, 'fileCount' | 'problems' | 'skipped'> & {
    readonly textOf: (file: string) => string | undefined;
  },
): Report {
  const counts = groupBy(services, ({ file }) => file ?? '?');
  const found = changes.map((change) => ({ change, at: placeOf(change) }));
  const byFile = groupBy(found, ({ at }) => at.file ?? '?');
  const names = [...new Set([...counts.keys(), ...byFile.keys()])].sort();
  const files = names.map((name): CheckedFile => ({
    name,
    resourceCount: counts.get(name)?.length ?? 0,
    placeholderCount: 0,
    notices: (byFile.get(name) ?? []).map(({ change, at }) => noticeOf(change, at, textOf(name))),
    accepted: [],
    fixed: 0,
  }));
  return { files, ...rest };
}

/** The place of what takes a lost address from traffic, or else of the Service. */
function placeOf({ reasons, file, range }: ReportedChange): TrafficPlace {
  return reasons.find((reason) => reason.file !== null) ?? { file, range };
}

function codeOf({ last, lost, renamedFrom }: ReportedChange): string {
  if (renamedFrom !== null) return 'traffic-renamed';
  return last ? 'traffic-lost' : lost.length > 0 ? 'traffic-reduced' : 'traffic-gained';
}

function noticeOf(change: ReportedChange, { range }: TrafficPlace, text: string | undefined): Notice {
  const [line, column, endLine, endColumn] = range ?? [1, 1, 1, 1];
  const { namespace, name, port, protocol, family, from, viewpoint, lost, gained } = change;
  const whole = text?.split('\n', line)[line - 1] ?? '';
  const end = endLine === line ? endColumn - 1 : whole.length;
  const code = codeOf(change);
  const named = port === '' ? '' : `port ${quote(port)} of the `;
  const where = viewpoint === 'everywhere' ? '' : ` ${viewpoint}`;
  const ip = change.dual && family !== null ? `, ${family},` : '';
  const list = shortList(lost.length > 0 ? lost : gained.length > 0 ? gained : change.after);
  const identity = JSON.stringify([code, namespace, name, port, protocol, family, from, viewpoint]);
  return {
    code,
    severity: change.last ? 'error' : lost.length > 0 ? 'warning' : 'info',
    enforcedBy: 'advice',
    message: `The ${named}Service "${namespace}/${name}"${where}${ip} ${changeWords(change)}: ${list}.`,
    range: { start: { line, column }, end: { line: endLine, column: endColumn } },
    excerpt: {
      before: whole.slice(0, column - 1),
      marked: whole.slice(column - 1, end),
      after: whole.slice(end),
    },
    resource: { kind: 'Service', namespace, name },
    path: null,
    related: change.reasons.flatMap(({ address, message, file, range: at }) =>
      file === null || at === null
        ? []
        : [{ place: { name: file, line: at[0], column: at[1] }, message: `${address}: ${message}` }],
    ),
    fix: null,
    fingerprint: nodeCrypto().hash('sha256', identity).slice(0, 32),
  };
}

/** The number of Service ports that change. */
export function portCount(changes: readonly ReportedChange[]): number {
  const keys = changes.map(({ namespace, name, build, port, protocol }) =>
    JSON.stringify([namespace, name, build, port, protocol]),
  );
  return new Set(keys).size;
}
