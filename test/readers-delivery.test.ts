/** Readers of Endpoints: Argo CD, Velero, and patches of kustomize and Flux. */
import assert from 'node:assert/strict';
import { fixedReaders, foundReaders, handWritten } from './support/reader-search.ts';

describe('readers: Argo CD', () => {
  const application = (more: string, namespace = 'shop'): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source: {repoURL: https://git.test, path: apps}\n  destination: {namespace: ${namespace}}\n${more}`;

  it('finds ignored differences', () => {
    const ignored =
      '  ignoreDifferences:\n    - {group: apps, kind: Deployment}\n    - kind: Endpoints\n      jsonPointers: [/subsets]\n';
    assert.deepEqual(foundReaders({ 'argo/a.yaml': application(ignored) }), [
      'argo/a.yaml:9 argo-ignore person [shop/db]',
    ]);
    assert.deepEqual(foundReaders({ 'argo/a.yaml': application(ignored, 'none') }), [
      'argo/a.yaml:9 argo-ignore person [*]',
    ]);
    assert.deepEqual(foundReaders({ 'argo/a.yaml': application(ignored, 'none').replace('path: apps', 'path: k8s') }), [
      'argo/a.yaml:9 argo-ignore person [shop/db,bank/host]',
    ]);
    const named = ignored.replace('kind: Endpoints', 'kind: Endpoints\n      name: host\n      namespace: bank');
    assert.deepEqual(foundReaders({ 'argo/a.yaml': application(named) }), [
      'argo/a.yaml:9 argo-ignore person [bank/host]',
    ]);
    const entry =
      '  ignoreDifferences: [{group: networking.istio.io, kind: ServiceEntry, jsonPointers: [/spec/endpoints]}]\n';
    assert.deepEqual(foundReaders({ 'argo/a.yaml': application(entry) }), []);
    const cm = (data: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n${data}`;
    const key = cm('  resource.customizations.ignoreDifferences._Endpoints: |\n    jsonPointers: [/subsets]\n');
    assert.deepEqual(foundReaders({ 'cm.yaml': key }), ['cm.yaml:5 argo-ignore person [*]']);
    const old = cm(
      '  resource.customizations: |\n    apps/Deployment:\n      health.lua: x\n    Endpoints:\n      ignoreDifferences: "{}"\n',
    );
    assert.deepEqual(foundReaders({ 'cm.yaml': old }), ['cm.yaml:8 argo-ignore person [*]']);
  });

  it('adds slices to the list of a project', () => {
    const project = (list: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: AppProject\nmetadata: {name: p}\nspec:\n  destinations: [{namespace: 'sh*'}]\n  namespaceResourceWhitelist:\n${list}`;
    const lacking = project("    - group: ''\n      kind: Endpoints\n    - group: apps\n      kind: Deployment\n");
    assert.deepEqual(foundReaders({ 'p.yaml': lacking }), ['p.yaml:8 argo-project rewrite [shop/db]']);
    assert.equal(
      fixedReaders('p.yaml', lacking),
      lacking.replace(
        'kind: Endpoints\n',
        'kind: Endpoints\n    - group: discovery.k8s.io\n      kind: EndpointSlice\n',
      ),
    );
    const flow = project("    - {group: '', kind: Endpoints}\n");
    assert.match(
      fixedReaders('p.yaml', flow),
      /kind: Endpoints\}\n {4}- \{ ?group: '?discovery\.k8s\.io'?, kind: EndpointSlice ?\}\n$/,
    );
    for (const more of ["    - {group: 'discovery.k8s.io', kind: '*'}\n", "    - {group: '*', kind: '*'}\n"])
      assert.deepEqual(foundReaders({ 'p.yaml': project(`    - {group: '', kind: Endpoints}\n${more}`) }), []);
    assert.deepEqual(foundReaders({ 'p.yaml': lacking.replace('Whitelist', 'Blacklist') }), []);
    assert.deepEqual(foundReaders({ 'p.yaml': lacking.replace("'sh*'", 'other') }), []);
  });

  it('compares the text between the stars of a destination', () => {
    const project = (glob: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: AppProject\nmetadata: {name: p}\nspec:\n  destinations: [{namespace: '${glob}'}]\n  namespaceResourceWhitelist:\n    - {group: '', kind: Endpoints}\n`;
    const countIn = (glob: string): number => foundReaders({ 'p.yaml': project(glob) }).length;
    for (const glob of ['*', '*ho*', 's*o*p', '*sh*op*', 's**p', 'shop*']) assert.equal(countIn(glob), 1, glob);
    for (const glob of ['*prod*', 's*x*p', '*op*sh*', 'sho*op', '*hh*', 'sho']) assert.equal(countIn(glob), 0, glob);
  });

  it('finds filters that name one of both kinds', () => {
    const filter = (name: string, kinds: string): string =>
      `configs:\n  cm:\n    ${name}: |\n      - apiGroups: ['', discovery.k8s.io]\n        kinds: ${kinds}\n`;
    for (const name of ['resource.exclusions', 'resource.inclusions'])
      for (const kind of ['Endpoints', 'EndpointSlice'])
        assert.deepEqual(foundReaders({ 'values.yaml': filter(name, `[Lease, ${kind}]`) }), [
          'values.yaml:5 argo-filter person [*]',
        ]);
    assert.deepEqual(foundReaders({ 'values.yaml': filter('resource.exclusions', '[Endpoints, EndpointSlice]') }), []);
    assert.deepEqual(
      foundReaders({ 'values.yaml': filter('resource.exclusions', '[Lease]\n        # Endpoints') }),
      [],
    );
  });
});

describe('readers: Velero', () => {
  const backup = (list: string): string =>
    `apiVersion: velero.io/v1\nkind: Schedule\nmetadata: {name: b}\nspec:\n  template:\n    includedNamespaces: [shop]\n    ${list}\n`;

  it('adds slices to included resources', () => {
    const text = backup("includedResources:\n    - 'services'\n    - 'endpoints'");
    assert.deepEqual(foundReaders({ 'b.yaml': text }), ['b.yaml:9 velero-filter rewrite [shop/db]']);
    assert.equal(
      fixedReaders('b.yaml', text),
      text.replace("- 'endpoints'\n", "- 'endpoints'\n    - 'endpointslices.discovery.k8s.io'\n"),
    );
    assert.deepEqual(
      foundReaders({ 'b.yaml': backup('includedNamespaceScopedResources: [endpoints]').replace('[shop]', "['*']") }),
      ['b.yaml:7 velero-filter rewrite [*]'],
    );
    assert.deepEqual(foundReaders({ 'b.yaml': backup('excludedResources: [endpoints]') }), [
      'b.yaml:7 velero-filter person [shop/db]',
    ]);
  });

  it('is silent where slices are named too', () => {
    for (const list of ['[endpoints, endpointslices]', "['*', endpoints]", '[services]  # endpoints'])
      assert.deepEqual(foundReaders({ 'b.yaml': backup(`includedResources: ${list}`) }), []);
  });

  it('finds commands', () => {
    const script =
      '#!/bin/sh\n# velero backup create x --include-resources endpoints\nvelero backup create x \\\n  --include-namespaces bank --include-resources=services,endpoints\n';
    assert.deepEqual(foundReaders({ 'b.sh': script }), ['b.sh:4 velero-filter person [bank/host]']);
  });
});

describe('readers: patches', () => {
  it('finds targets, inline patches and files of kustomize', () => {
    const kustomization =
      'resources: [../k8s]\npatches:\n  - target: {kind: Endpoints, name: db}\n    path: p.yaml\n  - target: {kind: Service}\n    patch: |\n      - {op: add, path: /metadata/labels/endpoints, value: Endpoints}\n';
    assert.deepEqual(foundReaders({ 'over/kustomization.yaml': kustomization }), [
      'over/kustomization.yaml:3 patch-target person [shop/db]',
    ]);
    const inline =
      'patches:\n  - patch: |-\n      apiVersion: v1\n      kind: Endpoints\n      metadata: {name: host}\n      subsets: []\n';
    assert.deepEqual(foundReaders({ 'over/kustomization.yaml': inline }), [
      'over/kustomization.yaml:4 patch-target person [bank/host]',
    ]);
    const file = {
      'over/kustomization.yaml': 'patchesStrategicMerge: [p.yaml]\n',
      'over/p.yaml': handWritten['k8s/shop.yaml'],
    };
    assert.deepEqual(foundReaders(file), ['over/p.yaml:2 patch-target person [shop/db]']);
    const targeted = { ...file, 'over/kustomization.yaml': 'patches: [{target: {kind: Endpoints}, path: p.yaml}]\n' };
    assert.deepEqual(foundReaders(targeted), ['over/kustomization.yaml:1 patch-target person [*]']);
    const json = 'patchesJson6902:\n  - target: {version: v1, kind: Endpoints, name: db}\n    path: p.json\n';
    assert.deepEqual(foundReaders({ 'over/kustomization.yml': json }), [
      'over/kustomization.yml:2 patch-target person [shop/db]',
    ]);
  });

  it('knows the objects of the kustomization', () => {
    const files = {
      'k8s/kustomization.yaml': 'resources: [shop.yaml]\n',
      'over/kustomization.yaml':
        'resources: [../k8s]\npatches:\n  - target:\n      kind: Endpoints\n    path: p.yaml\n',
    };
    assert.deepEqual(foundReaders(files), ['over/kustomization.yaml:4 patch-target person [shop/db]']);
  });

  it('finds patches of Flux, and is silent on those of other things', () => {
    const flux =
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: f}\nspec:\n  path: ./k8s\n  patches:\n    - target: {kind: Endpoints}\n      patch: "[]"\n';
    assert.deepEqual(foundReaders({ 'flux/f.yaml': flux }), ['flux/f.yaml:7 patch-target person [*]']);
    const release =
      'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: r}\nspec:\n  postRenderers:\n    - kustomize:\n        patches:\n          - target: {kind: Endpoints, name: gone}\n            patch: "[]"\n';
    assert.deepEqual(foundReaders({ 'flux/r.yaml': release }), [
      'flux/r.yaml:8 patch-target person [gone] later likely',
    ]);
    const both =
      'patches:\n  - {target: {kind: Endpoints}, path: p.yaml}\n  - {target: {kind: EndpointSlice}, path: p.yaml}\n';
    assert.deepEqual(foundReaders({ 'over/kustomization.yaml': both }), []);
  });
});
