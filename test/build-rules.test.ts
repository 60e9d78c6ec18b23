/** The rules on builds, with events that are written by hand: their messages, their fixes, and what they do not report. */
import assert from 'node:assert/strict';
import type { BuildFailure, BuildRemark } from '../server/src/tree/built.ts';
import {
  buildFindings,
  builtObject,
  builtRoot,
  originOf,
  withBuildFixes,
  type BuildTexts,
} from './support/build-checking.ts';

const service = (port: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n${port}`;
const slice =
  'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db-1\n  labels:\n    kubernetes.io/service-name: db\n';

/** The message and the changed file of the only finding of an event. */
function found(
  files: BuildTexts,
  event: { readonly remark: BuildRemark } | { readonly failure: BuildFailure },
): readonly [code: string, message: string, changed: string | undefined] {
  const remarks = 'remark' in event ? [event.remark] : [];
  const failure = 'failure' in event ? event.failure : undefined;
  const paths = Object.keys(files).filter((path) => /^kind: /m.test(files[path] ?? '') && path.startsWith('base/'));
  const objects = failure ? [] : paths.map((path) => builtObject(files, path));
  const findings = buildFindings([builtRoot('overlays/prod', { objects, remarks, failure })], files);
  assert.equal(findings.length, 1);
  const [finding] = findings;
  const fixed = withBuildFixes(files, findings);
  const changed = Object.keys(files).find((path) => fixed[path] !== files[path]);
  return [finding?.rule.code ?? '', finding?.message ?? '', changed && fixed[changed]];
}

function lost(base: string, patch: string, side: 'base' | 'patch'): ReturnType<typeof found> {
  const files = { 'base/db.yaml': service(base), 'port.yaml': patch };
  const [at, from] = [originOf(files, 'port.yaml', '5432'), originOf(files, 'base/db.yaml', '5432')];
  return found(files, { remark: { what: 'lost-port-patch', at, port: '5432', side, base: from } });
}

describe('rules on builds', () => {
  const onlyBase =
    'In overlays/prod, kustomize drops this change of port 5432: only its base writes protocol, so the two do not match. ';
  const onlyPatch =
    'In overlays/prod, kustomize drops this change of port 5432: only this patch writes protocol, so the two do not match. ';

  it('write the protocol of the base into the patch of a port, in every layout', () => {
    const base = '    - port: 5432\n      protocol: TCP\n';
    for (const [before, after] of [
      ['ports:\n  - port: 5432\n    targetPort: 1\n', 'ports:\n  - port: 5432\n    protocol: TCP\n    targetPort: 1\n'],
      ['ports:\n- name: a # A\n  port: 5432 # B\n', 'ports:\n- name: a # A\n  port: 5432 # B\n  protocol: TCP\n'],
      ['ports: [{port: 5432, targetPort: 1}]\n', 'ports: [{port: 5432, protocol: TCP, targetPort: 1}]\n'],
      ['{"ports": [{"port": 5432}]}', '{"ports": [{"port": 5432, "protocol": "TCP"}]}'],
      ['ports:\r\n  - port: 5432\r\n', 'ports:\r\n  - port: 5432\r\n    protocol: TCP\r\n'],
      ['ports:\n  -\n    port: 5432\n', 'ports:\n  -\n    port: 5432\n    protocol: TCP\n'],
      ['ports: [{port: 5432, more: {a: 1}}]\n', undefined],
    ] as const) {
      assert.deepEqual(lost(base, before, 'base'), ['lost-port-patch', `${onlyBase}Write protocol: TCP here.`, after]);
    }
  });

  it('do not decide between a change of a UDP port and a new TCP port', () => {
    const words = `${onlyBase}Write protocol: UDP here to change that port, or TCP to add one.`;
    const base = '    - {port: 5432, protocol: UDP}\n';
    assert.deepEqual(lost(base, 'ports:\n  - port: 5432\n', 'base'), ['lost-port-patch', words, undefined]);
  });

  it('remove the protocol from the patch if the base has none', () => {
    const base = '    - port: 5432\n';
    for (const [before, after] of [
      ['ports:\n  - port: 5432\n    protocol: TCP\n    name: a\n', 'ports:\n  - port: 5432\n    name: a\n'],
      ['ports:\n  - {port: 5432, protocol: TCP}\n', 'ports:\n  - {port: 5432}\n'],
      ['ports:\n  - {protocol: TCP, port: 5432}\n', 'ports:\n  - {port: 5432}\n'],
      ['ports:\n  - protocol: TCP\n    port: 5432\n', undefined],
    ] as const) {
      assert.deepEqual(lost(base, before, 'patch'), ['lost-port-patch', `${onlyPatch}Remove protocol here.`, after]);
    }
    assert.deepEqual(lost(base, 'ports:\n  - port: 5432\n    protocol: UDP\n', 'patch'), [
      'lost-port-patch',
      `${onlyPatch}Write protocol: TCP in the base, too, and kustomize adds this port.`,
      undefined,
    ]);
  });

  it('report an event of several roots once', () => {
    const files = { 'base/db.yaml': 'subsets: []\n', 'a.yaml': 'subsets:\n  - addresses: []\n' };
    const [at, base] = [originOf(files, 'a.yaml', 'subsets'), originOf(files, 'base/db.yaml', 'subsets')];
    const roots = ['a', 'b', '.'].map((name) => builtRoot(name, { remarks: [{ what: 'dropped-ports', at, base }] }));
    const message =
      ', this patch replaces all subsets and writes no ports, so their ports are dropped and nothing routes to the addresses. Repeat the ports here.';
    const words = (count: number, from = 0): readonly string[] =>
      buildFindings(roots.slice(from, from + count), files).map((finding) => finding.message);
    assert.deepEqual(words(3), [`In a, b and the top folder${message}`]);
    assert.deepEqual(words(2), [`In a and b${message}`]);
    assert.deepEqual(words(1, 2), [`In the top folder${message}`]);
  });

  it('report a target of a component only if no root has it', () => {
    const files = {
      'c/kustomization.yaml': 'patches:\n  - target: {kind: Endpoints, name: bd}\n',
      'db.yaml': service(''),
    };
    const objects = [builtObject(files, 'db.yaml')];
    const at = originOf(files, 'c/kustomization.yaml', '{kind: Endpoints, name: bd}');
    const reads = new Set(['c/kustomization.yaml']);
    const without = builtRoot('a', { reads, objects, remarks: [{ what: 'unmatched-target', at, field: 'patches' }] });
    assert.equal(buildFindings([without], files).length, 1);
    assert.equal(buildFindings([without, { ...without, name: 'b' }], files).length, 1);
    assert.equal(buildFindings([without, builtRoot('b', {})], files).length, 1);
    assert.deepEqual(buildFindings([without, builtRoot('b', { reads })], files), []);
    // Nothing is built where no kustomization lists a resource.
    assert.deepEqual(buildFindings([{ ...without, build: { ...without.build, objects: [] } }], files), []);
  });

  it('propose the object that a target may mean', () => {
    const files = {
      'base/db.yaml': service(''),
      'kustomization.yaml': 'target: {kind: Service, name: bd}\ntarget: {kind: Sevrice}\ntarget: {name: b.*}\n',
    };
    const words = (text: string): string =>
      found(files, {
        remark: { what: 'unmatched-target', at: originOf(files, 'kustomization.yaml', text), field: 'patches' },
      })[1];
    const head = 'This target matches no object in overlays/prod, so kustomize silently skips the patch. ';
    assert.equal(words('{kind: Service, name: bd}'), `${head}Did you mean "db"?`);
    assert.equal(words('{kind: Sevrice}'), `${head}Did you mean "Service"?`);
    assert.equal(words('{name: b.*}'), `${head}Correct the target, or remove it.`);
  });

  it('add labels without selectors, unless other selectors would change', () => {
    const files = (text: string, more: BuildTexts = {}): BuildTexts => ({
      'kustomization.yaml': text,
      'base/db.yaml': service(''),
      ...more,
    });
    const added = (all: BuildTexts, field = 'commonLabels'): ReturnType<typeof found> => {
      const at = originOf(all, 'kustomization.yaml', 'app');
      return found(all, {
        remark: { what: 'added-selector', at, field, name: 'db', service: originOf(all, 'base/db.yaml', 'db') },
      });
    };
    const block = 'commonLabels: # A\n  app: shop\n  # B\n  team: x\nresources: []\n';
    const message =
      'In overlays/prod, the commonLabels give a selector to the Service "db", so the endpoints controller overwrites Endpoints of that name. Use labels without includeSelectors.';
    assert.deepEqual(added(files(block)), [
      'added-selector',
      message,
      'labels: # A\n  - pairs:\n      app: shop\n      # B\n      team: x\nresources: []\n',
    ]);
    const [code, words, fixed] = added(files('commonLabels: {app: shop} # A\n', { 'base/slice.yaml': slice }));
    assert.deepEqual([code, fixed], ['overwritten-by-labels', 'labels:\n  - pairs: {app: shop} # A\n']);
    assert.ok(words.includes('so matching Pods get its traffic as well.'));
    assert.equal(
      added(files('labels:\n  - pairs: {app: a}\n    includeSelectors: true\n'), 'labels')[2],
      'labels:\n  - pairs: {app: a}\n    includeSelectors: false\n',
    );
    for (const text of [
      `${block}labels: []\n`,
      'labels:\n  - pairs: {app: a}\n    includeSelectors: true\n  - pairs: {b: c}\n    includeSelectors: true\n',
      '{commonLabels: {app: shop}}\n',
    ])
      assert.equal(added(files(text))[2], undefined);
    const others = [
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n',
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  selector:\n    app: web\n',
    ];
    for (const other of others) assert.equal(added(files(block, { 'base/web.yaml': other }))[2], undefined);
  });

  it('do not report a selector of an ExternalName Service', () => {
    const files = {
      'kustomization.yaml': 'commonLabels: {app: a}\n',
      'db.yaml': service('  type: ExternalName\n').replace('  ports:\n', ''),
    };
    const at = originOf(files, 'kustomization.yaml', 'app');
    const remarks: readonly BuildRemark[] = [
      { what: 'added-selector', at, field: 'commonLabels', name: 'db', service: originOf(files, 'db.yaml', 'db') },
    ];
    assert.deepEqual(buildFindings([builtRoot('a', { remarks, objects: [builtObject(files, 'db.yaml')] })], files), []);
  });

  it('write values in quotes that must be strings', () => {
    const files = {
      'kustomization.yaml':
        'namespace: 7\nlabels:\n  - pairs: {a: n}\nbuildMetadata: 1.5\nresources: 9\nnameSuffix: [a]\n',
    };
    const words = (text: string): ReturnType<typeof found> =>
      found(files, {
        failure: { cause: 'field-type', message: 'M.', at: originOf(files, 'kustomization.yaml', text) },
      });
    assert.equal(
      words('7')[1],
      'kustomize rejects overlays/prod: 7 without quotes is a number, and "namespace" must be a string. Write "7".',
    );
    assert.equal(words('7')[2]?.slice(0, 14), 'namespace: "7"');
    assert.ok(words('n}')[1].endsWith('M.'));
    assert.ok(words('9')[1].endsWith('M.'));
    assert.ok(words('[a]')[1].endsWith('M.'));
    const n = originOf(files, 'kustomization.yaml', 'n}');
    const at = { ...n, span: { start: n.span.start, end: n.span.end - 1 } };
    const [, message, fixed = ''] = found(files, { failure: { cause: 'field-type', message: 'M.', at } });
    assert.ok(message.endsWith('n without quotes is a boolean, and "a" must be a string. Write "n".'));
    assert.ok(fixed.includes('{a: "n"}'));
  });
});
