/** Readers of Endpoints: metrics and kube-state-metrics. */
import assert from 'node:assert/strict';
import { readersBeside, fixedReaderText, readerWordsAt, shownReaders } from './support/shown-readers.ts';

describe('Readers: metrics of Endpoints', () => {
  const rule = (expr: string): string => `groups:\n  - name: a\n    rules:\n      - alert: A\n        expr: ${expr}\n`;
  const find = (expr: string): readonly string[] => shownReaders('rules.yml', rule(expr));

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
      shownReaders(
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
    assert.deepEqual(shownReaders('d.json', dashboard), found);
    const nested = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\ndata:\n  d.json: |\n${dashboard.replace(/^/gm, '    ')}`;
    assert.deepEqual(
      shownReaders('d.yaml', nested),
      found.map((each) => each.replace(/^\d+/, (line) => String(Number(line) + 5))),
    );
    const escaped = JSON.stringify({ kind: 'ConfigMap', data: { 'd.json': dashboard } }, undefined, 1);
    assert.deepEqual(
      shownReaders('d.json', escaped),
      found.map((each) => each.replace(/^\d+/, '4')),
    );
    assert.deepEqual(readerWordsAt('d.json', escaped), ['kube_endpoint_', 'kube_endpoint_']);
  });

  it('finds expressions of templates, tests of alerts and other objects', () => {
    assert.deepEqual(
      shownReaders(
        'chart/templates/rules.yaml',
        'kind: PrometheusRule\nspec:\n  groups:\n    - rules:\n        - expr: kube_endpoint_info{job="{{ .Values.job }}"} == 0\n',
      ),
      ['5 promql-metric certain replaced *'],
    );
    assert.deepEqual(
      shownReaders(
        'test.yml',
        `tests:\n  - input_series:\n      - series: 'kube_endpoint_info{namespace="shop"}'\n        values: 1\n`,
      ),
      ['3 promql-metric certain replaced shop/db'],
    );
    assert.deepEqual(
      shownReaders(
        'so.yaml',
        'kind: ScaledObject\nspec:\n  triggers:\n    - metadata:\n        query: sum(kube_endpoint_info)\n',
      ),
      ['5 promql-metric certain replaced *'],
    );
  });

  it('finds lists that keep the metrics, not those that drop them', () => {
    assert.deepEqual(
      shownReaders(
        'ksm.yaml',
        'kind: Deployment\nspec:\n  args:\n    - --metric-allowlist=kube_pod_.*,kube_endpoint_.*\n    - --metric-denylist=kube_endpoint_created\n',
      ),
      ['4 promql-metric certain replaced *'],
    );
    const relabeling = (action: string): string =>
      `scrape_configs:\n  - metric_relabel_configs:\n      - source_labels: [__name__]\n        regex: 'kube_(pod_info|node_info)|kube_endpoint_.*'\n        action: ${action}\n`;
    assert.deepEqual(shownReaders('p.yml', relabeling('keep')), ['4 promql-metric certain replaced *']);
    assert.deepEqual(shownReaders('p.yml', relabeling('drop')), []);
    assert.deepEqual(
      shownReaders(
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
      const text = fixedReaderText('k.yaml', container(args));
      assert.equal(text, container(by));
      assert.deepEqual(shownReaders('k.yaml', text), []);
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
      assert.equal(fixedReaderText(path, text), by);
      assert.deepEqual(shownReaders(path, by), []);
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
        readersBeside({ [path]: text }).map(({ kind, change }) => `${kind} ${change}`),
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
      assert.deepEqual(shownReaders(path, text), [], text);
  });
});
