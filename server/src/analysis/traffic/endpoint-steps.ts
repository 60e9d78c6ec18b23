/** The steps of an explanation on slices and endpoints: which get the connections, and why others do not. */
import { groupBy } from '../../text/group.ts';
import { quote } from '../../text/quote.ts';
import { isSlice, someOf, step, titleOf, type ExplainedStep, type WhyQuestion } from './explanation.ts';
import type { OfferedPort, TrafficService } from './model.ts';
import type { PortView, WrittenAddress } from './port-views.ts';
import { reasonField } from './reason-place.ts';
import { viewpointWords, type NamedViewpoint } from './named-viewpoints.ts';
import { blameOf } from './way-out.ts';

const mostObjects = 5;

/** The objects whose addresses are used. */
export function providerSteps(used: readonly WrittenAddress[], port: OfferedPort): readonly ExplainedStep[] {
  return [...groupBy(used, ({ fate }) => fate.object)].slice(0, mostObjects).map(([object, all]) => {
    const numbers = [...new Set(all.map(({ fate }) => /:(\d+)$/.exec(fate.address)?.[1] ?? ''))];
    const is = isSlice(object) && object.isMirrored ? 'is mirrored to a slice of' : 'belongs to';
    const name = port.name === '' ? 'its port' : `its port ${quote(port.name)}`;
    const number = numbers.join() === '' ? '' : `; ${name} has the number ${someOf(numbers)}`;
    return step('slices', 'ok', `${titleOf(object)} ${is} the Service${number}.`, {
      at: { entry: object.entry, path: [] },
    });
  });
}

/** Where the connections go, in one sentence for viewpoints with the same list. */
export function listSteps(
  reached: readonly PortView[],
  all: readonly PortView[],
  { consumer }: WhyQuestion,
): readonly ExplainedStep[] {
  const groups = groupBy(reached, ({ family, addresses }) => `${family} ${addresses.join()}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { topology, written } = first.proxied;
    const hints = topology === 'PreferSameNode' ? ', by the hints for nodes' : ', by the hints for zones';
    const from = fromWords(group, all);
    const isDraining = written.some(({ address, ready, why }) => !why && !ready && first.addresses.includes(address));
    const draining = isDraining ? ' None of them is ready: they are terminating, and still serving.' : '';
    const start = consumer ? `${consumer.title} sends connections` : `Connections from ${from} go`;
    const text = `${start} to ${someOf(first.addresses)}${topology === '' || groups.size === 1 ? '' : hints}.`;
    return [step('endpoints', 'ok', `${text}${draining}`)];
  });
}

function fromWords(some: readonly PortView[], all: readonly PortView[]): string {
  const of = ({ family }: PortView): boolean => family === some[0]?.family;
  const at = (view: PortView): NamedViewpoint => view.at;
  return viewpointWords(some.map(at), all.filter(of).map(at));
}

export interface BlameOptions {
  readonly service: TrafficService;
  readonly port: OfferedPort;
  readonly who: string;
  /** True where no traffic arrives. Otherwise an unused address is only a remark. */
  readonly isBroken: boolean;
}

/** Why addresses get no traffic from anywhere, in one step for those with the same reason. */
export function blameSteps(
  written: readonly WrittenAddress[],
  { service, port, who, isBroken }: BlameOptions,
): readonly ExplainedStep[] {
  const served = new Set(written.flatMap(({ ip, usedIn }) => (usedIn.length > 0 ? [ip] : [])));
  const blamed = written.flatMap(({ fate, usedIn, why, ip }) => {
    if (usedIn.length > 0 || !why || served.has(ip)) return [];
    const blame = blameOf(why, { ...fate, service, port, who });
    return [{ fate, ip, why, blame, object: fate.object.entry }];
  });
  const groups = [...groupBy(blamed, ({ object }) => object).values()].flatMap((own) => [
    ...groupBy(own, ({ blame }) => blame.text).values(),
  ]);
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { blame, fate, why } = first;
    const ips = [...new Set(group.map(({ ip }) => ip))];
    const text = blame.isOfObject
      ? blame.text
      : `${someOf(ips)} ${ips.length > 1 ? 'get' : 'gets'} no traffic: ${blame.text}`;
    return [
      step(blame.isOfObject ? 'slices' : 'endpoints', isBroken ? 'breaks' : 'note', text, {
        at: reasonField(why, fate, service),
        change: blame.change,
      }),
    ];
  });
}

/** The viewpoints without an endpoint, where others have some. */
export function gapSteps(
  reached: readonly PortView[],
  views: readonly PortView[],
  { entry }: TrafficService,
): readonly ExplainedStep[] {
  if (reached.length === 0) return [];
  const left = views.filter((view) => !reached.includes(view));
  return [...groupBy(left, ({ family }) => family)].map(([family, gaps]) =>
    reached.some((each) => each.family === family)
      ? step(
          'endpoints',
          'breaks',
          `No endpoint is on ${fromWords(gaps, views)}, and internalTrafficPolicy is Local.`,
          {
            at: { entry, path: ['spec', 'internalTrafficPolicy'] },
            change:
              'Add an endpoint with the nodeName of each node that has clients, or set internalTrafficPolicy: Cluster.',
          },
        )
      : step(
          'endpoints',
          'breaks',
          `The Service has an ${family} cluster IP, and no ${family} endpoint gets traffic.`,
          {
            at: { entry, path: ['spec', 'ipFamilies'] },
            change: `Write endpoints with ${family} addresses, or remove ${family} from the Service.`,
          },
        ),
  );
}
