/**
 * What `endpoints show` draws is what `endpoints traffic` answers, in both directions: for the recorded decisions of kube-proxy and
 * for random clusters. `PROPERTY_RUNS` multiplies the number of random clusters.
 */
import assert from 'node:assert/strict';
import { consumerNames } from '../server/src/analysis/traffic/consumers/consumers.ts';
import { differences } from './support/picture-equality.ts';
import { comparisonOf, pictureFolder, type AskedFrom } from './support/picture-runs.ts';
import { pick, randomFrom, rarely } from './support/random.ts';
import { recordedTraffic } from './support/recorded-traffic.ts';
import { times } from './support/runs.ts';
import type { TrafficManifest } from './support/traffic-objects.ts';
import { writeCluster } from './support/traffic-writer.ts';

const wanted = times(2_000);

describe('the picture shows what traffic answers', function () {
  this.timeout(120_000 + wanted * 60);
  const folder = pictureFolder();
  after(() => folder.remove());

  async function compare(name: string, objects: readonly TrafficManifest[], asked: AskedFrom): Promise<void> {
    const found = differences(await comparisonOf(folder, objects, asked));
    if (found.length > 0) assert.fail([name, JSON.stringify(asked), ...found, JSON.stringify(objects)].join('\n'));
  }

  it('for the recorded cases', async () => {
    const cases = recordedTraffic();
    assert.ok(cases.length >= 400);
    for (const { id, objects, node, zone, ipFamily: family } of cases)
      await compare(id, objects as readonly TrafficManifest[], { node, zone, family, through: 'kube-proxy', mirroring: 'on' }); // prettier-ignore
  });

  it(`for ${wanted} random clusters`, async () => {
    for (let seed = 0; seed < wanted; seed++) {
      const { objects, viewpoint } = writeCluster(seed);
      const { node, zone, ipFamily } = viewpoint;
      const random = randomFrom(seed);
      const through = rarely(random, 3) ? pick(random, consumerNames) : 'kube-proxy';
      const family = through === 'kube-proxy' && rarely(random, 2) ? ipFamily : undefined;
      const mirroring = rarely(random, 10) ? 'off' : 'on';
      // A Node that is written says its zone itself.
      const hasNode = objects.some(({ kind, metadata }) => kind === 'Node' && metadata.name === node);
      await compare(`seed ${seed}`, objects, { node, zone: hasNode ? null : zone, family, through, mirroring });
    }
  });
});
