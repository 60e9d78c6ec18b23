/** The steps of an explanation on slices and endpoints: which get the connections, and why others do not. */
import { groupBy } from '../../../text/group.ts';
import { counted, quote } from '../../../text/quote.ts';
import {
  isSingular,
  isTrafficSlice,
  someOf,
  step,
  trafficSubject,
  type ExplainedStep,
  type WhyQuestion,
} from './explanation.ts';
import type { OfferedPort, TrafficObject, TrafficService, UnknownPart } from '../model.ts';
import type { PortView, AddressOutcome } from './port-views.ts';
import { reasonField } from '../reason-place.ts';
import { reasonCode, type Reason } from '../reasons.ts';
import { unknownFields } from './uncertainty.ts';
import { viewpointWords, type NamedViewpoint } from './named-viewpoints.ts';
import { blameOf } from './way-out.ts';

const mostObjects = 5;
const mostLists = 8;
const mostBlames = 8;

/** The objects whose addresses are used. */
export function providerSteps(
  used: readonly AddressOutcome[],
  port: OfferedPort,
  { consumer }: WhyQuestion,
): readonly ExplainedStep[] {
  return [...groupBy(used, ({ fate }) => fate.object)].slice(0, mostObjects).map(([object, all]) => {
    const numbers = [...new Set(all.map(({ fate }) => /:(\d+)$/.exec(fate.address)?.[1] ?? ''))];
    const isMirrored = isTrafficSlice(object) && object.isMirrored && consumer?.reads !== 'endpoints';
    const start = isMirrored
      ? `${trafficSubject(object, 'is')} mirrored to a slice of`
      : `${trafficSubject(object, 'belongs')} to`;
    const owned = `${isSingular(object) ? 'its' : 'their'} port${port.name === '' ? '' : ` ${quote(port.name)}`}`;
    const number = numbers.join() === '' ? '' : `; ${owned} has the number ${someOf(numbers)}`;
    return step('slices', 'ok', `${start} the Service${number}.`, {
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
  const lists = [...groups.values()];
  const steps = lists.slice(0, mostLists).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { topology, written } = first.proxied;
    const hints = topology === 'PreferSameNode' ? ', by the hints for nodes' : ', by the hints for zones';
    const from = fromWords(group, all);
    const used = written.filter(({ address, why }) => !why && first.addresses.includes(address));
    const isDraining =
      used.length > 0 && used.every(({ ready, serving, terminating }) => !ready && serving && terminating);
    const draining = isDraining ? ' None of them is ready: they are terminating, and still serving.' : '';
    const start = consumer ? `${consumer.title} sends connections` : `Connections from ${from} go`;
    const text = `${start} to ${someOf(first.addresses)}${topology === '' || groups.size === 1 ? '' : hints}.`;
    return [step('endpoints', 'ok', `${text}${draining}`)];
  });
  const left = lists.slice(mostLists).flat().length;
  return left > 0
    ? [...steps, step('endpoints', 'ok', `Connections from ${counted(left, 'other place')} go to other endpoints.`)]
    : steps;
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
  /** An unused address is only a remark where others get traffic. */
  readonly verdict: 'breaks' | 'note';
  readonly unknown: readonly UnknownPart[];
  /** True where nodes were left out, from which an address may get traffic. */
  readonly isCut: boolean;
}

/** Why addresses get no traffic from anywhere, in one step for those with the same reason. */
export function blameSteps(
  written: readonly AddressOutcome[],
  { service, port, who, verdict, unknown, isCut }: BlameOptions,
): readonly ExplainedStep[] {
  const served = new Set(written.flatMap(({ ip, usedIn }) => (usedIn.length > 0 ? [ip] : [])));
  const isUnknown = unknownFields(unknown);
  const blamed = written.flatMap(({ fate, usedIn, why, ip }) => {
    if (usedIn.length > 0 || !why || served.has(ip) || (isCut && designed.has(reasonCode(why)))) return [];
    const field = reasonField(why, fate, service);
    // The reason may be known where the address is not.
    if (
      (field.path !== fate.path && isUnknown(field)) ||
      (verdict === 'note' && isForOtherPort(why, fate.object, service))
    )
      return [];
    const { object } = fate;
    // One step is about all addresses under the policy, whatever their nodes are.
    const { text } = blameOf(why, { object, service, port, who, addresses: why.kind === 'not-local' ? [] : [fate] });
    return [{ ip, field, why, text, fate }];
  });
  // The text names the object where it is to blame as a whole.
  const groups = [...groupBy(blamed, ({ text }) => text).values()];
  const steps = groups.slice(0, mostBlames).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { field, why } = first;
    const addresses = group.map(({ fate }) => fate);
    const { object } = first.fate;
    const { isOfObject, text: reason, change } = blameOf(why, { object, service, port, who, addresses });
    const ips = [...new Set(group.map(({ ip }) => ip))];
    const text = isOfObject ? reason : `${someOf(ips)} ${ips.length > 1 ? 'get' : 'gets'} no traffic: ${reason}`;
    return [
      step(isOfObject ? 'slices' : 'endpoints', verdict, text, {
        at: field,
        change: verdict === 'note' && designed.has(reasonCode(why)) ? undefined : change,
      }),
    ];
  });
  const left = groups.slice(mostBlames).flat().length;
  return left > 0
    ? [
        ...steps,
        step(
          'endpoints',
          'note',
          `${left === 1 ? '1 more address gets' : `${left} more addresses get`} no traffic for similar reasons.`,
        ),
      ]
    : steps;
}

/** Policies and hints spread traffic on purpose, and endpoints drain. */
const designed: ReadonlySet<string> = new Set(['not-local', 'node-hint', 'zone-hint', 'draining', 'drained']);

/** True for a slice all of whose ports serve other ports of the Service. */
function isForOtherPort({ kind }: Reason, object: TrafficObject, { ports }: TrafficService): boolean {
  if (kind !== 'port-name' || !isTrafficSlice(object)) return false;
  return object.ports.every((own) => ports.some((each) => each.name === own.name && each.protocol === own.protocol));
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
