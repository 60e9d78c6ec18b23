/** Changes of traffic: what they say of each viewpoint is the difference of the two answers, and they are symmetric. */
import assert from 'node:assert/strict';
import { trafficChanges, type TrafficChange, type TrafficState } from '../server/src/analysis/traffic/changes.ts';
import { proxiedPorts } from '../server/src/analysis/traffic/proxy.ts';
import { newestMinor } from '../server/src/contract/version.ts';
import { Project } from '../server/src/project/project.ts';
import { trafficWorld } from '../server/src/project/traffic.ts';
import { recordedTraffic } from './support/recorded-traffic.ts';

interface Case {
  readonly id: string;
  readonly node: string;
  readonly zone: string | null;
  readonly ipFamily: 'IPv4' | 'IPv6';
  readonly objects: readonly { readonly kind: string; readonly endpoints?: readonly object[] | null }[];
}

const cases = recordedTraffic<Case>();

function stateOf(objects: readonly object[]): TrafficState {
  const project = new Project();
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  project.set({ uri: 'file:///a.json', path: 'a.json', text });
  const { services, nodes } = trafficWorld(project, { minor: newestMinor, isMirroring: true });
  return {
    services: services.map((world) => ({ key: `${world.service.namespace}/${world.service.name}`, world })),
    nodes,
  };
}

/** Without the last endpoint of the first slice that has some. */
function withoutOne(objects: Case['objects']): Case['objects'] {
  const first = objects.findIndex(({ endpoints }) => (endpoints ?? []).length > 0);
  return objects.map((each, i) => (i === first ? { ...each, endpoints: each.endpoints?.slice(0, -1) ?? [] } : each));
}

const everything = { family: undefined, consumer: undefined, viewpoint: undefined };

describe('changes of traffic', () => {
  const pairs = cases.map((each) => ({
    each,
    before: stateOf(each.objects),
    after: stateOf(withoutOne(each.objects)),
  }));

  it('are the difference of the answers from the viewpoint that is asked for', () => {
    let count = 0;
    for (const { each, before, after } of pairs) {
      const { node, zone, ipFamily: family } = each;
      const { changes } = trafficChanges(before, after, { family, consumer: undefined, viewpoint: { node, zone } });
      const found = changes.flatMap(({ service, port, from, lost, gained }) => {
        const key = `${service.namespace}/${service.name} ${port.protocol} ${port.name}`;
        const sides = from === 'anywhere' ? ['inside', 'outside'] : [from];
        return sides.map((side) => JSON.stringify([key, side, lost, gained]));
      });
      const expected = differences(before, after, each);
      count += expected.length;
      // A port without access from outside has one side.
      for (const difference of expected) assert.ok(found.includes(difference), `${each.id}: ${difference}`);
    }
    assert.ok(count > 100, String(count));
  });

  it('are symmetric, and there are none between equal states', () => {
    for (const { each, before, after } of pairs) {
      const there = trafficChanges(before, after, everything).changes;
      const back = trafficChanges(after, before, everything).changes;
      assert.deepEqual(
        there.map(shape),
        back.map((change) => shape({ ...change, lost: change.gained, gained: change.lost })),
        each.id,
      );
      assert.deepEqual(trafficChanges(before, stateOf(each.objects), everything).changes, [], each.id);
    }
  });
});

function shape({ service, port, family, from, isEverywhere, zones, nodes, hasOthers, lost, gained }: TrafficChange) {
  return { name: service.name, port: port.name, family, from, isEverywhere, zones, nodes, hasOthers, lost, gained };
}

/** By another way: both lists of both states. */
function differences(
  before: TrafficState,
  after: TrafficState,
  { node, zone, ipFamily: family }: Case,
): readonly string[] {
  const lists = (state: TrafficState): ReadonlyMap<string, readonly string[]> =>
    new Map(
      state.services.flatMap(({ key, world }) =>
        proxiedPorts(world, { node, zone, family }).flatMap((port): [string, readonly string[]][] => {
          const { internalPolicy, externalPolicy } = world.service;
          const name = `${key} ${port.port.protocol} ${port.port.name}`;
          const outside = externalPolicy === 'Local' ? port.local : port.cluster;
          return [
            [JSON.stringify([name, 'inside']), internalPolicy === 'Local' ? port.local : port.cluster],
            ...(port.isExternal ? [[JSON.stringify([name, 'outside']), outside] as [string, readonly string[]]] : []),
          ];
        }),
      ),
    );
  const [old, now] = [lists(before), lists(after)];
  return [...old].flatMap(([key, addresses]) => {
    const left = now.get(key) ?? [];
    const lost = addresses.filter((address) => !left.includes(address));
    const gained = left.filter((address) => !addresses.includes(address));
    const [name, side] = JSON.parse(key) as [string, string];
    return lost.length + gained.length === 0 ? [] : [JSON.stringify([name, side, lost, gained])];
  });
}
