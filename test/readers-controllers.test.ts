/** Readers of Endpoints: controllers and parts of the cluster. */
import assert from 'node:assert/strict';
import { databaseObjects, shownReaders, shownReadersIn } from './support/shown-readers.ts';

describe('Readers: controllers', () => {
  it('finds settings that switch slices off', () => {
    const all = (line: number): readonly string[] => [`${line} controller-flag certain replaced *`];
    const generated = (line: number): readonly string[] => [`${line} controller-flag certain later generated`];
    for (const [path, text, expected] of [
      ['linkerd/values.yaml', 'enableEndpointSlices: false\n', all(1)],
      ['values.yaml', 'clusterName: a\nenableEndpointSlices: "false"\n', generated(2)],
      ['values.yaml', 'enableEndpointSlices: false\n', ['1 controller-flag likely replaced *']],
      [
        'a.yaml',
        'kind: Deployment\ncontainers:\n  - image: aws/aws-load-balancer-controller:v2.10.0\n    args: [--enable-endpoint-slices=false]\n',
        generated(4),
      ],
      ['a.yaml', 'kind: ConfigMap\ndata:\n  enable-k8s-endpoint-slice: "false"\n', all(3)],
      ['a.yaml', 'kind: KubeProxyConfiguration\nfeatureGates:\n  EndpointSliceProxying: false\n', all(3)],
      ['a.yaml', 'kind: Pod\ncommand: [kube-proxy, "--feature-gates=A=true,EndpointSlice=false"]\n', all(2)],
      ['a.yaml', 'kind: A\nenv:\n  - name: DD_KUBERNETES_USE_ENDPOINT_SLICES\n    value: "false"\n', all(4)],
      ['a.yaml', 'kind: ConfigMap\ndata:\n  datadog.yaml: |\n    kubernetes_use_endpoint_slices: false\n', all(4)],
      ['application.properties', 'a=b\nspring.cloud.kubernetes.discovery.use-endpoint-slices=false\n', all(2)],
      ['application.yml', 'spring.cloud.kubernetes:\n  discovery:\n    useEndpointSlices: false\n', all(3)],
      ['a.yaml', 'kind: A\nspec: {featureFlags: [useEndpointSlices=false]}\n', all(2)],
      ['install.sh', 'linkerd install --set enableEndpointSlices=false | kubectl apply -f -\n', all(1)],
    ] as const)
      assert.deepEqual(shownReaders(path, text), expected, text);
  });

  it('is silent about slices of others and those that are on', () => {
    for (const [path, text] of [
      ['linkerd/values.yaml', 'enableEndpointSlices: true\n'],
      ['cilium/values.yaml', 'enableCiliumEndpointSlice: false\nciliumEndpointSlice: {enabled: false}\n'],
      ['a.yaml', 'kind: Pod\nargs: [--feature-gates=EndpointSlice=true, --enable-cilium-endpoint-slice=false]\n'],
      ['a.yaml', 'kind: A\nuseEndpointSlices: false\n'],
      ['a.sh', '# --enable-endpoint-slices=false\n'],
      ['a.yaml', 'kind: A\nenv: [{name: DD_KUBERNETES_USE_ENDPOINT_SLICES, value: "true"}]\n'],
    ] as const)
      assert.deepEqual(shownReaders(path, text), [], text);
  });

  it('finds old versions by images', () => {
    const image = (name: string): readonly string[] =>
      shownReaders('a.yaml', `kind: Pod\nspec:\n  containers:\n    - image: ${name}\n`);
    const found = ['4 controller-version certain replaced *'];
    for (const name of [
      'traefik:v2.11',
      'docker.io/library/traefik:3.0.4@sha256:0123',
      'registry.k8s.io/ingress-nginx/controller:v1.3.1',
      'k8s.gcr.io/coredns:1.7.0',
      'kong/kubernetes-ingress-controller:2.9',
      'ghcr.io/projectcontour/contour:v1.28.9',
      'k8s.gcr.io/kube-proxy:v1.18.20',
      'metallb/speaker:v0.9.6',
    ])
      assert.deepEqual(image(name), found, name);
    assert.deepEqual(image('registry.k8s.io/external-dns/external-dns:v0.17.0'), [
      '4 controller-version certain later generated',
    ]);
    for (const name of [
      'traefik:v3.1.0',
      'traefik',
      'example/traefik-forward-auth:2',
      'coredns/coredns:1.8.1',
      'kong:2.8',
      'nginx:1.3.0',
      'metallb/speaker:v0.10.2',
    ])
      assert.deepEqual(image(name), [], name);
  });

  it('finds them in values, kustomizations and charts', () => {
    assert.deepEqual(shownReaders('values.yaml', 'image:\n  repository: traefik\n  tag: 2.10\n'), [
      '3 controller-version certain replaced *',
    ]);
    assert.deepEqual(
      shownReaders(
        'values.yaml',
        'controller:\n  image:\n    registry: registry.k8s.io\n    image: ingress-nginx/controller\n    tag: "v1.2.0"\n',
      ),
      ['5 controller-version certain replaced *'],
    );
    assert.deepEqual(
      shownReaders('values.yaml', 'image: {repository: kong/kubernetes-ingress-controller, tag: 2.10}\n'),
      [],
    );
    assert.deepEqual(shownReaders('kustomization.yaml', 'images:\n  - name: traefik\n    newTag: v2.10.7\n'), [
      '3 controller-version certain replaced *',
    ]);
    const release = (version: string, more = ''): string =>
      `kind: HelmRelease\nspec:\n  chart:\n    spec:\n      chart: ingress-nginx\n      version: ${version}\n${more}`;
    assert.deepEqual(shownReaders('r.yaml', release('4.2.5')), ['6 controller-version certain replaced *']);
    assert.deepEqual(shownReaders('r.yaml', release('4.3.0')), []);
    assert.deepEqual(shownReaders('kustomization.yaml', 'helmCharts:\n  - name: traefik\n    version: 10.1.0\n'), [
      '3 controller-version certain replaced *',
    ]);
    assert.deepEqual(
      shownReaders('helmfile.yaml', 'releases:\n  - chart: stable/external-dns\n    version: 1.15.2\n    kind: a\n'),
      ['3 controller-version certain later generated'],
    );
    assert.deepEqual(shownReaders('compose.yml', 'services:\n  proxy:\n    image: traefik:v2.10\n'), []);
    assert.deepEqual(shownReaders('r.yaml', release('4.x')), []);
    assert.deepEqual(shownReaders('r.yaml', release('4.2.5', '  values: {controller: {image: {tag: v1.9.0}}}\n')), []);
  });

  it('goes by the settings', () => {
    const text = 'kind: Pod\nspec: {containers: [{image: "traefik:v2.11"}]}\n';
    assert.deepEqual(shownReaders('a.yaml', text, { traefik: '3.2' }), []);
  });
});

describe('Readers: parts of the cluster', () => {
  it("finds Consul's connect inject", () => {
    const found = (line: number): readonly string[] => [`${line} mesh-endpoints certain later generated`];
    assert.deepEqual(
      shownReaders('values.yaml', 'global: {name: consul}\nconnectInject:\n  enabled: true\n'),
      found(3),
    );
    assert.deepEqual(
      shownReaders(
        'a.yaml',
        'kind: Deployment\ncontainers:\n  - image: hashicorp/consul-k8s-control-plane:1.4.0\n    command:\n      - sh\n      - -c\n      - |\n        exec consul-k8s-control-plane inject-connect \\\n          -listen=:8080\n',
      ),
      found(8),
    );
    for (const text of [
      'connectInject: {enabled: false}\n',
      'connectInject: {default: true}\n',
      '# connectInject: {enabled: true}\n',
    ])
      assert.deepEqual(shownReaders('values.yaml', text), [], text);
  });

  it('finds kube-dns where a headless Service has hand-written Endpoints', () => {
    const dns =
      'kind: Deployment\ncontainers:\n  - name: kubedns\n    image: registry.k8s.io/dns/k8s-dns-kube-dns:1.22.20\n  - image: dns/k8s-dns-sidecar:1.22\n';
    const headless = databaseObjects.replace('spec: {', 'spec: {clusterIP: None, ');
    assert.deepEqual(shownReadersIn({ 'db.yaml': headless, 'dns.yaml': dns }), [
      '4 dns-headless certain replaced shop/db',
    ]);
    assert.deepEqual(shownReadersIn({ 'db.yaml': databaseObjects, 'dns.yaml': dns }), []);
  });

  it('finds Services that the API server calls', () => {
    const api = (name: string): string =>
      `kind: APIService\nmetadata: {name: v1.a}\nspec:\n  service: {name: ${name}, namespace: shop}\n`;
    const found = ['4 apiserver-service likely replaced shop/db'];
    assert.deepEqual(shownReaders('a.yaml', api('db')), found);
    assert.deepEqual(shownReaders('a.yaml', api('other')), []);
    assert.deepEqual(shownReaders('a.yaml', api('db'), { kubernetes: '1.34' }), []);
    assert.deepEqual(shownReaders('a.yaml', api('db'), { kubernetes: '1.32' }), [
      '4 apiserver-service certain replaced shop/db',
    ]);
    const webhook =
      'kind: ValidatingWebhookConfiguration\nwebhooks:\n  - clientConfig:\n      service: {name: db, namespace: shop}\n  - clientConfig: {url: "https://db.shop"}\n';
    assert.deepEqual(shownReaders('w.yaml', webhook), found);
    assert.deepEqual(shownReaders('w.yaml', webhook, { kubernetes: '1.34' }), found);
    assert.deepEqual(shownReaders('w.yaml', webhook, { kubernetes: '1.37' }), []);
  });
});
