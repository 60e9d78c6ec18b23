/** What rules say in Terraform: what its plan refuses, what the provider sends, and the words of messages. */
import assert from 'node:assert/strict';
import { createWorkspace, type Finding } from '../server/src/api.ts';

/** The findings of a module, without those on the deprecated kind. */
function findingsIn(files: Readonly<Record<string, string>> | string): readonly Finding[] {
  const workspace = createWorkspace();
  const all = typeof files === 'string' ? { 'main.tf': files } : files;
  for (const [name, text] of Object.entries(all)) workspace.set(name, text);
  return workspace.check().filter(({ code }) => code !== 'deprecated-endpoints');
}

function codesIn(files: Parameters<typeof findingsIn>[0]): readonly string[] {
  return findingsIn(files).map(({ code }) => code);
}

function findingOf(code: string, files: Parameters<typeof findingsIn>[0]): Finding {
  const found = findingsIn(files).find((each) => each.code === code);
  assert.ok(found, `no finding ${code}`);
  return found;
}

const service = `resource "kubernetes_service_v1" "db" {
  metadata { name = "db" }
  spec {
    port { port = 5432 }
  }
}
`;

const endpoints = (subset: string, more = ''): string => `${service}
resource "kubernetes_endpoints_v1" "db" {
  ${more}
  metadata { name = kubernetes_service_v1.db.metadata[0].name }
  subset {
    ${subset}
  }
}
`;

const valid = endpoints(`address { ip = "10.20.0.15" }
    port { port = "5432" }`);

describe('terraform: rules', () => {
  it('find nothing in a valid module, with a number as a text', () => {
    assert.deepEqual(codesIn(valid), []);
  });

  it('name blocks and arguments as the provider does, with the name of the contract beside', () => {
    const { message } = findingOf('empty-subset', endpoints('port { port = 5432 }'));
    assert.equal(
      message,
      'This subset has no addresses. Add one to "address" (addresses) or to "not_ready_address" (notReadyAddresses).',
    );
  });

  it('write ways out in HCL', () => {
    const text = valid.replace('port { port = 5432 }', 'session_affinity = "Client"\n    port { port = 5432 }');
    assert.equal(
      findingOf('unknown-service-value', text).message,
      '"Client" is not a value of "session_affinity" (sessionAffinity). Did you mean "ClientIP"?',
    );
    const ready = endpoints(`not_ready_address { ip = "10.20.0.15" }
    port { port = 5432 }`);
    const words = findingsIn(ready).map(({ message }) => message);
    assert.ok(words.length > 0 && words.every((each) => !/\b\w+: (?:true|false)\b/.test(each)), words.join('\n'));
  });

  it('say that the plan refuses a wrong type, and how to write it', () => {
    const { enforcedBy, message } = findingOf('wrong-type', valid.replace('"5432"', '"http"'));
    assert.deepEqual(
      [enforcedBy, message],
      ['terraform', '"http" is a string, but "port" must be a whole number. Write the number.'],
    );
  });

  it('leave texts of a kubernetes_manifest to the provider, which converts them, but not those of a kubectl_manifest', () => {
    const manifest = `apiVersion = "v1", kind = "Endpoints", metadata = { name = "db", namespace = "default" }, subsets = [{ addresses = [{ ip = "10.20.0.15" }], ports = [{ port = "5432" }] }]`;
    assert.deepEqual(codesIn(`${service}resource "kubernetes_manifest" "db" {\n  manifest = { ${manifest} }\n}\n`), []);
    assert.deepEqual(
      codesIn(`${service}resource "kubectl_manifest" "db" {\n  yaml_body = yamlencode({ ${manifest} })\n}\n`),
      ['wrong-type'],
    );
  });

  it('report a name that is refused, and not what it hides', () => {
    assert.deepEqual(codesIn(valid.replace('address {', 'addresses {')), ['unknown-argument']);
    const { message } = findingOf(
      'unknown-argument',
      valid.replace('metadata { name = kube', 'metadata = { name = kube'),
    );
    assert.equal(message, '"metadata" is a block, not an argument. Write metadata { … } without "=".');
  });

  it('count like blocks once, and report the later one', () => {
    const text = endpoints(`address { ip = "10.20.0.15" }
    address { ip = "10.20.0.15" }
    port { port = 5432 }`);
    assert.deepEqual(codesIn(text), ['merged-block']);
  });

  it('say that the create fails beside a selector', () => {
    const text = valid.replace('spec {', 'spec {\n    selector = { app = "db" }');
    assert.match(findingOf('overwritten-by-selector', text).message, /AlreadyExists/);
  });

  it('are silent where no instance is made, except for what the plan refuses', () => {
    const text = endpoints(
      `address { ip = "127.0.0.1" }
    port { prot = 5432 }`,
      'count = 0',
    );
    assert.deepEqual(codesIn(text), ['unknown-argument']);
  });

  it('report no second object that may not exist', () => {
    const twin = valid.slice(service.length).replace('"db" {', '"twin" {');
    assert.deepEqual(codesIn(valid + twin), ['duplicate-resource']);
    assert.deepEqual(codesIn(valid + twin.replace('{\n', '{\n  count = var.n\n')), []);
  });

  it('find the second object in another file of the module', () => {
    const twin = valid.slice(service.length).replace('"db" {', '"twin" {');
    assert.deepEqual(codesIn({ 'a.tf': valid, 'b.tf': twin }), ['duplicate-resource']);
  });

  it('warn of a label that an unknown value may replace', () => {
    const text = valid.replace(
      /metadata \{ name = kube.*/,
      `metadata {\n    name   = "db"\n    labels = merge({ app = "a b" }, var.labels)\n  }`,
    );
    assert.equal(findingOf('malformed-label-value', text).severity, 'warning');
    assert.equal(findingOf('malformed-label-value', text.replace(', var.labels', '')).severity, 'error');
  });
});

describe('terraform: defaults of variables', () => {
  const text = valid.replace('"10.20.0.15"', 'var.ip');

  it('are checked as advice, at the default', () => {
    const found = findingOf('loopback-ip', `variable "ip" {\n  default = "127.0.0.1"\n}\n${text}`);
    assert.deepEqual([found.severity, found.enforcedBy, found.range.start.line], ['warning', 'advice', 2]);
    assert.match(found.message, /^With the default of var\.ip: 127\.0\.0\.1 is a loopback address/);
  });

  it('are named beside the use where they are in another file', () => {
    const found = findingOf('loopback-ip', {
      'main.tf': text,
      'variables.tf': 'variable "ip" { default = "127.0.0.1" }\n',
    });
    assert.equal(found.file, 'main.tf');
    assert.deepEqual(
      found.related.map(({ file, message }) => [file, message]),
      [['variables.tf', 'The default is written here.']],
    );
  });

  it('say nothing where they are right, or must be replaced', () => {
    for (const value of ['"10.20.0.16"', '""', '"CHANGE_ME"', 'null'])
      assert.deepEqual(codesIn(`variable "ip" {\n  default = ${value}\n}\n${text}`), []);
  });
});
