/** Objects of Terraform, manifests and programs that belong together: on the command line, in traffic and in pictures. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { repositoryOf } from './support/repository.ts';
import { temporary } from './support/temporary.ts';

interface Row {
  readonly file: string;
  readonly code: string;
  readonly related: readonly { readonly file: string; readonly line: number }[];
}

const service = (name: string, port = 'pg'): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: prod
spec:
  ports:
    - name: ${port}
      port: 5432
`;

const endpoints = (name: string, port = 'postgres', more = ''): string => `resource "kubernetes_endpoints_v1" "db" {
  ${more}
  metadata {
    name      = ${name}
    namespace = "prod"
  }
  subset {
    address {
      ip = "10.0.0.7"
    }
    port {
      name = "${port}"
      port = 5432
    }
  }
}
`;

const serviceBlock = (name: string, port = 'pg', more = ''): string => `resource "kubernetes_service_v1" "db" {
  ${more}
  metadata {
    name      = ${name}
    namespace = "prod"
  }
  spec {
    port {
      name = "${port}"
      port = 5432
    }
  }
}
`;

const slice = (target: string): string => `resource "kubernetes_endpoint_slice_v1" "db" {
  metadata {
    name      = "db-1"
    namespace = "prod"
    labels = {
      "kubernetes.io/service-name" = ${target}
    }
  }
  address_type = "IPv4"
  endpoint {
    addresses = ["10.0.0.7"]
    condition {
      serving = true
    }
  }
  port {
    name         = "pg"
    port         = 5432
    app_protocol = "postgres"
  }
}
`;

describe('terraform: relations', () => {
  const having = temporary(folderOf);
  const repository = temporary(repositoryOf);
  type Files = Readonly<Record<string, string>>;
  const rows = (files: Files, ...args: readonly string[]): readonly string[] => {
    const { out, err } = having(files).run('check', '--format', 'json', ...args);
    assert.equal(err, '');
    return (JSON.parse(out) as { readonly diagnostics: readonly Row[] }).diagnostics
      .filter(({ code }) => code !== 'deprecated-endpoints')
      .map(({ file, code, related }) => [file, code, ...related.map((each) => `${each.file}:${each.line}`)].join(' '));
  };
  const traffic = (files: Files): string => having(files).run('traffic').out;

  it('compares Endpoints of Terraform with a Service in YAML, and the other way round', () => {
    assert.deepEqual(rows({ 'tf/main.tf': endpoints('"db"'), 'k8s/service.yaml': service('db') }), [
      'tf/main.tf unmatched-port k8s/service.yaml:8',
    ]);
    const yaml = `apiVersion: v1\nkind: Endpoints\nmetadata: { name: db, namespace: prod }\nsubsets:\n  - addresses: [{ ip: 10.0.0.7 }]\n    ports: [{ name: postgres, port: 5432 }]\n`;
    assert.deepEqual(rows({ 'tf/main.tf': serviceBlock('"db"'), 'k8s/db.yaml': yaml }), [
      'k8s/db.yaml unmatched-port tf/main.tf:9',
    ]);
  });

  it('takes the namespace that the provider sends where none is written', () => {
    const bare = endpoints('"db"').replace(/ {4}namespace = "prod"\n/, '');
    const inDefault = service('db').replace('  namespace: prod\n', '  namespace: default\n');
    assert.deepEqual(rows({ 'main.tf': bare, 'service.yaml': inDefault }), ['main.tf unmatched-port service.yaml:8']);
  });

  it('compares objects whose names are the same unknown expression within one module only', () => {
    const name = 'var.name';
    assert.deepEqual(rows({ 'a/main.tf': endpoints(name), 'a/service.tf': serviceBlock(name) }), [
      'a/main.tf unmatched-port a/service.tf:9',
    ]);
    const apart = { 'a/main.tf': endpoints(name), 'b/service.tf': serviceBlock(name) };
    assert.deepEqual(rows(apart), []);
    assert.doesNotMatch(traffic(apart), /other port name/);
    assert.match(traffic({ 'a/main.tf': endpoints(name), 'a/service.tf': serviceBlock(name) }), /other port name/);
  });

  it('follows the label of a slice to a Service whose name is not known', () => {
    const name = 'kubernetes_service_v1.db.metadata[0].name';
    const files = { 'a/slice.tf': slice(name), 'a/service.tf': serviceBlock('var.name', 'sql') };
    assert.deepEqual(
      rows(files).filter((row) => row.includes('unmatched-port')),
      ['a/slice.tf unmatched-port a/service.tf:9'],
    );
    const apart = { 'a/slice.tf': slice('var.name'), 'b/service.tf': serviceBlock('var.name', 'sql') };
    assert.deepEqual(
      rows(apart).filter((row) => row.includes('unmatched-port')),
      [],
    );
  });

  it('says nothing of objects with another provider, and nothing is missing where one may be there', () => {
    const alias = 'provider = kubernetes.west';
    assert.deepEqual(rows({ 'main.tf': endpoints('"db"', 'postgres', alias), 'service.yaml': service('db') }), []);
    const both = { 'main.tf': endpoints('"db"', 'postgres', alias), 'service.tf': serviceBlock('"db"', 'pg', alias) };
    assert.deepEqual(rows(both), ['main.tf unmatched-port service.tf:9']);
    const counted = {
      'main.tf': endpoints('"db"', 'pg'),
      'service.tf': serviceBlock('"db"', 'pg', 'count = var.count'),
    };
    assert.deepEqual(rows(counted), []);
  });

  it('compares objects that may have no instance, and calls none of them missing or defined twice', () => {
    const count = 'count = var.create ? 1 : 0';
    const wrong = endpoints('"db"', 'postgres', count);
    const both = { 'main.tf': wrong, 'service.tf': serviceBlock('"db"', 'pg', count) };
    assert.deepEqual(rows(both), ['main.tf unmatched-port service.tf:9']);
    assert.deepEqual(rows({ 'main.tf': wrong, 'service.tf': serviceBlock('"db"') }), [
      'main.tf unmatched-port service.tf:9',
    ]);
    assert.deepEqual(
      rows({ 'main.tf': endpoints('"db"'), 'service.tf': serviceBlock('"db"', 'pg', 'for_each = var.services') }),
      ['main.tf unmatched-port service.tf:9'],
    );
    const apart = { 'main.tf': wrong, 'service.tf': serviceBlock('"db"', 'pg', 'count = var.create ? 0 : 1') };
    assert.deepEqual(rows(apart), []);
    const twice = {
      'a.tf': endpoints('"db"', 'pg', count),
      'b.tf': endpoints('"db"', 'pg', 'count = var.create ? 0 : 1').replace('"db" {', '"other" {'),
      'service.tf': serviceBlock('"db"'),
    };
    assert.deepEqual(rows(twice), []);
  });

  it('simulates traffic as the provider sends the object', () => {
    const files = {
      'slice.tf': slice('"db"').replace('= 5432', '= 5432\n    protocol = "UDP"'),
      'service.yaml': service('db'),
    };
    const out = traffic(files);
    // The provider sends no protocol, and "ready: false" where only another condition is written.
    assert.match(out, /pg 5432\/TCP: no endpoint/);
    assert.match(out, /10\.0\.0\.7:5432 {2}not ready {2}slice\.tf:11/);
    const { out: found, code } = having(files).run('check');
    assert.equal(code, 1);
    assert.match(found, /error\[unsent-protocol\]/);
    assert.match(found, /error\[implied-not-ready\]/);
  });

  it('leaves out an object without instances, and is not certain of one that may have none', () => {
    const files = (more: string) => ({ 'main.tf': endpoints('"db"', 'pg', more), 'service.yaml': service('db') });
    assert.match(traffic(files('')), /1 of 1 address\n/);
    assert.match(traffic(files('count = 0')), /no slice and no Endpoints/);
    assert.match(traffic(files('count = var.isOn ? 1 : 0')), /1 of 1 address \(not certain\)/);
  });

  it('does not say that addresses are missing where they are not known', () => {
    const open = endpoints('"db"', 'pg').replace(
      /address \{[^}]*\}/,
      'dynamic "address" {\n      for_each = var.ips\n      content {\n        ip = address.value\n      }\n    }',
    );
    const { out } = having({ 'main.tf': open, 'service.tf': serviceBlock('"db"') }).run('why', 'db');
    assert.doesNotMatch(out, /breaks/);
    assert.match(out, /unknown +A template or an expression may add values to the Endpoints "db"/);
  });

  it('draws objects with their files, and answers for names in DNS', () => {
    const { run } = having({ 'tf/main.tf': endpoints('"db"', 'pg'), 'service.yaml': service('db') });
    assert.match(run('show', '--format', 'text').out, /Endpoints db {2}tf\/main\.tf:4/);
    assert.match(run('why', 'prod/db').out, /tf\/main\.tf:/);
    assert.match(run('readers').out, /tf\/main\.tf/);
  });

  it('compares traffic with a commit, also where only a local has changed', () => {
    const { write, run } = repository({
      'main.tf': endpoints('"db"', 'pg').replace('"10.0.0.7"', 'local.ip'),
      'locals.tf': 'locals {\n  ip = "10.0.0.7"\n}\n',
      'service.yaml': service('db'),
    });
    write({ 'locals.tf': 'locals {\n  ip = "10.0.0.8"\n}\n' });
    const { out } = run('traffic', '--since', 'HEAD');
    assert.match(out, /10\.0\.0\.8/);
    assert.match(out, /10\.0\.0\.7/);
  });
});
