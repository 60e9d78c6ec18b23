/** What transformers and references of kustomizations do, in directed builds that no recorded build covers. */
import { deepEqual, equal } from 'node:assert/strict';
import { Builder } from '../server/src/kustomize/build.ts';
import {
  buildOf,
  documents,
  endpointsText,
  ingressText,
  routeText,
  serviceText,
  sliceText,
} from './support/built-tree.ts';
import { buildFilesOf } from './support/kustomize-files.ts';

describe('namespace of a kustomization', () => {
  it('changes the subjects that it owns, and services of API services and of conversions', () => {
    const binding = `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: b}\nsubjects: [{kind: ServiceAccount, name: default}, {kind: ServiceAccount, name: other}]\n`;
    const api = `apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1.x}\nspec: {service: {name: db, namespace: old}}\n`;
    const built = buildOf('namespace: shop\n', documents(serviceText('db'), binding, api));
    deepEqual(built.at('RoleBinding', 'subjects'), [
      { kind: 'ServiceAccount', name: 'default', namespace: 'shop' },
      { kind: 'ServiceAccount', name: 'other' },
    ]);
    equal(built.at('APIService', 'spec service namespace'), 'shop');
    equal(built.at('APIService', 'metadata namespace'), undefined);
  });

  it('fails where two objects become one', () => {
    const two = documents(serviceText('db'), `apiVersion: v1\nkind: Service\nmetadata: {name: db, namespace: other}\n`);
    equal(buildOf('namespace: shop\n', two).failure, 'duplicate-object: shop');
    equal(buildOf('namePrefix: p-\n', two).failure, 'none');
  });

  it('leaves written namespaces with unsetOnly', () => {
    const transformer =
      'apiVersion: builtin\nkind: NamespaceTransformer\nmetadata: {name: t, namespace: late}\nunsetOnly: true\n';
    const objects = documents(
      endpointsText('a'),
      `apiVersion: v1\nkind: Service\nmetadata: {name: b, namespace: early}\n`,
    );
    const built = buildOf('transformers: [t.yaml]\n', objects, { 't.yaml': transformer });
    deepEqual(built.names, ['Endpoints late/a', 'Service early/b']);
  });
});

describe('references to renamed objects', () => {
  const two = (own: string) => ({
    'kustomization.yaml': 'resources: [a, b]\n',
    'a/kustomization.yaml': 'namePrefix: a-\nresources: [../base]\n',
    'b/kustomization.yaml': 'namePrefix: b-\nresources: [../base]\n',
    'base/kustomization.yaml': 'resources: [objects.yaml]\n',
    'base/objects.yaml': documents(serviceText('db'), own),
  });

  it('choose the object with the same prefixes', () => {
    const built = buildOf('', '', two(ingressText('db')));
    equal(built.at('Ingress a-front', 'spec defaultBackend service name'), 'a-db');
    equal(built.at('Ingress b-front', 'spec defaultBackend service name'), 'b-db');
    deepEqual(built.from('Ingress b-front', 'spec defaultBackend service name'), ['db', 'db', 'b-']);
  });

  it('stay where several objects are meant', () => {
    const files = { ...two(''), 'kustomization.yaml': 'resources: [a, b, objects.yaml]\n' };
    const built = buildOf('', ingressText('db'), files);
    equal(built.at('Ingress', 'spec defaultBackend service name'), 'db');
  });

  it('take the new namespace of a webhook service, found by its old one', () => {
    const hook = (namespace: string) => `{name: x, clientConfig: {service: {name: hook, namespace: ${namespace}}}}`;
    const configuration = `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: w}\nwebhooks: [${hook('first')}, ${hook('other')}]\n`;
    const objects = documents(
      `apiVersion: v1\nkind: Service\nmetadata: {name: hook, namespace: first}\n`,
      configuration,
    );
    const built = buildOf('namespace: ops\nnameSuffix: -x\n', objects);
    const at = (index: number) => built.at('ValidatingWebhookConfiguration', `webhooks ${index} clientConfig service`);
    deepEqual(at(0), { name: 'hook-x', namespace: 'ops' });
    deepEqual(at(1), { name: 'hook', namespace: 'other' });
  });

  it('follow a nameReference of a configuration, also a label', () => {
    const path = String.raw`metadata/labels/kubernetes.io\/service-name`;
    const refs = `nameReference: [{kind: Service, version: v1, fieldSpecs: [{kind: EndpointSlice, path: '${path}'}]}]\n`;
    const built = buildOf(
      'namePrefix: p-\nconfigurations: [refs.yaml]\n',
      documents(serviceText('db'), sliceText('s', 'db')),
      {
        'refs.yaml': refs,
      },
    );
    equal(built.at('EndpointSlice', 'metadata labels kubernetes.io/service-name'), 'p-db');
    deepEqual(built.remarks, []);
  });

  it('use the hash of generated objects', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {volumes: [{configMap: {name: one}}]}\n';
    const built = buildOf('configMapGenerator: [{name: one, literals: [a=1]}]\n', pod);
    const name = String(built.at('Pod', 'spec volumes 0 configMap name'));
    equal(/^one-[a-z0-9]{10}$/u.test(name), true);
    equal(built.at('ConfigMap', 'metadata name'), name);
    const plainName = buildOf('configMapGenerator: [{name: one, options: {disableNameSuffixHash: true}}]\n', pod);
    equal(plainName.at('ConfigMap', 'metadata name'), 'one');
  });
});

describe('references that keep an old name', () => {
  it('are remarked for slices and routes', () => {
    const built = buildOf(
      'namePrefix: p-\n',
      documents(serviceText('db'), sliceText('s', 'db'), routeText('{name: db, port: 1}')),
    );
    deepEqual(built.remarks, ['kubernetes.io/service-name: db is p-db by p-', 'backendRefs: db is p-db by p-']);
  });

  for (const [title, kustomization, objects] of [
    ['another namespace', 'namePrefix: p-\n', documents(serviceText('db'), routeText('{name: db, namespace: other}'))],
    [
      'another kind',
      'namePrefix: p-\n',
      documents(serviceText('db'), routeText('{name: db, kind: ServiceImport, group: x.io}')),
    ],
    ['a name that the build never had', 'namePrefix: p-\n', documents(serviceText('db'), sliceText('s', 'cache'))],
    ['the new name already', 'namePrefix: p-\n', documents(serviceText('db'), sliceText('s', 'p-db'))],
    ['no prefix', 'namespace: shop\n', documents(serviceText('db'), sliceText('s', 'db'))],
    [
      'a namespace apart',
      'nameSuffix: -x\n',
      documents(serviceText('db'), sliceText('s', 'db').replace('{name', '{namespace: far, name')),
    ],
    [
      'a replacement that mends it',
      `namePrefix: p-\nreplacements: [{source: {kind: Service}, targets: [{select: {kind: EndpointSlice}, fieldPaths: ['metadata.labels.[kubernetes.io/service-name]']}]}]\n`,
      documents(serviceText('db'), sliceText('s', 'db')),
    ],
  ] as const) {
    it(`are not remarked: ${title}`, () => deepEqual(buildOf(kustomization, objects).remarks, []));
  }

  it('are not remarked where something from outside may have the name', () => {
    const remote = 'resources: [objects.yaml, "https://example.com/x/y//z?ref=v1"]\nnamePrefix: p-\n';
    const objects = documents(serviceText('db'), sliceText('s', 'db'));
    deepEqual(buildOf('', objects, { 'kustomization.yaml': remote }).remarks, []);
  });

  it('are not remarked where another Service has the name now', () => {
    const files = { 'b/kustomization.yaml': 'namePrefix: p-\nresources: [s.yaml]\n', 'b/s.yaml': serviceText('db') };
    const kustomization = { 'kustomization.yaml': 'resources: [objects.yaml, b]\n' };
    const built = buildOf('', documents(serviceText('db'), sliceText('s', 'db')), { ...files, ...kustomization });
    deepEqual(built.remarks, []);
  });
});

describe('selectors that labels add', () => {
  const common = 'commonLabels: {app: shop}\n';

  it('are remarked for Services without one', () => {
    const objects = documents(
      serviceText('a'),
      serviceText('b', 'spec: {selector: null}\n'),
      serviceText('c', 'spec: {selector: {}}\n'),
    );
    deepEqual(
      buildOf(common, objects).remarks,
      ['a', 'b', 'c'].map((name) => `commonLabels app: ${name}`),
    );
  });

  for (const [title, kustomization, objects] of [
    ['a selector of its own', common, serviceText('a', 'spec: {selector: {own: x}}\n')],
    ['an external name', common, serviceText('a', 'spec: {type: ExternalName, externalName: db.example.com}\n')],
    ['labels of metadata alone', 'labels: [{pairs: {app: shop}}]\n', serviceText('a')],
    ['templates', 'labels: [{pairs: {app: shop}, includeTemplates: true}]\n', serviceText('a')],
  ] as const) {
    it(`are not remarked: ${title}`, () => deepEqual(buildOf(kustomization, objects).remarks, []));
  }

  for (const [title, selector] of [
    ['a patch of the overlay removes it', 'null'],
    ['a patch of the overlay writes one', '{own: x}'],
  ]) {
    it(`are not remarked: ${title}`, () => {
      const patch = `patches: [{patch: '{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {selector: ${selector}}}'}]\n`;
      const base = {
        'b/kustomization.yaml': `${common}resources: [s.yaml]\n`,
        'b/s.yaml': serviceText('a', 'spec: {type: ClusterIP}\n'),
      };
      deepEqual(buildOf('', '', { ...base, 'kustomization.yaml': `resources: [b]\n${patch}` }).remarks, []);
    });
  }
});

describe('objects of a base', () => {
  it('share in all overlays what transformers do not touch', () => {
    const overlay = (name: string) => `resources: [../base]\nnamespace: ${name}\ncommonLabels: {in: ${name}}\n`;
    const files: Readonly<Record<string, string>> = {
      'base/kustomization.yaml': 'resources: [e.yaml]\n',
      'base/e.yaml': endpointsText('db', 'subsets: [{addresses: [{ip: 10.0.0.1}]}]\n'),
      'one/kustomization.yaml': overlay('one'),
      'two/kustomization.yaml': overlay('two'),
    };
    const builder = new Builder(buildFilesOf(files));
    const subsets = (root: string) => {
      const [object] = builder.build(root).objects;
      return object?.root.entries.find(({ name }) => name === 'subsets');
    };
    equal(subsets('one'), subsets('two'));
    equal(subsets('one')?.value.kind, 'sequence');
  });
});
