/** Readers of Endpoints in Grafana Alloy: what is found, what stays silent, and the changes as text. */
import assert from 'node:assert/strict';
import {
  foundReaders as found,
  fixedReaders as fixed,
  readersIn,
  type Files,
  writtenObject as object,
} from './support/blocks-readers.ts';
import { endpointSliceLabel, metaLabelsIn } from '../server/src/readers/meta-labels.ts';

describe('labels of the service discovery', () => {
  it('are those of Endpoints, with their names for slices', () => {
    const text =
      '[__meta_kubernetes_endpointslice_name, __meta_kubernetes_endpoint_ready, my__meta_kubernetes_endpoint_x]';
    assert.deepEqual(
      metaLabelsIn(text).map(({ label, replacement }) => [label, replacement]),
      [['__meta_kubernetes_endpoint_ready', '__meta_kubernetes_endpointslice_endpoint_conditions_ready']],
    );
    assert.equal(endpointSliceLabel('__meta_kubernetes_endpoints_name'), '__meta_kubernetes_service_name');
    assert.equal(
      endpointSliceLabel('__meta_kubernetes_endpoints_annotationpresent_a_b'),
      '__meta_kubernetes_endpointslice_annotationpresent_a_b',
    );
    assert.equal(endpointSliceLabel('__meta_kubernetes_endpoint_other'), undefined);
    assert.equal(endpointSliceLabel('__meta_kubernetes_pod_name'), undefined);
  });

  it('in a pattern have another name only if they are whole', () => {
    const replacements = (text: string): unknown => metaLabelsIn(text).map(({ replacement }) => replacement);
    assert.deepEqual(replacements('__meta_kubernetes_endpoints_label_(.+)'), [
      '__meta_kubernetes_endpointslice_label_',
    ]);
    assert.deepEqual(replacements('__meta_kubernetes_endpoint_port_name.*|__meta_kubernetes_endpoint_(.+)'), [
      undefined,
      undefined,
    ]);
  });
});

describe('readers in Grafana Alloy', () => {
  const k8s = { 'k8s/db.yaml': object('shop', 'db'), 'k8s/web.yaml': object('web', 'web') };
  const discovery = (more = '', name = 'x'): string =>
    `discovery.kubernetes "${name}" {\n  role = "endpoints"\n${more}}\n`;
  const relabel = (label: string, targets = 'discovery.kubernetes.x.targets', name = 'y'): string =>
    `discovery.relabel "${name}" {
  targets = ${targets}
  rule {
    source_labels = ["__address__", "${label}"] // ${label}
    target_label  = "a"
  }
}
`;
  const inShop = '  namespaces {\n    names = ["shop"]\n  }\n';
  const port = '__meta_kubernetes_endpoint_port_name';

  it('are roles and the labels of what reads their targets, in one change', () => {
    const text = `${discovery(inShop)}${relabel(port)}${relabel('__meta_kubernetes_endpoints_name', 'concat(discovery.relabel.y.output, [{__address__ = "a:1"}])', 'z')}`;
    const files = { ...k8s, 'a.alloy': text };
    assert.deepEqual(found(files), [
      'a.alloy:2 alloy-role rewrite shop/db',
      'a.alloy:10 prom-meta-label rewrite shop/db',
      'a.alloy:17 prom-meta-label rewrite shop/db',
    ]);
    const wanted = text
      .replace('"endpoints"', '"endpointslice"')
      .replace(`"${port}"`, '"__meta_kubernetes_endpointslice_port_name"')
      .replace('"__meta_kubernetes_endpoints_name"', '"__meta_kubernetes_service_name"');
    assert.equal(fixed(files, 'a.alloy'), wanted);
    assert.deepEqual(found({ ...k8s, 'a.alloy': wanted }), []);
    const edits = readersIn(files).map((reader) => reader.fix?.edits);
    assert.deepEqual(edits[1], edits[0]);
  });

  it('reach what namespaces, selectors and rules leave', () => {
    const check = (text: string): string => found({ ...k8s, 'a.alloy': text })[0] ?? '';
    const keep = (labels: string, regex: string, action = 'keep'): string => `${discovery()}discovery.relabel "y" {
  targets = discovery.kubernetes.x.targets
  rule {
    source_labels = [${labels}]
    regex         = "${regex}"
    action        = "${action}"
  }
}
`;
    const [namespace, service] = ['"__meta_kubernetes_namespace"', '"__meta_kubernetes_service_name"'];
    assert.equal(check(discovery()), 'a.alloy:2 alloy-role rewrite *');
    assert.equal(check(discovery(inShop.replace('"shop"', 'argument.ns.value'))), 'a.alloy:2 alloy-role? rewrite *');
    assert.equal(check(discovery(inShop.replace('shop', 'none'))), 'a.alloy:2 alloy-role rewrite later generated');
    assert.equal(check(keep(`${namespace}, ${service}`, 'shop;(db|x)')), 'a.alloy:2 alloy-role rewrite shop/db');
    assert.equal(
      check(keep(`${namespace}, ${service}`, 'default;kubernetes')),
      'a.alloy:2 alloy-role rewrite later generated',
    );
    assert.equal(check(keep(namespace, 'shop', 'drop')), 'a.alloy:2 alloy-role rewrite web/web');
    assert.equal(check(keep(namespace, '(s|w)+(h|e)+.*.*')), 'a.alloy:2 alloy-role? rewrite shop/db,web/web');
    assert.equal(
      check(keep('"__meta_kubernetes_service_annotation_prometheus_io_scrape"', 'true')),
      'a.alloy:2 alloy-role rewrite later generated',
    );
    const selector = '  selectors {\n    role = "endpoints"\n    label = "app=db"\n  }\n';
    assert.equal(check(discovery(selector)), 'a.alloy:2 alloy-role person later generated');
    const labelled = { 'k8s/db.yaml': object('shop', 'db', ', labels: {app: db}') };
    assert.deepEqual(found({ ...k8s, ...labelled, 'a.alloy': discovery(selector) }), [
      'a.alloy:2 alloy-role person shop/db',
    ]);
  });

  it('are field selectors, which a person changes', () => {
    const selector = '  selectors {\n    role  = "endpoints"\n    field = "metadata.name=db"\n  }\n';
    const text = discovery(inShop + selector) + relabel(port);
    assert.deepEqual(found({ ...k8s, 'a.alloy': text }), [
      'a.alloy:2 alloy-role person shop/db',
      'a.alloy:7 prom-field-selector person shop/db',
      'a.alloy:14 prom-meta-label person shop/db',
    ]);
  });

  it('are left to a person where labels have no name, or go elsewhere', () => {
    const changes = (text: string, more: Files = {}): readonly string[] =>
      readersIn({ ...k8s, 'a.alloy': text, ...more }).map(({ change }) => change);
    assert.deepEqual(changes(discovery() + relabel('__meta_kubernetes_endpoint_other')), ['person', 'person']);
    assert.deepEqual(changes(discovery() + relabel('__meta_kubernetes_endpoint_node_name')), ['person', 'person']);
    const image = { 'k8s/alloy.yaml': 'kind: Pod\nspec: {containers: [{image: "grafana/alloy:v1.11.3"}]}\n' };
    assert.deepEqual(changes(discovery() + relabel('__meta_kubernetes_endpoint_node_name'), image), [
      'rewrite',
      'rewrite',
    ]);
    assert.deepEqual(changes(`${discovery()}enrich "a" {\n  targets = discovery.kubernetes.x.targets\n}\n`), [
      'person',
    ]);
    assert.deepEqual(changes(discovery(), { 'b.alloy': relabel(port) }), ['person', 'person']);
    assert.deepEqual(changes(`{{ if .x }}\n${discovery()}{{ end }}\n`), ['person']);
  });

  it('are labels of targets that come from elsewhere, but not of other roles', () => {
    const check = (text: string): readonly string[] => found({ ...k8s, 'a.alloy': text });
    assert.deepEqual(check(relabel(port, 'argument.targets.value')), ['a.alloy:4 prom-meta-label? person *']);
    assert.deepEqual(check(discovery().replace('endpoints', 'pod') + relabel(port)), []);
    assert.deepEqual(check(discovery().replace('endpoints', 'endpointslice') + relabel(port)), []);
  });

  const monitors = `prometheus.operator.servicemonitors "all" {
  forward_to = [prometheus.remote_write.main.receiver]
}
`;

  it('are monitors without a role, which get one where Alloy’s version is known', () => {
    assert.deepEqual(found({ ...k8s, 'a.alloy': monitors }), ['a.alloy:1 alloy-default person later generated']);
    const files = {
      ...k8s,
      'a.alloy': monitors,
      'values.yaml': 'image: {repository: grafana/alloy, tag: v1.9.0}\n',
    };
    assert.deepEqual(found(files), ['a.alloy:1 alloy-default rewrite later generated']);
    const text = fixed(files, 'a.alloy');
    assert.equal(text, monitors.replace(']\n', ']\n  kubernetes_role = "endpointslice"\n'));
    assert.deepEqual(found({ ...files, 'a.alloy': text }), []);
  });

  it('are found in YAML and in heredocs', () => {
    const indented = (discovery(inShop) + relabel(port)).replace(/^(?=.)/gm, '    ');
    const files = {
      ...k8s,
      'alloy.yaml': `kind: ConfigMap\nmetadata: {name: alloy}\ndata:\n  config.alloy: |-\n${indented}`,
      'values.yaml': `alloy:\n  configMap:\n    content: |\n${indented.replace(/^(?=.)/gm, '  ')}`,
      'escaped.json': JSON.stringify({ kind: 'ConfigMap', data: { 'config.alloy': discovery(inShop) } }),
      'main.tf': `resource "helm_release" "alloy" {\n  values = [<<-EOT\n    alloy:\n      configMap:\n        content: |\n${indented.replace(/^(?=.)/gm, '      ')}  EOT\n  ]\n}\n`,
    };
    assert.deepEqual(found(files), [
      'alloy.yaml:6 alloy-role rewrite shop/db',
      'alloy.yaml:14 prom-meta-label rewrite shop/db',
      'values.yaml:5 alloy-role rewrite shop/db',
      'values.yaml:13 prom-meta-label rewrite shop/db',
      'escaped.json:1 alloy-role person shop/db',
      'main.tf:7 alloy-role rewrite shop/db',
      'main.tf:15 prom-meta-label rewrite shop/db',
    ]);
    assert.equal(
      fixed(files, 'alloy.yaml'),
      files['alloy.yaml']
        .replace('"endpoints"', '"endpointslice"')
        .replace(`"${port}"`, '"__meta_kubernetes_endpointslice_port_name"'),
    );
  });

  it('are not words, other roles or other components', () => {
    const text = `// discovery.kubernetes "x" { role = "endpoints" }
discovery.kubernetes "slices" {
  role = "endpointslice" // not role = "endpoints"
  selectors {
    role  = "endpointslice"
    label = "kubernetes.io/service-name=db"
  }
}
discovery.kubernetes "any" {
  role = argument.role.value
}
prometheus.operator.podmonitors "all" {
  forward_to = []
}
prometheus.operator.servicemonitors "slices" {
  forward_to      = []
  kubernetes_role = "endpointslice"
}
prometheus.remote_write "endpoints" {
  endpoint { url = "http://a/discovery.kubernetes" }
}
`;
    assert.deepEqual(found({ ...k8s, 'a.alloy': text }), []);
    const half = 'discovery.kubernetes "x" {\n  role = "endpoints';
    assert.deepEqual(found({ ...k8s, 'a.alloy': half }), []);
  });
});
