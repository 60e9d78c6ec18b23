/** Readers of Endpoints: collectors, charts and operators that write, leader election. */
import assert from 'node:assert/strict';
import { shownReaders } from './support/shown-readers.ts';

describe('Readers: collectors that resolve a Service', () => {
  const exporter = 'exporters:\n  loadbalancing/a:\n    resolver:\n      k8s: {service: db.shop}\n';

  it('finds the resolver of Kubernetes', () => {
    assert.deepEqual(shownReaders('config.yaml', exporter), ['4 otel-resolver likely replaced shop/db']);
    assert.deepEqual(shownReaders('config.yaml', exporter, { openTelemetryCollector: '0.120.0' }), [
      '4 otel-resolver certain replaced shop/db',
    ]);
    assert.deepEqual(shownReaders('config.yaml', exporter, { openTelemetryCollector: '0.139.0' }), []);
    assert.deepEqual(
      shownReaders('config.yaml', exporter.replace('k8s: {service: db.shop}', 'dns: {hostname: k8s.db.shop}')),
      [],
    );
    assert.deepEqual(
      shownReaders(
        'c.json',
        '{"config": {"exporters": {"loadbalancing": {"resolver": {"k8s": {"service": "other.shop"}}}}}}',
      ),
      ['1 otel-resolver likely later shop/other'],
    );
  });

  it("goes by the collector's own image", () => {
    const collector = (tag: string): string =>
      `kind: OpenTelemetryCollector\nmetadata: {name: c, namespace: shop}\nspec:\n  image: otel/opentelemetry-collector-contrib:${tag}\n  config: |\n${exporter.replace('db.shop', 'db').replace(/^(?=.)/gm, '    ')}`;
    assert.deepEqual(shownReaders('c.yaml', collector('0.110.0')), ['9 otel-resolver certain replaced shop/db']);
    assert.deepEqual(shownReaders('c.yaml', collector('0.140.1')), []);
  });

  it('finds the checks of Datadog once for a Service', () => {
    const service = (spec: string): string =>
      `kind: Service\nmetadata:\n  name: db\n  namespace: shop\n  annotations:\n    ad.datadoghq.com/service.checks: '{}'\n    ad.datadoghq.com/endpoints.check_names: '["a"]'\n    ad.datadoghq.com/endpoints.instances: '[{}]'\nspec: ${spec}\n`;
    assert.deepEqual(shownReaders('s.yaml', service('{ports: [{port: 1}]}')), [
      '7 datadog-checks likely replaced shop/db',
    ]);
    assert.deepEqual(shownReaders('s.yaml', service('{selector: {a: b}}')), [
      '7 datadog-checks likely later generated',
    ]);
    assert.deepEqual(shownReaders('s.yaml', service('{}'), { datadogAgent: '7.60.1' }), [
      '7 datadog-checks certain replaced shop/db',
    ]);
    assert.deepEqual(shownReaders('s.yaml', service('{}'), { datadogAgent: '7.76' }), []);
    assert.deepEqual(
      shownReaders(
        'p.yaml',
        "kind: Pod\nmetadata:\n  name: p\n  annotations:\n    ad.datadoghq.com/endpoints.checks: '{}'\n",
      ),
      [],
    );
  });
});

describe('Readers: charts and operators that write Endpoints', () => {
  it('finds lists of addresses of components', () => {
    assert.deepEqual(
      shownReaders(
        'values.yaml',
        'kubeEtcd:\n  endpoints: [10.0.0.1]\nkubeProxy:\n  enabled: false\n  endpoints: [10.0.0.1]\nkubeScheduler: {endpoints: []}\nprometheus: {}\n',
      ),
      ['2 values-writes certain later kube-system/*'],
    );
    const release = (values: string): string =>
      `kind: HelmRelease\nmetadata: {name: a, namespace: mon}\nspec:\n  chart:\n    spec: {chart: kube-prometheus-stack}\n  values:\n${values}`;
    assert.deepEqual(shownReaders('r.yaml', release('    kubeEtcd:\n      endpoints:\n        - 10.0.0.1\n')), [
      '8 values-writes certain later kube-system/*',
    ]);
    assert.deepEqual(shownReaders('r.yaml', release('    prometheus-node-exporter: {endpoints: [10.0.0.1]}\n')), [
      '7 values-writes certain later mon/*',
    ]);
    assert.deepEqual(
      shownReaders(
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
      assert.deepEqual(shownReaders('values.yaml', text), [], text);
  });

  it('finds operators that write Endpoints of kubelets', () => {
    const operator = (args: string): string =>
      `kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - args: ${args}\n`;
    const one = ['6 operator-writes certain later generated'];
    assert.deepEqual(
      shownReaders('o.yaml', operator('[--kubelet-service=kube-system/kubelet, --kubelet-endpoints=true]')),
      one,
    );
    assert.deepEqual(shownReaders('o.yaml', operator('["--kubelet-service=kube-system/kubelet"]')), one);
    assert.deepEqual(shownReaders('o.yaml', operator('[--kubelet-endpoints, --x]')), one);
    assert.deepEqual(
      shownReaders(
        'o.yaml',
        operator('[--kubelet-service=kube-system/kubelet, --kubelet-endpoints=false, --kubelet-endpointslice=true]'),
      ),
      [],
    );
    const values = (text: string): readonly string[] => shownReaders('values.yaml', `prometheusOperator:\n  ${text}\n`);
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
      assert.deepEqual(shownReaders(path, text), [lock(line)], text);
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
      assert.deepEqual(shownReaders(path, text), [lock(line)], text);
    assert.deepEqual(shownReaders('values.yaml', election), [lock(2, 'likely')]);
    assert.deepEqual(shownReaders('values.yaml', 'controller:\n  leaderResourceLock: "endpointsleases"\n'), [
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
      assert.deepEqual(shownReaders(path, text), [], text);
  });
});
