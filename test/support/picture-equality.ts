/** Compares what an SVG shows with what `endpoints traffic --format json` says: every port, edge and address, in both directions. */
import type { TrafficReport } from '../../server/src/api.ts';
import type { DrawnBox, DrawnPicture, DrawnService } from './drawn-picture.ts';
import { edgeDifferences, shapeDifferences, unequal } from './picture-edges.ts';
import { hostOf } from './traffic-properties.ts';

export type PrintedTraffic = TrafficReport & {
  readonly strays: readonly { readonly kind: string; readonly namespace: string; readonly name: string; readonly certain: boolean }[]; // prettier-ignore
};

export interface Comparison {
  readonly drawn: DrawnPicture;
  readonly traffic: PrintedTraffic;
  /** False for another program than kube-proxy. */
  readonly isProxy: boolean;
  /** The same for both IP families. */
  readonly bothFamilies: PrintedTraffic;
  /** `EndpointSlice/web-1` of the object at a line. */
  readonly objectAt: (line: number) => string;
  /** The addresses that an object such as `shop/EndpointSlice/web-1` writes, each as often as it does. */
  readonly writtenIn: (object: string) => readonly string[];
}

type ReportedService = TrafficReport['services'][number];
type ReportedPort = ReportedService['ports'][number];

/** Sentences on what differs; empty for a picture that says the same. */
export function differences(comparison: Comparison): readonly string[] {
  const { drawn, traffic } = comparison;
  const reported = new Map<string, ReportedService[]>();
  for (const each of traffic.services) listAt(reported, `${each.namespace}/${each.name}`).push(each);
  const skipped = new Map(traffic.skipped.map((each) => [`${each.namespace}/${each.name}`, each.why]));
  const services = drawn.services.filter(({ id }) => id !== 'strays');
  return [
    ...unequal('services', services.map(({ id }) => id).toSorted(), [...new Set([...reported.keys(), ...skipped.keys()])].toSorted()), // prettier-ignore
    ...services.flatMap((service) => {
      const why = skipped.get(service.id);
      const found =
        why === undefined
          ? servedDifferences(service, reported.get(service.id) ?? [], comparison)
          : skippedDifferences(service, why, comparison);
      return [...found, ...shapeDifferences(service)].map((each) => `${service.id}: ${each}`);
    }),
    ...strayDifferences(comparison),
  ];
}

/** One row, and what the report says of it at a Service port. */
interface Fate {
  readonly place: string;
  readonly address: string;
  readonly code: string;
  readonly isUsed: boolean;
  readonly ready: boolean;
  readonly terminating: boolean;
}

function servedDifferences(
  service: DrawnService,
  reports: readonly ReportedService[],
  comparison: Comparison,
): readonly string[] {
  const ports = service.boxes.filter(({ kind }) => kind === 'port');
  const names = ports.map(({ texts: [first] }) => first?.text ?? '');
  const all = new Map<string, ReportedPort[]>();
  for (const { ports: own } of reports) for (const port of own) listAt(all, portName(port)).push(port);
  // A program that takes the ports of slices finds none: those of the Service are drawn.
  const isWithout = !comparison.isProxy && all.size === 0;
  const found = [...unequal('ports', names.toSorted(), isWithout ? names.toSorted() : [...all.keys()].toSorted())];
  const objects = service.boxes.filter(({ kind }) => kind === 'object');
  const fates = names.map((name) => fatesAt(all.get(name) ?? [], comparison));
  const used = new Set(fates.flatMap((own) => [...own.values()].flat().flatMap((fate) => (fate.isUsed ? hostOf(fate.address) : [])))); // prettier-ignore
  for (const [i, port] of ports.entries()) found.push(...portDifferences(port, all.get(names[i] ?? '') ?? [], reports));
  for (const object of objects) {
    const name = object.id.slice(service.id.length + 1);
    const rows = rowsOf(service, object);
    const expected = expectedRows(name, fates, { names, all, used, comparison, service: service.id });
    const unread = rows.filter((row) => isUnread(row, comparison, expected.has(plainAddress(row, object))));
    const shown = rows.filter((row) => !unread.includes(row)).map((row) => shownRow(row, object, ports.length));
    const wanted = [...expected.values()].flat();
    // Where ports have different slices, an address is several rows: each port is compared alone.
    const compared = comparison.isProxy ? [shown, wanted] : [shown, wanted].map((all) => all.flatMap(byPort));
    found.push(...unequal(`rows of ${name}`, compared[0]?.toSorted(), compared[1]?.toSorted()));
    found.push(...addressDifferences(object, rows, `${namespaceOf(service)}/${name}`, comparison));
    for (const [i, port] of ports.entries()) found.push(...edgeDifferences(service, port, object, rows, i));
  }
  return found;
}

/** What a row says of each port that concerns it. */
function byPort(row: string): readonly string[] {
  const [host, _mark, ...flows] = row.split(' ');
  const numbers = flows.pop()?.split(',') ?? [];
  return flows.flatMap((flow, i) => (flow === 'idle:-' ? [] : `${host} ${i} ${flow} ${numbers[i] ?? ''}`));
}

/** `80/TCP http`. */
function portName({ name, protocol, port }: ReportedPort): string {
  return `${port || '?'}/${protocol}${name === '' ? '' : ` ${name}`}`;
}

/** By object and place. An address counts in the family that uses it, or else in its own one. */
function fatesAt(ports: readonly ReportedPort[], { objectAt }: Comparison): ReadonlyMap<string, readonly Fate[]> {
  const byPlace = new Map<string, Fate & { readonly object: string }>();
  for (const { endpoints } of ports) {
    const counts = new Map<string, number>();
    for (const { address, used, why, range, ready, terminating } of endpoints) {
      // The mirroring controller may write one address into several slices, which come in the same order for each family.
      const written = `${range?.join() ?? ''} ${hostOf(address)}`;
      const place = `${written} ${numbered(counts, written)}`;
      const fate = { place, address, code: used ? '-' : (why?.code ?? 'none'), isUsed: used, ready, terminating, object: objectAt(range?.[0] ?? 0) }; // prettier-ignore
      const known = byPlace.get(place);
      if (!known || (!known.isUsed && (used || known.code === 'family'))) byPlace.set(place, fate);
    }
  }
  const byObject = new Map<string, Fate[]>();
  for (const fate of byPlace.values()) listAt(byObject, fate.object).push(fate);
  return byObject;
}

interface RowContext {
  readonly names: readonly string[];
  readonly all: ReadonlyMap<string, readonly ReportedPort[]>;
  readonly used: ReadonlySet<string>;
  readonly comparison: Comparison;
  readonly service: string;
}

/** By address: as `shownRow` shows them. */
function expectedRows(
  object: string,
  fates: readonly ReadonlyMap<string, readonly Fate[]>[],
  { names, all, used, comparison, service }: RowContext,
): ReadonlyMap<string, readonly string[]> {
  const byAddress = new Map<string, string[]>();
  const rows = new Map<string, (Fate | undefined)[]>();
  for (const [i, own] of fates.entries())
    for (const fate of own.get(object) ?? []) {
      const row = rows.get(fate.place) ?? names.map(() => undefined);
      rows.set(fate.place, row);
      row[i] = fate;
    }
  for (const row of rows.values()) {
    const [first] = row.flatMap((fate) => fate ?? []);
    if (!first) continue;
    const families = comparison.bothFamilies.services.filter((each) => `${each.namespace}/${each.name}` === service);
    const flows = row.map((fate, i) => {
      if (!fate) return 'idle:-';
      const isCertain = (all.get(names[i] ?? '') ?? []).every(({ certain }) => certain);
      const flow = flowOf(fate, used.has(hostOf(fate.address)), families.length > 1);
      return `${flow === 'broken' && !isCertain ? 'unknown' : flow}:${fate.code === 'none' ? 'not-local' : fate.code}`;
    });
    const numbers = row.map((fate) => (fate && hostOf(fate.address) !== fate.address ? (/\d+$/.exec(fate.address)?.[0] ?? '') : '')); // prettier-ignore
    const mark = first.code === 'unmirrored-address' ? 'refused' : first.terminating ? 'terminating' : first.ready ? 'ready' : 'not-ready'; // prettier-ignore
    const host = hostOf(first.address);
    listAt(byAddress, host).push(`${host} ${mark} ${flows.join(' ')} ${numbersText(numbers)}`);
  }
  return byAddress;
}

const idleCodes: ReadonlySet<string> = new Set(['not-ready', 'not-serving', 'terminating', 'draining', 'not-local', 'node-hint', 'zone-hint', 'replaced', 'drained', 'repeated-address', 'none']); // prettier-ignore
const copyCodes: ReadonlySet<string> = new Set(['unmirrored', 'overwritten', 'deleted']);

function flowOf({ code, isUsed, address }: Fate, isElsewhere: boolean, isDualStack: boolean): string {
  if (isUsed) return 'used';
  // Only a question about one family leaves out the addresses of the other one.
  const isOther = code === 'family' && isDualStack && /^[\d.]+$|:/.test(hostOf(address));
  return idleCodes.has(code) || isOther || (isElsewhere && copyCodes.has(code)) ? 'idle' : 'broken';
}

/** Of more than three ports, no numbers are drawn. */
function numbersText(numbers: readonly string[]): string {
  return numbers.length > 3 ? '' : numbers.length === 1 ? (numbers[0] ?? '') : numbers.join();
}

function rowsOf({ boxes }: DrawnService, object: DrawnBox): readonly DrawnBox[] {
  return boxes.filter(({ kind, id }) => kind === 'address' && id.startsWith(`${object.id}/`));
}

function plainAddress(row: DrawnBox, object: DrawnBox): string {
  return row.id.slice(object.id.length + 1).replace(/#\d+$/, '');
}

function shownRow(row: DrawnBox, object: DrawnBox, portCount: number): string {
  const [head, ...others] = row.texts;
  const shown = head?.text.split('  ')[0] ?? '';
  const address = plainAddress(row, object);
  const isWithNumber = shown !== address && (shown.startsWith(`${address}:`) || shown.startsWith(`[${address}]:`));
  const number = isWithNumber ? (/\d+$/.exec(shown)?.[0] ?? '') : '';
  const cells = others.filter(({ style }) => style.startsWith('cell-'));
  const numbers = cells.map(({ text }) => /^. (\d+)$/.exec(text)?.[1] ?? '');
  const visible = isWithNumber || shown === address ? address : `${address} shown as ${shown}`;
  const flows = row.flows.map((flow, i) => `${flow}:${row.codes[i] ?? ''}`).join(' ');
  return `${visible} ${row.drawnMark} ${flows} ${numbersText(portCount === 1 ? [number] : numbers)}`;
}

/** Of an object that another program than kube-proxy does not read, and that the report does not mention. */
function isUnread({ codes }: DrawnBox, { isProxy }: Comparison, isMentioned: boolean): boolean {
  const own = ['endpoints-only', 'unmirrored', 'unmirrored-address', ...(isMentioned ? [] : ['no-ports'])];
  return !isProxy && codes.every((code) => own.includes(code));
}

function portDifferences(
  port: DrawnBox,
  reported: readonly ReportedPort[],
  [service]: readonly ReportedService[],
): readonly string[] {
  const isUsed = reported.some(({ all }) => all.length > 0);
  const isCertain = reported.every(({ certain }) => certain);
  const isPartly = reported.some(({ any }) => any);
  const note = port.texts.slice(1).map(({ text }) => text).join(' '); // prettier-ignore
  const flow = isUsed ? 'used' : isPartly ? 'idle' : !isCertain ? 'unknown' : service?.selector ? 'idle' : 'broken';
  return [
    ...unequal(`flow of ${port.id}`, port.flow, flow),
    ...unequal(`dashes of ${port.id}`, port.isDashed, !isCertain),
    ...unequal(`words on Pods at ${port.id}`, note.includes('come from Pods'), flow === 'idle' && !isPartly),
    ...unequal(`words on Local at ${port.id}`, note.includes('Local'), flow === 'idle' && isPartly),
  ];
}

const skippedFlows: readonly (readonly [start: RegExp, flow: string])[] = [
  [/ExternalName/, 'broken'],
  [/another proxy|has no IPv\d cluster IP/, 'idle'],
];

/** A headless Service is compared with the answers of DNS elsewhere. */
function skippedDifferences(service: DrawnService, why: string, comparison: Comparison): readonly string[] {
  const { isProxy } = comparison;
  const words = service.heads.map(({ text }) => text).join(' ');
  const objects = service.boxes.filter(({ kind }) => kind === 'object');
  const flow = isProxy ? skippedFlows.find(([start]) => start.test(why))?.[1] : undefined;
  return [
    ...(words.includes(why) ? [] : [`the reason is not shown: ${why} in ${words}`]),
    ...objects.flatMap((object) => {
      const rows = rowsOf(service, object);
      const name = object.id.slice(service.id.length + 1);
      const isHeadless = why.startsWith('The Service is headless');
      const wrong = isHeadless ? [] : rows.filter((row) => row.flows.includes('used') || (flow !== undefined && row.flow !== flow)); // prettier-ignore
      return [
        ...wrong.map((row) => `${row.id} is ${row.flow}, and the Service is skipped`),
        ...addressDifferences(object, rows, `${namespaceOf(service)}/${name}`, comparison),
      ];
    }),
  ];
}

function namespaceOf({ id }: DrawnService): string {
  return id.slice(0, id.indexOf('/'));
}

function strayDifferences(comparison: Comparison): readonly string[] {
  const { drawn, traffic } = comparison;
  const service = drawn.services.find(({ id }) => id === 'strays');
  const objects = service?.boxes.filter(({ kind }) => kind === 'object') ?? [];
  // For other programs, the report has no list of strays.
  const isListed = comparison.isProxy;
  const names = objects.map(({ id }) => id.replace('/stray/', '/'));
  const expected = traffic.strays.map(({ kind, namespace, name }) => `${namespace}/${kind}/${name}`);
  return [
    ...(isListed ? unequal('strays', names.toSorted(), expected.toSorted()) : []),
    ...objects.flatMap((object, i) => {
      const rows = service ? rowsOf(service, object) : [];
      const own = addressDifferences(object, rows, names[i] ?? '', comparison);
      const wanted = expected.indexOf(names[i] ?? '');
      const flow = traffic.strays[wanted]?.certain ? 'broken' : 'unknown';
      return [...own, ...(isListed ? rows.filter((row) => row.flow !== flow).map(({ id }) => `${id} is not ${flow}`) : [])]; // prettier-ignore
    }),
  ];
}

/** 1 for the first one of this key, 2 for the second one. */
function numbered(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** `name` is that of the object, such as `shop/EndpointSlice/web-1`. */
function addressDifferences(
  object: DrawnBox,
  rows: readonly DrawnBox[],
  name: string,
  { writtenIn, isProxy }: Comparison,
): readonly string[] {
  // Mirrored slices merge or repeat addresses, and so does a program that takes several numbers of a port.
  const isExact = name.includes('/EndpointSlice/') && isProxy;
  const counted = (all: readonly string[]): readonly string[] => (isExact ? all : [...new Set(all)]).toSorted();
  return unequal(`addresses of ${name}`, counted(rows.map((row) => plainAddress(row, object))), counted(writtenIn(name))); // prettier-ignore
}

function listAt<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
