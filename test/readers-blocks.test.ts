/** Readers of Endpoints in Terraform and Grafana Alloy: what is found, what stays silent, and the changes as text. */
import assert from 'node:assert/strict';
import { endpointSliceLabel, metaLabelsIn } from '../server/src/readers/meta-labels.ts';
import type { Reader } from '../server/src/readers/reader.ts';
import { foundReaders } from './support/found-readers.ts';

type Files = Readonly<Record<string, string>>;

function readersIn(files: Files): readonly Reader[] {
  const texts = Object.entries(files).map(([name, text]) => ({ uri: `file:///repo/${name}`, text }));
  return foundReaders(texts);
}

/** `main.tf:3 rbac-rule rewrite shop/db`; with `?` for a likely one, and `later`. */
function found(files: Files): readonly string[] {
  return readersIn(files).map((reader) => {
    const name = reader.uri.slice('file:///repo/'.length);
    const line = (files[name] ?? '').slice(0, reader.span.start).split('\n').length;
    const likely = reader.certainty === 'likely' ? '?' : '';
    const later = reader.when === 'later' ? ' later' : '';
    return `${name}:${line} ${reader.kind}${likely} ${reader.change}${later} ${reader.for.join(',')}`;
  });
}

/** The text after all fixes; equal fixes are applied once. */
function fixed(files: Files, name: string): string {
  const edits = readersIn(files)
    .filter(({ uri }) => uri.endsWith(`/${name}`))
    .flatMap((reader) => reader.fix?.edits ?? []);
  const unique = new Map(edits.map((edit) => [`${edit.span.start}:${edit.span.end}:${edit.text}`, edit]));
  return [...unique.values()]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((text, { span, text: by }) => text.slice(0, span.start) + by + text.slice(span.end), files[name] ?? '');
}

const object = (namespace: string, name: string, more = ''): string => `apiVersion: v1
kind: Service
metadata: {name: ${name}, namespace: ${namespace}${more}}
spec: {ports: [{name: http, port: 80}]}
---
apiVersion: v1
kind: Endpoints
metadata: {name: ${name}, namespace: ${namespace}}
subsets: [{addresses: [{ip: 10.0.0.1}], ports: [{name: http, port: 80}]}]
`;

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

describe('readers in Terraform', () => {
  const metadata = (name: string, namespace?: string): string =>
    `metadata {\n    name = ${name}\n${namespace === undefined ? '' : `    namespace = ${namespace}\n`}  }`;

  it('are data sources and resources, with names of other blocks', () => {
    const files = {
      'tf/names.tf': `locals { db = "db" }
resource "kubernetes_namespace" "shop" {
  ${metadata('"shop"')}
}
resource "kubernetes_service_v1" "db" {
  ${metadata('local.db', 'kubernetes_namespace.shop.metadata[0].name')}
  spec {
    port { port = 80 }
  }
}
`,
      'tf/main.tf': `resource "kubernetes_endpoints_v1" "db" {
  ${metadata('"${kubernetes_service_v1.db.metadata.0.name}"', 'kubernetes_service_v1.db.metadata[0].namespace')}
  subset {
    address { ip = "10.0.0.1" }
  }
}
data "kubernetes_endpoints" "db" {
  ${metadata('"db"', '"shop"')}
}
data "kubernetes_resource" "api" {
  api_version = "v1"
  kind        = "Endpoints"
  ${metadata('"kubernetes"')}
}
data "kubernetes_endpoints_v1" "any" {
  for_each = var.names
  ${metadata('each.value', '"shop"')}
}
resource "kubernetes_endpoints" "other" {
  ${metadata('var.name')}
}
`,
    };
    assert.deepEqual(found(files), [
      'tf/main.tf:1 program-object person shop/db',
      'tf/main.tf:10 terraform-data person shop/db',
      'tf/main.tf:16 terraform-data person later default/kubernetes',
      'tf/main.tf:23 terraform-data person shop/db',
      'tf/main.tf:30 program-object? person *',
    ]);
  });

  it('are manifests, also in heredocs', () => {
    const files = {
      'main.tofu': `resource "kubernetes_manifest" "db" {
  manifest = {
    apiVersion = "v1"
    kind       = "Endpoints"
    metadata   = { name = "db", namespace = "shop" }
  }
}
resource "kubectl_manifest" "role" {
  yaml_body = <<-YAML
    kind: Role
    metadata: {name: x, namespace: shop}
    rules:
      - apiGroups: [""]
        resources: [endpoints]
        verbs: [list]
  YAML
}
resource "kubernetes_manifest" "slice" {
  manifest = yamldecode(<<EOT
kind: EndpointSlice
metadata: {name: db, namespace: shop}
EOT
  )
}
`,
    };
    assert.deepEqual(found(files), [
      'main.tofu:4 program-object person shop/db',
      'main.tofu:14 rbac-rule rewrite shop/db',
    ]);
    assert.ok(
      fixed(files, 'main.tofu').includes(
        '\n      - apiGroups: [discovery.k8s.io]\n        resources: [endpointslices]\n        verbs: [list]\n  YAML\n',
      ),
    );
  });

  const role = (rules: string, type = 'kubernetes_role_v1'): string => `resource "${type}" "r" {
  metadata {
    name      = "r"
    namespace = "shop"
  }
${rules}}
`;
  const rule = (resources: string, verbs = '"get", "watch"', group = '""'): string => `  rule {
    api_groups = [${group}]
    resources  = [${resources}]
    verbs      = [${verbs}]
  }
`;

  it('are rules of roles, which get another rule in their layout', () => {
    const k8s = { 'k8s/db.yaml': object('shop', 'db'), 'k8s/web.yaml': object('web', 'web') };
    const files = { ...k8s, 'rbac.tf': role(`${rule('"pods"')}\n${rule('"services", "endpoints"')}`) };
    assert.deepEqual(found(files), ['rbac.tf:14 rbac-rule rewrite shop/db']);
    const added = rule('"endpointslices"', '"get", "list", "watch"', '"discovery.k8s.io"');
    const text = fixed(files, 'rbac.tf');
    assert.equal(text, role(`${rule('"pods"')}\n${rule('"services", "endpoints"')}\n${added}`));
    assert.deepEqual(found({ ...k8s, 'rbac.tf': text }), []);
    const crlf = files['rbac.tf'].replaceAll('\n', '\r\n');
    assert.equal(fixed({ ...k8s, 'rbac.tf': crlf }, 'rbac.tf'), text.replaceAll('\n', '\r\n'));
  });

  it('are wildcards, rules for writing, and rules of cluster roles', () => {
    const k8s = { 'k8s/db.yaml': object('shop', 'db') };
    const check = (text: string): readonly string[] => found({ ...k8s, 'rbac.tf': text });
    assert.deepEqual(check(role(rule('"*"'))), ['rbac.tf:8 rbac-wildcard? person shop/db']);
    assert.deepEqual(check(role(rule('"endpoints"', '"get", "update"'))), ['rbac.tf:8 rbac-rule person shop/db']);
    assert.deepEqual(check(role(rule('"endpoints"'), 'kubernetes_cluster_role')), ['rbac.tf:8 rbac-rule rewrite *']);
    const dynamic = role(`${rule('"endpoints"')}  dynamic "rule" {\n    for_each = var.rules\n    content {}\n  }\n`);
    assert.deepEqual(check(dynamic), ['rbac.tf:8 rbac-rule? person shop/db']);
    assert.deepEqual(check(role(rule('"endpoints"')).replace('"shop"', 'kubernetes_namespace.a.id')), [
      'rbac.tf:8 rbac-rule rewrite *',
    ]);
  });

  it('are blocks of the JSON syntax, which are a person’s', () => {
    const resource = {
      kubernetes_role: {
        r: {
          metadata: [{ name: 'r', namespace: 'shop' }],
          rule: [
            { api_groups: ['apps'], resources: ['endpoints'], verbs: ['get'] },
            { api_groups: [''], resources: ['endpoints'], verbs: ['get'] },
          ],
        },
      },
    };
    const data = { kubernetes_endpoints_v1: { db: { metadata: { name: 'db', namespace: 'shop' } } } };
    const text = JSON.stringify({ resource, data }, null, 2);
    assert.deepEqual(
      found({ 'k8s/db.yaml': object('shop', 'db'), 'main.tf.json': text }).map((each) => each.replace(/:\d+/, '')),
      ['main.tf.json rbac-rule person shop/db', 'main.tf.json terraform-data person shop/db'],
    );
  });

  it('are not endpoints of clouds, words, or rules that slices have', () => {
    const files = {
      'k8s/db.yaml': object('shop', 'db'),
      'main.tf': `# data "kubernetes_endpoints_v1" "db" {}
provider "aws" {
  endpoints { s3 = "http://localhost" }
}
resource "aws_vpc_endpoint" "kubernetes_endpoints" {
  description = "Endpoints of kubernetes_endpoints"
}
resource "google_endpoints_service" "a" {
  grpc_config = <<EOT
kind: service
endpoints: [{name: a}]
EOT
}
output "a" { value = data.kubernetes_endpoints_v1.db.subset }
data "kubernetes_service" "db" {
  ${metadata('"db"', '"shop"')}
}
resource "kubernetes_manifest" "s" {
  manifest = { kind = "EndpointSlice", metadata = { name = "Endpoints" } }
}
${role(rule('"endpoints"', '"get"', '"apps"'))}
${role(rule('"endpoints"') + rule('"endpointslices"', '"*"', '"discovery.k8s.io"'))}
${role(rule('"endpoints"')).replace('"shop"', '"web"')}
`,
    };
    assert.deepEqual(found(files), []);
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
