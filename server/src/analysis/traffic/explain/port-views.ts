/** What becomes of each written address of a Service port, over all viewpoints of a question. */
import type { IpFamily } from '../../../contract/ip.ts';
import { groupBy, uniqueBy } from '../../../text/group.ts';
import type { WhyContext } from './explanation.ts';
import type { OfferedPort, UnknownPart } from '../model.ts';
import type { AddressFate } from '../fate.ts';
import { servedPorts } from '../consumers/consume.ts';
import { listFor } from '../policies.ts';
import { hostOf, type ProxiedPort } from '../proxy.ts';
import type { Reason } from '../reasons.ts';
import { namedViewpoints, type NamedViewpoint } from './named-viewpoints.ts';

export interface PortView {
  readonly at: NamedViewpoint;
  readonly family: IpFamily;
  readonly proxied: ProxiedPort;
  /** Where the connections of clients in the cluster go. */
  readonly addresses: readonly string[];
}

/** By Service port: the viewpoints of all families that the question considers. A consumer reads all families at once. */
export function portViews(
  context: WhyContext,
  families: readonly IpFamily[],
): ReadonlyMap<OfferedPort, readonly PortView[]> {
  const { own, question } = context;
  const { consumer } = question;
  const views = (consumer ? families.slice(0, 1) : families).flatMap((family) =>
    namedViewpoints(context, family).flatMap((at) => {
      return servedPorts(own, consumer, at.viewpoint).map((proxied, i) => ({
        i,
        view: { at, family, proxied, addresses: consumer ? proxied.all : listFor(proxied, 'inside') },
      }));
    }),
  );
  return new Map(
    [...groupBy(views, ({ i }) => i).values()].flatMap((group) => {
      const all = group.map(({ view }) => view);
      return all[0] ? [[all[0].proxied.port, all] as const] : [];
    }),
  );
}

/** A written address, with the views in which it gets traffic. */
export interface AddressOutcome {
  readonly fate: AddressFate;
  /** Without the port. */
  readonly ip: string;
  readonly usedIn: readonly PortView[];
  /** Why it gets none elsewhere: the first reason that concerns the family of the address. */
  readonly why: Reason | undefined;
  readonly unusedIn: readonly PortView[];
}

export function addressOutcomes(views: readonly PortView[], families: readonly IpFamily[]): readonly AddressOutcome[] {
  const all = new Map<
    string,
    { fate: AddressFate; usedIn: PortView[]; unusedIn: PortView[]; why: Reason | undefined }
  >();
  for (const view of views) {
    const used = new Set(view.addresses);
    for (const fate of view.proxied.written) {
      const { entry } = fate.object;
      const key = `${entry.uri} ${entry.ordinal} ${fate.path.join('/')}`;
      const known = all.get(key) ?? { fate, usedIn: [], unusedIn: [], why: undefined };
      all.set(key, known);
      if (isOfOtherFamily(fate.why, families)) continue;
      if (!fate.why && used.has(fate.address)) {
        known.usedIn.push(view);
        known.fate = fate;
        continue;
      }
      known.unusedIn.push(view);
      // An endpoint that only traffic from outside uses has no reason of its own.
      known.why ??= fate.why ?? { kind: 'not-local' };
      if (known.usedIn.length === 0) known.fate = fate;
    }
  }
  return [...all.values()].map((each) => ({ ...each, ip: hostOf(each.fate.address) }));
}

/** The Pods that decide for a consumer, each once. */
export function podsIn(views: readonly PortView[]): readonly UnknownPart[] {
  const pods = views.flatMap(({ proxied }) => proxied.unknown.filter(({ pod }) => pod !== undefined));
  return uniqueBy(pods, ({ entry, path }) => `${entry.uri} ${entry.ordinal} ${path.join('/')}`);
}

/** True for the endpoint whose `targetRef` names the Pod. */
export function isOfPod({ object, path }: AddressFate, pod: UnknownPart): boolean {
  return object.entry === pod.entry && pod.path.slice(0, -1).every((step, i) => path[i] === step);
}

/** True where another proxy reads the slice, of a family that the question considers, too. */
function isOfOtherFamily(why: Reason | undefined, families: readonly IpFamily[]): boolean {
  return why?.kind === 'family' && families.some((family) => family === why.addressType);
}
