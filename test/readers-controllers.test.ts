import assert from 'node:assert/strict';
import type { Platform } from '../server/src/contract/platform.ts';
import type { Reader } from '../server/src/readers/reader.ts';
import { readersOfTexts } from './support/reader-project.ts';

type Files = Readonly<Record<string, string>>;

const database = `apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop}
spec: {ports: [{port: 5432}]}
---
apiVersion: v1
kind: Endpoints
metadata: {name: db, namespace: shop}
subsets: [{addresses: [{ip: 10.1.1.1}], ports: [{port: 5432}]}]
`;

function read(files: Files, platform: Platform = {}): readonly Reader[] {
  const texts = Object.entries(files).map(([path, text]) => ({ uri: `file:///r/${path}`, text }));
  return readersOfTexts(texts, platform);
}

function shownIn(files: Files, platform?: Platform): readonly string[] {
  return read(files, platform).map(({ uri, span, kind, certainty, when, for: reached }) => {
    const text = files[uri.replace('file:///r/', '')] ?? '';
    const line = text.slice(0, span.start).split('\n').length;
    return `${line} ${kind} ${certainty} ${when} ${reached.join(' ')}`;
  });
}

function shown(path: string, text: string, platform?: Platform): readonly string[] {
  return shownIn({ 'db.yaml': database, [path]: text }, platform);
}

function wordsAt(path: string, text: string): readonly string[] {
  return read({ [path]: text }).map(({ span }) => text.slice(span.start, span.end));
}

function fixed(path: string, text: string): string {
  const edits = read({ [path]: text }).flatMap(({ fix }) => fix?.edits ?? []);
  return [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((all, { span, text: by }) => all.slice(0, span.start) + by + all.slice(span.end), text);
}

describe('Readers: metrics of Endpoints', () => {
  const rule = (expr: string): string => `groups:\n  - name: a\n    rules:\n      - alert: A\n        expr: ${expr}\n`;
  const find = (expr: string): readonly string[] => shown('rules.yml', rule(expr));

  it('finds one finding for an expression, at the line of the metric', () => {
    assert.deepEqual(find('kube_endpoint_address == 0'), ['5 promql-metric certain replaced *']);
    assert.deepEqual(
      find(
        '|\n          # kube_endpoint_info\n          sum(\n            kube_endpoint_info) > kube_endpoint_created',
      ),
      ['8 promql-metric certain replaced *'],
    );
    assert.deepEqual(find(">-\n          up ==\n          0 or kube_endpoint_labels{a='#'}"), [
      '7 promql-metric certain replaced *',
    ]);
    assert.deepEqual(find(`'{__name__=~"kube_endpoint_.+"}'`), ['5 promql-metric certain replaced *']);
  });

  it('is silent about other metrics, comments, strings and words', () => {
    for (const expr of [
      'kube_endpointslice_endpoints == 0',
      'shop:kube_endpoint_address:sum > 1',
      'my_kube_endpoint_info > 1',
      '|\n          up # kube_endpoint_info',
      `label_replace(up, "a", "kube_endpoint_info", "b", "c")`,
      `count({__name__!~"kube_endpoint_.+"})`,
    ])
      assert.deepEqual(find(expr), [], expr);
    assert.deepEqual(
      shown(
        'rules.yml',
        'groups:\n  - rules:\n      - record: kube_endpoint_x\n        expr: up\n        annotations: {summary: kube_endpoint_info, query: up}\n',
      ),
      [],
    );
  });

  it('reads the objects from the matchers', () => {
    assert.deepEqual(find('kube_endpoint_info{namespace="shop",endpoint="db"}'), [
      '5 promql-metric certain replaced shop/db',
    ]);
    assert.deepEqual(find('kube_endpoint_info{namespace=~"shop|mail"}'), ['5 promql-metric certain replaced shop/db']);
    assert.deepEqual(find('kube_endpoint_info{namespace="mail"}'), ['5 promql-metric certain later generated']);
    assert.deepEqual(find('kube_endpoint_info{namespace=~"$namespace"}'), ['5 promql-metric certain replaced *']);
    assert.deepEqual(find('kube_endpoint_info{exported_namespace="shop", namespace="monitoring"}'), [
      '5 promql-metric certain replaced shop/db',
    ]);
  });

  it('finds expressions in dashboards, also in ConfigMaps and in escaped texts', () => {
    const dashboard = `{
  "title": "kube_endpoint_info",
  "templating": {"list": [
    {"definition": "label_values(kube_endpoint_info, endpoint)",
     "query": {"query": "label_values(kube_endpoint_info, endpoint)"}}
  ]},
  "panels": [
    {"description": "kube_endpoint_address", "targets": [
      {"expr": "sum(kube_endpoint_address{namespace=\\"shop\\",ready=\\"true\\"})"}
    ]}
  ]
}
`;
    const found = ['5 promql-metric certain replaced *', '9 promql-metric certain replaced shop/db'];
    assert.deepEqual(shown('d.json', dashboard), found);
    const nested = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\ndata:\n  d.json: |\n${dashboard.replace(/^/gm, '    ')}`;
    assert.deepEqual(
      shown('d.yaml', nested),
      found.map((each) => each.replace(/^\d+/, (line) => String(Number(line) + 5))),
    );
    const escaped = JSON.stringify({ kind: 'ConfigMap', data: { 'd.json': dashboard } }, undefined, 1);
    assert.deepEqual(
      shown('d.json', escaped),
      found.map((each) => each.replace(/^\d+/, '4')),
    );
    assert.deepEqual(wordsAt('d.json', escaped), ['kube_endpoint_', 'kube_endpoint_']);
  });

  it('finds expressions of templates, tests of alerts and other objects', () => {
    assert.deepEqual(
      shown(
        'chart/templates/rules.yaml',
        'kind: PrometheusRule\nspec:\n  groups:\n    - rules:\n        - expr: kube_endpoint_info{job="{{ .Values.job }}"} == 0\n',
      ),
      ['5 promql-metric certain replaced *'],
    );
    assert.deepEqual(
      shown(
        'test.yml',
        `tests:\n  - input_series:\n      - series: 'kube_endpoint_info{namespace="shop"}'\n        values: 1\n`,
      ),
      ['3 promql-metric certain replaced shop/db'],
    );
    assert.deepEqual(
      shown(
        'so.yaml',
        'kind: ScaledObject\nspec:\n  triggers:\n    - metadata:\n        query: sum(kube_endpoint_info)\n',
      ),
      ['5 promql-metric certain replaced *'],
    );
  });

  it('finds lists that keep the metrics, not those that drop them', () => {
    assert.deepEqual(
      shown(
        'ksm.yaml',
        'kind: Deployment\nspec:\n  args:\n    - --metric-allowlist=kube_pod_.*,kube_endpoint_.*\n    - --metric-denylist=kube_endpoint_created\n',
      ),
      ['4 promql-metric certain replaced *'],
    );
    const relabeling = (action: string): string =>
      `scrape_configs:\n  - metric_relabel_configs:\n      - source_labels: [__name__]\n        regex: 'kube_(pod_info|node_info)|kube_endpoint_.*'\n        action: ${action}\n`;
    assert.deepEqual(shown('p.yml', relabeling('keep')), ['4 promql-metric certain replaced *']);
    assert.deepEqual(shown('p.yml', relabeling('drop')), []);
    assert.deepEqual(
      shown(
        'values.yaml',
        'kube-state-metrics:\n  metricAllowlist:\n    - kube_endpoint_info\n  metricDenylist:\n    - kube_endpoint_ports\n',
      ),
      ['3 promql-metric certain replaced *'],
    );
  });
});

describe('Readers: kube-state-metrics', () => {
  const container = (args: string, image = 'kube-state-metrics/kube-state-metrics:v2.13.0'): string =>
    `kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - name: main\n          image: ${image}\n          args: ${args}\n`;

  it('adds the resource behind the one of Endpoints', () => {
    for (const [args, by] of [
      ['["--resources=pods,endpoints,nodes"]', '["--resources=pods,endpoints,endpointslices,nodes"]'],
      ['[--resources, "endpoints,pods"]', '[--resources, "endpoints,endpointslices,pods"]'],
      ["\n            - '--resources=endpoints' # all", "\n            - '--resources=endpoints,endpointslices' # all"],
      [
        '["--metric-labels-allowlist=pods=[a],endpoints=[b,c],nodes=[*]"]',
        '["--metric-labels-allowlist=pods=[a],endpoints=[b,c],endpointslices=[b,c],nodes=[*]"]',
      ],
    ] as const) {
      const text = fixed('k.yaml', container(args));
      assert.equal(text, container(by));
      assert.deepEqual(shown('k.yaml', text), []);
    }
  });

  it('adds to lists of the chart', () => {
    const cases = [
      [
        'values.yaml',
        'kube-state-metrics:\n  collectors:\n    - endpoints # old\n    - pods\n',
        'kube-state-metrics:\n  collectors:\n    - endpoints # old\n    - endpointslices\n    - pods\n',
      ],
      [
        'values.yaml',
        'collectors: [pods, nodes, endpoints]\n',
        'collectors: [pods, nodes, endpoints, endpointslices]\n',
      ],
      [
        'ksm/values.yaml',
        "metricLabelsAllowlist:\n- pods=[*]\n- 'endpoints=[app]'\n",
        `metricLabelsAllowlist:\n- pods=[*]\n- 'endpoints=[app]'\n- "endpointslices=[app]"\n`,
      ],
    ] as const;
    for (const [path, text, by] of cases) {
      assert.equal(fixed(path, text), by);
      assert.deepEqual(shown(path, by), []);
    }
  });

  it('leaves templates and old versions to a person', () => {
    for (const [path, text] of [
      ['k.yaml', container('["--resources=endpoints"]', 'kube-state-metrics:v2.3.0')],
      ['k.yaml', container('["--collectors=endpoints"]', 'kube-state-metrics:v1.9.8')],
      ['chart/templates/kube-state-metrics.yaml', container('["--resources=endpoints,{{ .Values.more }}"]')],
      ['kube-state-metrics/values.yaml', 'collectors:\n  endpoints: true\n  pods: true\n'],
    ] as const) {
      assert.deepEqual(
        read({ [path]: text }).map(({ kind, change }) => `${kind} ${change}`),
        ['ksm-resource person'],
      );
    }
  });

  it('is silent where slices are beside, and about other programs', () => {
    for (const [path, text] of [
      ['k.yaml', container('["--resources=endpoints,endpointslices"]')],
      ['k.yaml', container('["--resources=endpoints", "--resources=endpointslices"]')],
      ['k.yaml', container('["--resources=endpoints"]', 'example/backup:1')],
      ['k.yaml', container('["--resources=pods"] # --resources=endpoints')],
      ['values.yaml', 'collectors: [http, endpoints, grpc]\n'],
      ['values.yaml', 'collectors: [endpoints]\n'],
      ['kube-state-metrics/values.yaml', 'collectors:\n  endpoints: false\n'],
    ] as const)
      assert.deepEqual(shown(path, text), [], text);
  });
});

describe('Readers: collectors that resolve a Service', () => {
  const exporter = 'exporters:\n  loadbalancing/a:\n    resolver:\n      k8s: {service: db.shop}\n';

  it('finds the resolver of Kubernetes', () => {
    assert.deepEqual(shown('config.yaml', exporter), ['4 otel-resolver likely replaced shop/db']);
    assert.deepEqual(shown('config.yaml', exporter, { openTelemetryCollector: '0.120.0' }), [
      '4 otel-resolver certain replaced shop/db',
    ]);
    assert.deepEqual(shown('config.yaml', exporter, { openTelemetryCollector: '0.139.0' }), []);
    assert.deepEqual(
      shown('config.yaml', exporter.replace('k8s: {service: db.shop}', 'dns: {hostname: k8s.db.shop}')),
      [],
    );
    assert.deepEqual(
      shown('c.json', '{"config": {"exporters": {"loadbalancing": {"resolver": {"k8s": {"service": "other.shop"}}}}}}'),
      ['1 otel-resolver likely later shop/other'],
    );
  });

  it("goes by the collector's own image", () => {
    const collector = (tag: string): string =>
      `kind: OpenTelemetryCollector\nmetadata: {name: c, namespace: shop}\nspec:\n  image: otel/opentelemetry-collector-contrib:${tag}\n  config: |\n${exporter.replace('db.shop', 'db').replace(/^(?=.)/gm, '    ')}`;
    assert.deepEqual(shown('c.yaml', collector('0.110.0')), ['9 otel-resolver certain replaced shop/db']);
    assert.deepEqual(shown('c.yaml', collector('0.140.1')), []);
  });

  it('finds the checks of Datadog once for a Service', () => {
    const service = (spec: string): string =>
      `kind: Service\nmetadata:\n  name: db\n  namespace: shop\n  annotations:\n    ad.datadoghq.com/service.checks: '{}'\n    ad.datadoghq.com/endpoints.check_names: '["a"]'\n    ad.datadoghq.com/endpoints.instances: '[{}]'\nspec: ${spec}\n`;
    assert.deepEqual(shown('s.yaml', service('{ports: [{port: 1}]}')), ['7 datadog-checks likely replaced shop/db']);
    assert.deepEqual(shown('s.yaml', service('{selector: {a: b}}')), ['7 datadog-checks likely later generated']);
    assert.deepEqual(shown('s.yaml', service('{}'), { datadogAgent: '7.60.1' }), [
      '7 datadog-checks certain replaced shop/db',
    ]);
    assert.deepEqual(shown('s.yaml', service('{}'), { datadogAgent: '7.76' }), []);
    assert.deepEqual(
      shown('p.yaml', "kind: Pod\nmetadata:\n  name: p\n  annotations:\n    ad.datadoghq.com/endpoints.checks: '{}'\n"),
      [],
    );
  });
});

describe('Readers: charts and operators that write Endpoints', () => {
  it('finds lists of addresses of components', () => {
    assert.deepEqual(
      shown(
        'values.yaml',
        'kubeEtcd:\n  endpoints: [10.0.0.1]\nkubeProxy:\n  enabled: false\n  endpoints: [10.0.0.1]\nkubeScheduler: {endpoints: []}\nprometheus: {}\n',
      ),
      ['2 values-writes certain later kube-system/*'],
    );
    const release = (values: string): string =>
      `kind: HelmRelease\nmetadata: {name: a, namespace: mon}\nspec:\n  chart:\n    spec: {chart: kube-prometheus-stack}\n  values:\n${values}`;
    assert.deepEqual(shown('r.yaml', release('    kubeEtcd:\n      endpoints:\n        - 10.0.0.1\n')), [
      '8 values-writes certain later kube-system/*',
    ]);
    assert.deepEqual(shown('r.yaml', release('    prometheus-node-exporter: {endpoints: [10.0.0.1]}\n')), [
      '7 values-writes certain later mon/*',
    ]);
    assert.deepEqual(
      shown(
        'a.yaml',
        'kind: Application\nspec:\n  source:\n    chart: kube-prometheus-stack\n    helm:\n      parameters:\n        - name: kubeEtcd.endpoints[0]\n          value: 10.0.0.1\n        - {name: "kubeEtcd.endpoints[1]", value: 10.0.0.2}\n',
      ),
      ['7 values-writes certain later kube-system/*'],
    );
  });

  it('is silent about lists of other charts', () => {
    for (const text of [
      'kubeEtcd: {endpoints: []}\nkubeProxy: {}\n',
      'kubeEtcd:\n  endpoints: [10.0.0.1]\nname: a\n',
      'kind: HelmRelease\nspec:\n  chart: {spec: {chart: other}}\n  values:\n    kubeEtcd: {endpoints: [10.0.0.1]}\n',
      'etcd:\n  endpoints: [10.0.0.1]\nkubeProxy: {}\nkubeScheduler: {}\n',
    ])
      assert.deepEqual(shown('values.yaml', text), [], text);
  });

  it('finds operators that write Endpoints of kubelets', () => {
    const operator = (args: string): string =>
      `kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - args: ${args}\n`;
    const one = ['6 operator-writes certain later generated'];
    assert.deepEqual(
      shown('o.yaml', operator('[--kubelet-service=kube-system/kubelet, --kubelet-endpoints=true]')),
      one,
    );
    assert.deepEqual(shown('o.yaml', operator('["--kubelet-service=kube-system/kubelet"]')), one);
    assert.deepEqual(shown('o.yaml', operator('[--kubelet-endpoints, --x]')), one);
    assert.deepEqual(
      shown(
        'o.yaml',
        operator('[--kubelet-service=kube-system/kubelet, --kubelet-endpoints=false, --kubelet-endpointslice=true]'),
      ),
      [],
    );
    const values = (text: string): readonly string[] => shown('values.yaml', `prometheusOperator:\n  ${text}\n`);
    assert.deepEqual(values('kubeletEndpointsEnabled: true'), ['2 operator-writes certain later generated']);
    assert.deepEqual(values('kubeletEndpointsEnabled: false'), []);
    assert.deepEqual(values('{kubeletEndpointsEnabled: true, kubeletService: {enabled: false}}'), []);
  });
});

describe('Readers: locks of leader elections', () => {
  const lock = (line: number, certainty = 'certain'): string => `${line} leader-lock ${certainty} later generated`;

  it('finds arguments in objects and scripts', () => {
    for (const [path, text, line] of [
      ['a.yaml', 'kind: Pod\nspec:\n  containers:\n    - command: [a, --leader-elect-resource-lock=endpoints]\n', 4],
      ['a.yaml', 'kind: Pod\nspec:\n  args:\n  - --leader-elect-resource-lock\n  - "endpointsleases"\n', 5],
      ['a.json', '{"kind": "Pod", "args": ["--leader-election-type=endpoints"]}', 1],
      [
        'a.yaml',
        'kind: Pod\nspec:\n  command:\n  - sh\n  - -c\n  - |\n    # a\n    exec a --leader-elect-resource-lock=endpoints\n',
        8,
      ],
      [
        'run.sh',
        '#!/bin/sh\nkube-scheduler --leader-elect \\\n  --leader-elect-resource-lock=endpoints \\\n  -v=2\n',
        3,
      ],
      ['a.service', '[Service]\nExecStart=/usr/bin/kube-scheduler --leader-elect-resource-lock endpoints\n', 2],
      ['Dockerfile', 'FROM a\nCMD ["a", "--leader-elect-resource-lock", "endpoints"]\n', 2],
      ['a.tf', 'args = [\n  "--leader-elect-resource-lock=endpoints",\n]\n', 2],
      ['start.sh', 'minikube start --extra-config=scheduler.leader-elect-resource-lock=endpoints\n', 1],
    ] as const)
      assert.deepEqual(shown(path, text), [lock(line)], text);
  });

  it('finds settings; those of charts are likely', () => {
    const election = 'leaderElection:\n  resourceLock: endpoints\n';
    for (const [path, text, line] of [
      ['a.yaml', `kind: KubeSchedulerConfiguration\n${election}`, 3],
      [
        'a.yaml',
        `kind: ConfigMap\ndata:\n  config.yaml: |\n    kind: KubeControllerManagerConfiguration\n${election.replace(/^(?=.)/gm, '    ')}`,
        6,
      ],
      ['a.yaml', 'kind: ClusterConfiguration\nscheduler:\n  extraArgs: {leader-elect-resource-lock: endpoints}\n', 3],
      [
        'a.yaml',
        'kind: ClusterConfiguration\nscheduler:\n  extraArgs:\n    - name: leader-elect-resource-lock\n      value: endpoints\n',
        5,
      ],
    ] as const)
      assert.deepEqual(shown(path, text), [lock(line)], text);
    assert.deepEqual(shown('values.yaml', election), [lock(2, 'likely')]);
    assert.deepEqual(shown('values.yaml', 'controller:\n  leaderResourceLock: "endpointsleases"\n'), [
      lock(2, 'likely'),
    ]);
  });

  it('is silent about other locks and words', () => {
    for (const [path, text] of [
      ['a.yaml', 'kind: Pod\nargs: [--leader-elect-resource-lock=leases, --http-endpoints=/a]\n'],
      ['a.yaml', 'kind: Pod\n# --leader-elect-resource-lock=endpoints\nendpoints: {}\n'],
      [
        'a.yaml',
        'kind: CustomResourceDefinition\nspec: {description: "with --leader-elect-resource-lock=endpoints"}\n',
      ],
      ['a.yaml', 'kind: KubeSchedulerConfiguration\nleaderElection: {leaderElect: false, resourceLock: endpoints}\n'],
      ['run.sh', '# --leader-elect-resource-lock=endpoints\necho "not --leader-elect-resource-lock=endpoints"\n'],
      ['a.yaml', 'kind: A\nleaderElection: {}\nitems: [{type: endpoints}]\n'],
      ['README.md', 'Set --leader-elect-resource-lock=endpoints.\n'],
    ] as const)
      assert.deepEqual(shown(path, text), [], text);
  });
});

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
      assert.deepEqual(shown(path, text), expected, text);
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
      assert.deepEqual(shown(path, text), [], text);
  });

  it('finds old versions by images', () => {
    const image = (name: string): readonly string[] =>
      shown('a.yaml', `kind: Pod\nspec:\n  containers:\n    - image: ${name}\n`);
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
    assert.deepEqual(shown('values.yaml', 'image:\n  repository: traefik\n  tag: 2.10\n'), [
      '3 controller-version certain replaced *',
    ]);
    assert.deepEqual(
      shown(
        'values.yaml',
        'controller:\n  image:\n    registry: registry.k8s.io\n    image: ingress-nginx/controller\n    tag: "v1.2.0"\n',
      ),
      ['5 controller-version certain replaced *'],
    );
    assert.deepEqual(shown('values.yaml', 'image: {repository: kong/kubernetes-ingress-controller, tag: 2.10}\n'), []);
    assert.deepEqual(shown('kustomization.yaml', 'images:\n  - name: traefik\n    newTag: v2.10.7\n'), [
      '3 controller-version certain replaced *',
    ]);
    const release = (version: string, more = ''): string =>
      `kind: HelmRelease\nspec:\n  chart:\n    spec:\n      chart: ingress-nginx\n      version: ${version}\n${more}`;
    assert.deepEqual(shown('r.yaml', release('4.2.5')), ['6 controller-version certain replaced *']);
    assert.deepEqual(shown('r.yaml', release('4.3.0')), []);
    assert.deepEqual(shown('kustomization.yaml', 'helmCharts:\n  - name: traefik\n    version: 10.1.0\n'), [
      '3 controller-version certain replaced *',
    ]);
    assert.deepEqual(
      shown('helmfile.yaml', 'releases:\n  - chart: stable/external-dns\n    version: 1.15.2\n    kind: a\n'),
      ['3 controller-version certain later generated'],
    );
    assert.deepEqual(shown('compose.yml', 'services:\n  proxy:\n    image: traefik:v2.10\n'), []);
    assert.deepEqual(shown('r.yaml', release('4.x')), []);
    assert.deepEqual(shown('r.yaml', release('4.2.5', '  values: {controller: {image: {tag: v1.9.0}}}\n')), []);
  });

  it('goes by the settings', () => {
    const text = 'kind: Pod\nspec: {containers: [{image: "traefik:v2.11"}]}\n';
    assert.deepEqual(shown('a.yaml', text, { traefik: '3.2' }), []);
  });
});

describe('Readers: parts of the cluster', () => {
  it("finds Consul's connect inject", () => {
    const found = (line: number): readonly string[] => [`${line} mesh-endpoints certain later generated`];
    assert.deepEqual(shown('values.yaml', 'global: {name: consul}\nconnectInject:\n  enabled: true\n'), found(3));
    assert.deepEqual(
      shown(
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
      assert.deepEqual(shown('values.yaml', text), [], text);
  });

  it('finds kube-dns where a headless Service has hand-written Endpoints', () => {
    const dns =
      'kind: Deployment\ncontainers:\n  - name: kubedns\n    image: registry.k8s.io/dns/k8s-dns-kube-dns:1.22.20\n  - image: dns/k8s-dns-sidecar:1.22\n';
    const headless = database.replace('spec: {', 'spec: {clusterIP: None, ');
    assert.deepEqual(shownIn({ 'db.yaml': headless, 'dns.yaml': dns }), ['4 dns-headless certain replaced shop/db']);
    assert.deepEqual(shownIn({ 'db.yaml': database, 'dns.yaml': dns }), []);
  });

  it('finds Services that the API server calls', () => {
    const api = (name: string): string =>
      `kind: APIService\nmetadata: {name: v1.a}\nspec:\n  service: {name: ${name}, namespace: shop}\n`;
    const found = ['4 apiserver-service likely replaced shop/db'];
    assert.deepEqual(shown('a.yaml', api('db')), found);
    assert.deepEqual(shown('a.yaml', api('other')), []);
    assert.deepEqual(shown('a.yaml', api('db'), { kubernetes: '1.34' }), []);
    assert.deepEqual(shown('a.yaml', api('db'), { kubernetes: '1.32' }), [
      '4 apiserver-service certain replaced shop/db',
    ]);
    const webhook =
      'kind: ValidatingWebhookConfiguration\nwebhooks:\n  - clientConfig:\n      service: {name: db, namespace: shop}\n  - clientConfig: {url: "https://db.shop"}\n';
    assert.deepEqual(shown('w.yaml', webhook), found);
    assert.deepEqual(shown('w.yaml', webhook, { kubernetes: '1.34' }), found);
    assert.deepEqual(shown('w.yaml', webhook, { kubernetes: '1.37' }), []);
  });
});
