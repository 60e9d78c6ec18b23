/** Writes expectations from what gets traffic today. */
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import type { ServiceWorld, TrafficService, TrafficWorld } from '../../analysis/traffic/model.ts';
import { zoneOf, type LocateField } from '../../analysis/traffic/report.ts';
import { nodesByName, viewpointsOf, zoneAt } from '../../analysis/traffic/viewpoints.ts';
import { groupBy } from '../../text/group.ts';
import { answeredData, askDns } from './judge-dns.ts';
import { judgeExpectations } from './judge-file.ts';
import { reachedPorts, type ReachQuery } from './reach.ts';
import { readExpectations } from './read-expectations.ts';

export interface Recorded {
  /** The text of a file with expectations, all of which are met; undefined where there is nothing to expect. */
  readonly text: string | undefined;
  readonly count: number;
  /** Such as `shop/db:postgres`: ports that get no traffic from anywhere. */
  readonly idle: readonly string[];
  /** What is not recorded, with the reason: sentences. */
  readonly left: readonly string[];
}

interface Draft {
  /** What it is about, such as `shop/db:postgres`. */
  readonly subject: string;
  /** The lines of an item of `tests`. */
  readonly lines: readonly string[];
  readonly isEmpty: boolean;
}

/** `own` are the Services to record, `world` is what a test compares with. `mirroring` is written if it is no setting. */
export function recordExpectations(
  own: readonly ServiceWorld[],
  world: TrafficWorld,
  { locate, mirroring }: { readonly locate: LocateField; readonly mirroring: boolean | undefined },
): Recorded {
  const head = mirroring === undefined ? [] : [`mirroring: ${mirroring ? 'on' : 'off'}`];
  const left = new Map<string, string>();
  const kept: Draft[] = [];
  const named = groupBy(own, ({ service }) => `${service.namespace}/${service.name}`);
  for (const name of [...named.keys()].sort()) {
    if (named.get(name)?.some(({ service }) => !isNameKnown(service))) {
      left.set(name, `${name} is left out. Its name is not known before the files are rendered.`);
      continue;
    }
    for (const draft of draftsFor(name, named.get(name) ?? [], world, locate)) {
      const { problems, expectations } = readExpectations('', [...head, 'tests:', ...draft.lines].join('\n'));
      const failures = judgeExpectations(expectations, () => world, locate).flatMap((each) => each.failures);
      const [why] = [...failures, ...problems];
      if (!why) kept.push(draft);
      else if (!left.has(draft.subject)) left.set(draft.subject, `${draft.subject} is left out. ${why.message}`);
    }
  }
  const bySubject = [...groupBy(kept, ({ subject }) => subject)];
  const idle = bySubject.filter(([, drafts]) => drafts.every(({ isEmpty }) => isEmpty)).map(([subject]) => subject);
  const blocks = [...head, 'tests:', ...kept.map(({ lines }) => `${lines.join('\n')}\n`)];
  const text = `${comment}\n${blocks.join('\n')}`;
  return { text: kept.length > 0 ? text : undefined, count: kept.length, idle, left: [...left.values()] };
}

function isNameKnown({ entry: { facts } }: TrafficService): boolean {
  return facts.name.isKnown && facts.namespace?.isKnown !== false;
}

const comment =
  '# What must get traffic. "endpoints test" checks it, "endpoints test --record --force" writes it again.';

function draftsFor(
  name: string,
  owners: readonly ServiceWorld[],
  world: TrafficWorld,
  locate: LocateField,
): readonly Draft[] {
  const [owner] = owners;
  const isWritten = owners.some(({ slices, endpoints }) => slices.length + endpoints.length > 0);
  if (!owner || !isWritten || owner.service.type === 'ExternalName') return [];
  if (owner.service.isHeadless) return [dnsDraft(owner, world, locate)];
  const ports = owner.service.ports.map(({ name: own, number }) => own || String(number));
  return [...new Set(ports)].sort().flatMap((port) => portDrafts(name, port, owners, world));
}

function dnsDraft({ service }: ServiceWorld, world: TrafficWorld, locate: LocateField): Draft {
  const name = `${service.name}.${service.namespace}.svc.cluster.local`;
  const data = [...answeredData(askDns({ name, type: undefined }, world, locate), undefined)].sort();
  return { subject: name, lines: [`  - resolve: ${scalar(name)}`, ...listLines('answers', data)], isEmpty: false };
}

/** From anywhere, and from each node and zone with another answer; the same for clients outside of the cluster. */
function portDrafts(
  name: string,
  port: string,
  owners: readonly ServiceWorld[],
  world: TrafficWorld,
): readonly Draft[] {
  const [owner] = owners;
  if (!owner) return [];
  const subject = `${name}:${port}`;
  const nodes = nodesByName(world);
  const slices = owners.flatMap((each) => each.slices).sort((a, b) => (a.name < b.name ? -1 : 1));
  const { viewpoints } = viewpointsOf(owners, world.nodes);
  const views = viewpoints.map((at) => ({ node: at.node, zone: zoneAt(at, { slices }, nodes) }));
  const addressesFrom = (query: Pick<ReachQuery, 'node' | 'zone' | 'isOutside'>): readonly string[] => {
    const asked = { ...query, port, family: undefined, consumer: kubeProxy };
    return [...new Set(reachedPorts(owner, asked, world).flatMap(({ addresses }) => addresses))].sort();
  };
  const answers = [false, true].map((isOutside) =>
    views.map((view) => ({ ...view, isOutside, addresses: addressesFrom({ ...view, isOutside }) })),
  );
  const [inside = [], outside = []] = answers;
  const isExternal = reachedPorts(owner, { ...anywhere, port }, world).some(({ proxied }) => proxied.isExternal);
  const differs = outside.some(({ addresses }, i) => !isEqual(addresses, inside[i]?.addresses ?? []));
  return [inside, ...(isExternal && differs ? [outside] : [])].flatMap((side) => {
    const base = side.find(({ node, zone }) => node === '' && zone === null);
    // A node has the hints of its zone.
    const others = side.filter((each) => {
      const like = side.find(({ node, zone }) => node === '' && zone === each.zone && each.node !== '') ?? base;
      return each !== base && !isEqual(each.addresses, like?.addresses ?? []);
    });
    return [...(base ? [base] : []), ...others].map(({ node, zone, isOutside, addresses }) => {
      const own = { node, zone: zoneOf(world, node), isOutside };
      const needsZone = zone !== own.zone && (node === '' || !isEqual(addressesFrom(own), addresses));
      return {
        subject,
        lines: [
          `  - service: ${scalar(subject)}`,
          ...fromLines([
            ...(node === '' ? [] : [`node: ${scalar(node)}`]),
            ...(needsZone && zone !== null ? [`zone: ${scalar(zone)}`] : []),
            ...(isOutside ? ['outside: true'] : []),
          ]),
          ...listLines('only', addresses),
        ],
        isEmpty: addresses.length === 0,
      };
    });
  });
}

const anywhere = { node: '', zone: null, family: undefined, isOutside: false, consumer: kubeProxy };

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === other.join();
}

function fromLines(parts: readonly string[]): readonly string[] {
  return parts.length === 0 ? [] : [`    from: { ${parts.join(', ')} }`];
}

const longestLine = 100;

function listLines(key: string, values: readonly string[]): readonly string[] {
  const line = `    ${key}: [${values.map(scalar).join(', ')}]`;
  return line.length <= longestLine ? [line] : [`    ${key}:`, ...values.map((value) => `      - ${scalar(value)}`)];
}

/** Plain where YAML reads it as the same text. */
function scalar(text: string): string {
  const isPlain =
    /^[a-z\d][\w./-]*(?::[\w./-]+)*$/i.test(text) &&
    !/^(?:[\d.:_e+-]+|0[xob].*|true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain || /^\d+\.\d+\.\d+\.\d+(?::\d+)?$/.test(text) ? text : JSON.stringify(text);
}
