/** `endpoints why` agrees with what was recorded of kube-proxy: an explanation never says anything else than the lists. */
import assert from 'node:assert/strict';
import { explainTraffic } from '../server/src/analysis/traffic/explain/explain.ts';
import type { Explanation, WhyQuestion } from '../server/src/analysis/traffic/explain/explanation.ts';
import type { TrafficWorld } from '../server/src/analysis/traffic/model.ts';
import { newestMinor } from '../server/src/contract/version.ts';
import { Project } from '../server/src/project/project.ts';
import { Reading } from '../server/src/project/reading.ts';
import { rejectionsIn } from '../server/src/project/rejections.ts';
import { trafficWorld } from '../server/src/project/traffic.ts';
import { sliced } from '../server/src/text/long-text.ts';
import { recordedTraffic } from './support/recorded-traffic.ts';

interface RecordedPort {
  readonly service: string;
  readonly port: string;
  readonly protocol: string;
  readonly cluster: readonly string[];
  readonly local: readonly string[];
  readonly any: boolean;
}

interface Case {
  readonly id: string;
  readonly node: string;
  readonly zone: string | null;
  readonly ipFamily: 'IPv4' | 'IPv6';
  readonly objects: readonly {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string };
    readonly spec?: { readonly internalTrafficPolicy?: string };
  }[];
  readonly ports: readonly RecordedPort[];
  readonly skipped: readonly { readonly name: string }[];
  readonly undefinedBetween?: object;
  /** What kube-proxy knows of some endpoints is random. The lists are not. */
  readonly knownUndefined?: true;
}

const cases = recordedTraffic<Case>();
const anywhere = { port: undefined, address: undefined, consumer: undefined } as const;

describe('endpoints why on recorded traffic', () => {
  for (const each of cases)
    it(each.id, () => {
      const { world, ask } = readCase(each);
      for (const { service } of world.services) {
        const name = `${service.namespace}/${service.name}`;
        const explanations = ask({ namespace: service.namespace, name: service.name });
        const recorded = each.ports.filter((port) => port.service === name);
        const isLocal = service.internalPolicy === 'Local';
        for (const port of recorded) {
          const list = isLocal ? port.local : port.cluster;
          const found = portIn(explanations, port);
          assert.ok(found, `${name}:${port.port}`);
          if (each.undefinedBetween) continue;
          const { arrives, answer } = found;
          if (list.length === 0) assert.notEqual(arrives, 'yes', answer);
          else assert.ok(arrives === 'yes' || arrives === 'partly', answer);
          if (list.length === 0 && arrives === 'no' && !answer.startsWith('None of'))
            assert.match(answer, port.any ? /drops the packets/ : /refuses each connection/);
          if (each.knownUndefined) continue;
          for (const address of new Set(addressesIn(world))) {
            const one = portIn(ask({ namespace: service.namespace, name: service.name, address }), port);
            const isListed = list.some((entry) => entry.startsWith(`${address}:`) || entry.startsWith(`[${address}]:`));
            assert.equal(one?.arrives, isListed ? 'yes' : 'no', `${address} at ${name}:${port.port}`);
          }
        }
        for (const { steps, ports } of explanations)
          for (const { text, change = 'Way out.' } of [...steps, ...ports.flatMap((port) => port.steps)]) {
            assert.match(text, /[.?]$/);
            assert.match(change, /^[A-Z"\d].*[.?]$/);
          }
      }
    });

  it('names a reason for each address without traffic', () => {
    for (const each of cases) {
      const { world, ask } = readCase(each);
      for (const { service } of world.services)
        for (const address of new Set(addressesIn(world)))
          for (const { arrives, steps, ports } of ask({ ...service, address }))
            if (arrives === 'no')
              assert.ok(
                [...steps, ...ports.flatMap((port) => port.steps)].some(({ verdict }) => verdict !== 'ok'),
                `${each.id}: ${service.name} ${address}`,
              );
    }
  });
});

function readCase({ objects, node, zone, ipFamily: family }: Case) {
  const project = new Project();
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  const reading = new Reading('objects.json', sliced(text), { before: undefined });
  project.edit({ uri: 'file:///top/objects.json', reading });
  const world = trafficWorld(project, { minor: newestMinor, isMirroring: true });
  const rejectionsOf = rejectionsIn(project, newestMinor);
  const ask = (question: Pick<WhyQuestion, 'namespace' | 'name'> & { readonly address?: string }) => {
    const { namespace, name, address } = question;
    return explainTraffic(
      world,
      { ...anywhere, namespace, name, address, node, zone, family },
      { rejectionsOf, nameBefore: () => undefined, isWhole: true },
    );
  };
  return { world, ask };
}

function portIn(explanations: readonly Explanation[], { port, protocol }: RecordedPort) {
  return explanations.flatMap(({ ports }) => ports).find((each) => each.name === port && each.protocol === protocol);
}

function addressesIn({ services, strays }: TrafficWorld): readonly string[] {
  const slices = [...services.flatMap((each) => each.slices), ...strays.map(({ slice }) => slice)];
  return slices.flatMap(({ endpoints }) => endpoints.flatMap(({ addresses }) => addresses));
}
