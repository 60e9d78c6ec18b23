/** What each consumer makes of the same situations; the answers are in test/fixtures/traffic. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { consumerNames, consumerOf } from '../server/src/analysis/traffic/consumers/consumers.ts';
import { createWorkspace } from '../server/src/api.ts';
import { root } from './support/root.ts';

const folder = join(root, 'test/fixtures/traffic');

describe('consumers', () => {
  for (const consumer of consumerNames)
    it(`${consumer}: answers`, () => {
      const workspace = createWorkspace();
      workspace.set('situations.yaml', readFileSync(join(folder, 'situations.yaml'), 'utf8'));
      const { services, skipped } = workspace.traffic({ consumer, node: 'node-1', zone: 'a', family: 'IPv4' });
      const lines = services.flatMap(({ name, ports }) =>
        ports.map(({ name: port, port: number, usesLocal, local, cluster, endpoints, certain, unknown }) => {
          const used = usesLocal ? local : cluster;
          const others = endpoints.flatMap(({ address, why }) => (why ? [`  ${address}: ${why.message}`] : []));
          const doubt = certain ? '' : ` (not certain${unknown.map(({ text }) => `: ${text}`).join('')})`;
          return [`${name} ${port || 'unnamed'} ${number}: ${used.join(' ') || 'nothing'}${doubt}`, ...others].join(
            '\n',
          );
        }),
      );
      const left = skipped.map(({ name, why }) => `${name}: ${why}`);
      const { title = 'kube-proxy', version = '1.36' } = consumerOf(consumer) ?? {};
      const answer = `${[`${title}, as read in version ${version}`, ...lines, ...left].join('\n')}\n`;
      const file = join(folder, `${consumer}.txt`);
      if (process.env['UPDATE']) writeFileSync(file, answer);
      assert.equal(answer, readFileSync(file, 'utf8'));
    });
});
