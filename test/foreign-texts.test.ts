/** A text that is taken for foreign by a search holds nothing that a rule asks for by itself, however it is written. */
import assert from 'node:assert/strict';
import { fileFacts } from '../server/src/analysis/facts/file-facts.ts';
import { kindKey } from '../server/src/analysis/workspace/index-keys.ts';
import { isAskedKind } from '../server/src/contract/asked-kinds.ts';
import { isForeign, mayOmitSelector } from '../server/src/frontends/concern.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { mayReport } from '../server/src/lint/check-file.ts';
import { rules } from '../server/src/rules/rules.ts';
import { mutate } from './support/mutate.ts';
import { times } from './support/runs.ts';
import { pod } from './support/workspace-texts.ts';

const mutations = times(4_000);
const named = (version: string, kind: string, name: string): string =>
  `apiVersion: ${version}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: shop\n`;

/** What holds an object that a rule asks for: by its kind, or in another spelling of it. */
const near: readonly string[] = [
  named('v1', 'Service', 'db'),
  named('v1', '"\\x53ervice"', 'db'),
  named('v1', '!!binary U2VydmljZQ==', 'db'),
  `${named('v1', '&k Service', 'db')}spec: {kind: *k}\n`,
  `{"apiVersion": "v1", "kind": "\\u0053ervice", "metadata": {"name": "db"}}`,
  named('serving.knative.dev/v1', 'Service', 'db'),
  named('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'db'),
  named('argoproj.io/v1alpha1', 'Application', 'db'),
  named('helm.cattle.io/v1', 'HelmChart', 'db'),
  named('networking.k8s.io/v1', 'Ingress', 'db'),
  named('gateway.networking.k8s.io/v1', 'HTTPRoute', 'db'),
  named('traefik.io/v1alpha1', 'IngressRouteTCP', 'db'),
  named('monitoring.coreos.com/v1', 'ServiceMonitor', 'db'),
  `${named('v1', 'ConfigMap', 'argocd-cm')}data:\n  resource.exclusions: ""\n`,
  `kind: List\napiVersion: v1\nitems:\n  - ${named('v1', 'Service', 'db').replaceAll('\n', '\n    ')}\n`,
  `name: p\nruntime: yaml\nresources:\n  db:\n    type: kubernetes:core/v1:Service\n    properties:\n      metadata: {name: db}\n`,
];

const foreign: readonly string[] = [
  pod('db-0'),
  named('apps/v1', 'Deployment', 'web'),
  named('v1', 'ServiceAccount', 'web'),
  `${named('v1', 'ConfigMap', 'settings')}data: {a: b}\n`,
  `{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}}`,
  `name: p\nruntime: yaml\nresources:\n  web:\n    type: kubernetes:apps/v1:Deployment\n    properties:\n      metadata: {name: web}\n`,
];

function saysNothing(text: string, isPartial: boolean): boolean {
  const file = readFile('a.yaml', text, { isPartial });
  const isKnown = fileFacts(file).some(
    ({ kind, group, exclusions }) => isAskedKind(kindKey(kind, group)) || exclusions !== undefined,
  );
  return !isKnown && !file.parts.some(({ document }) => mayReport(document, rules));
}

const service = `${named('v1', 'Service', 'db')}spec:\n  ports: [{port: 80}]\n`;
const selecting: readonly string[] = [
  `${service}  selector:\n    app: db\n`,
  `${service}  selector:\r\n    app: db\n`,
  `${service}  selector: {app: db}\n`,
  `${service}  selector: {\n    app: db}\n`,
  `{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "db"}, "spec": {"selector": {"app": "db"}}}`,
];
const unselecting: readonly string[] = [
  service,
  `${service}  selector:\n`,
  `${service}  selector: {}\n`,
  `${service}  selector: null\n`,
  service.replace('ports:', 'selector:\n  ports:'),
  service.replace('ports:', 'selector: {\n    }\n  ports:'),
  service.replace('Service', '"\\x53ervice"'),
  service.replace('Service', '!!binary U2VydmljZQ=='),
  `${selecting[0]}---\n${service}`,
  `${service}---\n${selecting[0]}`,
  `kind: List\napiVersion: v1\nitems:\n  - ${selecting[0]?.replaceAll('\n', '\n    ')}\n  - ${service.replaceAll('\n', '\n    ')}`,
];

describe('texts with Services', () => {
  it('are told from those whose Services all have a selector', () => {
    const own = (text: string): number =>
      fileFacts(readFile('a.yaml', text, { isPartial: false })).filter((facts) => facts.service?.selector === 'none')
        .length;
    for (const text of unselecting) assert.deepEqual([own(text), mayOmitSelector(text)], [1, true], text);
    const all = [...selecting, selecting.slice(0, 3).join('---\n'), ...foreign];
    for (const text of all) assert.deepEqual([own(text), mayOmitSelector(text)], [0, false], text);
  });
});

describe('texts that are foreign', () => {
  it('are told from those that hold what rules ask for', () => {
    for (const text of near) {
      assert.ok(!saysNothing(text, false), `The text is a poor example:\n${text}`);
      assert.ok(!isForeign(text), text);
    }
    for (const text of foreign) assert.ok(isForeign(text), text);
  });

  it(`hold nothing that rules ask for, after ${mutations} mutations`, () => {
    let count = 0;
    const texts = [...near, ...foreign];
    for (let seed = 0; seed < mutations; seed++) {
      const text = mutate(mutate(texts[seed % texts.length] ?? '', seed), seed + mutations);
      if (!isForeign(text)) continue;
      count++;
      for (const isPartial of [false, true]) assert.ok(saysNothing(text, isPartial), text);
    }
    assert.ok(count > mutations / 10, `Only ${count} texts were foreign.`);
  });
});
