/** The Services of each recorded case with the endpoints of other cases: a port that refuses all connections is an error. */
import assert from 'node:assert/strict';
import { createWorkspace, type TrafficPort } from '../server/src/api.ts';
import type { TrafficCase } from './support/traffic-cases.ts';
import { recordedTraffic } from './support/recorded-traffic.ts';

const cases = recordedTraffic<TrafficCase>();

/** How far apart the two cases are in the list. */
const distances = [13, 74];

describe('recorded traffic, crossed', () => {
  it('reports an error for every Service port without an endpoint', () => {
    const refused = cases.flatMap((services, i) =>
      distances.flatMap((distance) => {
        const endpoints = cases[(i + distance) % cases.length];
        return endpoints ? refusedIn(services, endpoints) : [];
      }),
    );
    const silent = refused.filter(({ hasErrors }) => !hasErrors);
    assert.deepEqual(silent, []);
    assert.ok(refused.length > 150, `${refused.length} ports`);
  });
});

interface Refused {
  readonly ids: string;
  readonly port: string;
  readonly hasErrors: boolean;
}

function refusedIn(one: TrafficCase, other: TrafficCase): readonly Refused[] {
  const services = one.objects.filter(({ kind }) => kind === 'Service');
  const objects = [...services, ...other.objects.filter(({ kind }) => kind !== 'Service')];
  const workspace = createWorkspace();
  workspace.set('all.yaml', objects.map((object) => JSON.stringify(object)).join('\n---\n'));
  const selecting = new Set(
    services.filter(({ spec }) => Object.keys(spec?.selector ?? {}).length > 0).map(({ metadata }) => metadata.name),
  );
  return (['IPv4', 'IPv6'] as const).flatMap((family) =>
    workspace
      .traffic({ family })
      .services.filter(({ name }) => !selecting.has(name))
      .flatMap(({ name, ports }) =>
        ports.filter(isRefused).map((port) => ({
          ids: `${one.id} ${other.id}`,
          port: `${name} ${port.name} ${family}`,
          hasErrors: workspace.check().some(({ severity }) => severity === 'error'),
        })),
      ),
  );
}

/** Where endpoints have another family, the cluster may decide on the families of the Service. */
function isRefused({ any, certain, endpoints }: TrafficPort): boolean {
  return !any && certain && endpoints.length > 0 && endpoints.every(({ why }) => why?.code !== 'family');
}
