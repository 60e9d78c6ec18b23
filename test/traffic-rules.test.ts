/** Rules that simulate traffic: current after edits of other files, and no further questions where endpoints are ready. */
import assert from 'node:assert/strict';
import { createWorkspace } from '../server/src/api.ts';
import { newestMinor } from '../server/src/contract/version.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { appliedIn, relate } from '../server/src/lint/relate.ts';
import { aloneAround, settingsFor } from './support/checking.ts';

const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n';

function slice(name: string, ip: string, conditions: string): string {
  return `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: ${name}, labels: {kubernetes.io/service-name: web, endpointslice.kubernetes.io/managed-by: me}}\naddressType: IPv4\nports: [{port: 8080}]\nendpoints: [{addresses: [${ip}], conditions: {${conditions}}}]\n`;
}

describe('rules on traffic', () => {
  it('follow the conditions in another file', () => {
    const workspace = createWorkspace();
    const codes = (): readonly string[] => workspace.check('a.yaml').map(({ code }) => code);
    workspace.set('service.yaml', service);
    workspace.set('a.yaml', slice('a', '10.20.0.21', 'ready: false'));
    assert.deepEqual(codes(), ['no-ready-endpoint']);
    const steps: readonly (readonly [string, readonly string[]])[] = [
      ['ready: false', ['no-ready-endpoint']],
      ['ready: false, terminating: true', []],
      ['ready: false, terminating: true, serving: false', ['no-ready-endpoint']],
      ['ready: true', []],
      ['ready: false, serving: true', ['no-ready-endpoint']],
      ['serving: false', []],
    ];
    for (const [conditions, expected] of steps) {
      workspace.set('b.yaml', slice('b', '10.20.0.22', conditions));
      assert.deepEqual(codes(), expected, conditions);
    }
    workspace.set('service.yaml', service.replace('ports', 'selector: {app: web}, ports'));
    assert.ok(!codes().includes('no-ready-endpoint'));
  });

  it('simulate only where no endpoint of a slice is ready', () => {
    const askedFor = (conditions: string): readonly string[] => {
      const text = [service, slice('a', '10.20.0.21', conditions)].join('---\n');
      const file = readFile('a.yaml', text, { isPartial: false });
      const around = aloneAround(file);
      return file.parts
        .flatMap(({ document }, i) => [
          ...appliedIn(relate(document, { first: i, settings: settingsFor(newestMinor), around }).answers),
        ])
        .filter((key) => key.includes(' Service '));
    };
    assert.deepEqual(askedFor('ready: true'), []);
    assert.deepEqual(askedFor('ready: false'), ['applied Service default web']);
  });
});
