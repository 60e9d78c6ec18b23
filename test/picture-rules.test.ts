/**
 * The rules on the edges of a picture are those that `endpoints check` reports: for the recorded decisions of kube-proxy and
 * for random clusters. `PROPERTY_RUNS` multiplies the number of random clusters.
 */
import assert from 'node:assert/strict';
import type { Picture } from '../server/src/analysis/picture/picture.ts';
import { edgeRules } from './support/edge-rules.ts';
import { pictureFolder } from './support/picture-runs.ts';
import { folderOf } from './support/process.ts';
import { recordedTraffic } from './support/recorded-traffic.ts';
import { times } from './support/runs.ts';
import { temporary } from './support/temporary.ts';
import { service, slice } from './support/traffic-texts.ts';
import { writeCluster } from './support/traffic-writer.ts';

const wanted = times(400);

/** Findings at a broken edge that do not say why it is broken. */
const otherMatters: ReadonlySet<string> = new Set([
  'contradicting-endpoints at unmirrored-address',
  'duplicate-port-name at port-name',
  'duplicate-port-name at port-protocol',
  'mirrored-beside-slices at family',
  'mirrored-beside-slices at no-ports',
  'missing-port-number at port-name',
  'missing-port-number at port-protocol',
  'no-ready-endpoint at unmirrored-address',
  'non-canonical-ip at unmirrored-address',
  'not-ready-elsewhere at unmirrored-address',
  'slice-beside-selector at no-ports',
  'unserved-ip-family at unmirrored-address',
  'unusable-port at port-name',
  'unusable-port at port-protocol',
]);

describe('the rules on edges', function () {
  this.timeout(120_000 + wanted * 60);
  const folder = pictureFolder();
  after(() => folder.remove());
  const make = temporary(folderOf);

  /** The rules that are named, with the codes of their edges. */
  async function compare(name: string, objects: readonly unknown[]): Promise<readonly string[]> {
    const { wrong, others, named } = await edgeRules(folder, objects);
    const strange = [...others].filter((each) => !otherMatters.has(each));
    const all = [...wrong, ...strange.map((each) => `${each} is reported, and the edge names no rule`)];
    if (all.length > 0) assert.fail([name, ...all, JSON.stringify(objects)].join('\n'));
    return named.flatMap(({ code, rule }) => (rule === null ? [] : [`${code}: ${rule}`]));
  }

  it('are those that a check reports for the recorded cases', async () => {
    const named = new Set<string>();
    for (const { id, objects } of recordedTraffic()) for (const each of await compare(id, objects)) named.add(each);
    for (const each of [
      'external-name: external-name-service',
      'family: fqdn-behind-cluster-ip',
      'family: unserved-ip-family',
      'headless-label: headless-label',
      'later-address: unused-address',
      'no-label: slice-without-service',
      'no-ports: missing-ports',
      'no-service: missing-service',
      'not-ready: no-ready-endpoint',
      'other-proxy: other-proxy',
      'overwritten: overwritten-slice',
      'port-name: unmatched-port',
      'port-name: unserved-port',
      'port-number: missing-port-number',
      'port-protocol: unmatched-port',
      'replaced: repeated-address',
      'unmirrored: missing-service',
      'unmirrored: not-mirrored',
      'unmirrored: overwritten-by-selector',
    ])
      assert.ok(named.has(each), each);
  });

  it(`are those that a check reports for ${wanted} random clusters`, async () => {
    for (let seed = 0; seed < wanted; seed++) await compare(`seed ${seed}`, writeCluster(seed).objects);
  });

  const text = service('web', '- { name: http, port: 80 }') + slice('web', '{ name: htp, port: 80 }', ['10.0.0.1']);

  function namedIn(files: Readonly<Record<string, string>>, ...args: readonly string[]): readonly (string | null)[] {
    const { out } = make(files).run('show', '--format', 'json', ...args);
    const { services } = JSON.parse(out) as Picture;
    const flows = services.flatMap(({ objects }) => objects.flatMap(({ flows: own, addresses }) => [...own, ...addresses.flatMap((each) => each.flows)])); // prettier-ignore
    return flows.map(({ flow, why }) => (flow === 'broken' ? (why?.rule ?? null) : flow));
  }

  it('are not named where an ignore or a setting silences them', () => {
    assert.deepEqual(namedIn({ 'k.yaml': text }), ['unmatched-port', 'unmatched-port']);
    const ignored = text.replace('ports: [{ name: htp', '# endpoints: ignore[unmatched-port]\nports: [{ name: htp');
    assert.notEqual(ignored, text);
    assert.deepEqual(namedIn({ 'k.yaml': ignored }), [null, null]);
    const settings = JSON.stringify({ severity: { 'unmatched-port': 'off' } });
    assert.deepEqual(namedIn({ 'k.yaml': text, 'endpoints.config.yaml': settings }), [null, null]);
  });

  it('are those of what a kustomization builds', () => {
    const kustomization = 'resources: [k.yaml]\nnamespace: shop\n';
    assert.deepEqual(namedIn({ 'k.yaml': text, 'kustomization.yaml': kustomization }), ['unmatched-port', 'unmatched-port']); // prettier-ignore
  });

  it('are those of the views after a conversion and of mirrored slices', () => {
    const endpoints = 'apiVersion: v1\nkind: Endpoints\nmetadata: { name: web }\nsubsets:\n- addresses: [{ ip: 10.0.0.1 }]\n  ports: [{ name: htp, port: 80 }]\n'; // prettier-ignore
    const files = { 'k.yaml': `${service('web', '- { name: http, port: 80 }')}---\n${endpoints}` };
    for (const view of ['written', 'mirrored', 'converted'])
      assert.deepEqual(namedIn(files, '--view', view), ['unmatched-port', 'unmatched-port'], view);
  });
});
