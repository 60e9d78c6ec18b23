/** Readers of Endpoints in Terraform: what is found, what stays silent, and the changes as text. */
import assert from 'node:assert/strict';
import { foundReaders as found, fixedReaders as fixed, writtenObject as object } from './support/blocks-readers.ts';

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
