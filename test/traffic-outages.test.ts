/** What kube-proxy was recorded to do, against the findings: no outage is silent, and where nothing is lost there is no error. */
import assert from 'node:assert/strict';
import { stringOf, valueOf } from '../server/src/tree/value.ts';
import { findings } from './support/checking.ts';
import { isLost, isRefused, isUnharmed, namesFor, type TrafficCase } from './support/traffic-cases.ts';
import { recordedTraffic } from './support/recorded-traffic.ts';

const cases = recordedTraffic<TrafficCase>();

describe('recorded traffic', () => {
  it('reports an error for every Service port that gets no traffic although ready addresses are written for it', () => {
    const lost = cases.flatMap((each) =>
      each.ports.filter((port) => isLost(port, each)).map((port) => ({ each, port })),
    );
    const silent = lost.filter(({ each, port }) => errorsOf(each, namesFor(port, each)).length === 0);
    assert.deepEqual(
      silent.map(({ each, port }) => `${each.id} ${port.port}: ${each.about}`),
      [],
    );
    assert.equal(lost.length, 45);
  });

  it('reports an error for every Service port without an endpoint, whatever the cause', () => {
    const refused = cases.flatMap((each) =>
      each.ports.filter((port) => isRefused(port, each)).map((port) => ({ each, port })),
    );
    const silent = refused.filter(({ each, port }) => errorsOf(each, namesFor(port, each)).length === 0);
    assert.deepEqual(silent.map(({ each }) => `${each.id}: ${each.about}`).sort(), [
      // Dual stack: the other cluster IP works. The info family-without-endpoints says so.
      'traffic/directed/164: dual stack, IPv4 slice only, IPv6 view',
      // The cluster decides on the family of this Service. If it is IPv6, traffic arrives.
      'traffic/pair/7: none ready + IPv6 slice',
      // As the first.
      'traffic/random/286: node port, families, Endpoints, proxy name, hints zones',
      'traffic/random/7: PreferSameZone, families, hints partial',
    ]);
    assert.equal(refused.length, 72);
  });

  it('reports no error where kube-proxy uses every ready address that is written, for every port', () => {
    const unharmed = cases.filter(isUnharmed);
    const wrong = unharmed.flatMap((each) => errorsOf(each).map((error) => `${each.id} ${error}`));
    assert.deepEqual(wrong, []);
    assert.equal(unharmed.length, 125);
  });
});

/** The errors in the objects with these names, or in all. */
function errorsOf({ objects }: TrafficCase, names?: ReadonlySet<string>): readonly string[] {
  const { found } = findings(objects.map((object) => JSON.stringify(object)).join('\n---\n'));
  return found.flatMap(({ severity, diagnostic: { rule, message, resource } }) => {
    const metadata = resource && valueOf(resource.properties, 'metadata');
    const name = metadata?.kind === 'mapping' ? stringOf(valueOf(metadata, 'name')) : undefined;
    const isOwn = !names || names.has(`${resource?.type} ${name ?? ''}`);
    return severity === 'error' && isOwn ? [`${rule.code}: ${message}`] : [];
  });
}
