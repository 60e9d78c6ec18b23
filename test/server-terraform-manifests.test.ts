/** The language server completes manifests in Terraform over a stream: objects of `kubernetes_manifest`, and YAML in heredocs. */
import assert from 'node:assert/strict';
import type { CompletionItem, CompletionList, MarkupContent } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { startClient, type Client } from './support/client.ts';
import { assertValidHcl } from './support/terraform.ts';
import { openModule, terraformCapabilities, terraformDocument } from './support/terraform-module.ts';

const service = `resource "kubernetes_service_v1" "db" {
  metadata {
    name      = "db"
    namespace = "shop"
  }
  spec {
    port {
      name        = "pg"
      port        = 5432
      target_port = 5433
    }
  }
}

`;

/** The object with its braces. */
function inManifest(object: string): string {
  return `${service}resource "kubernetes_manifest" "db" {\n  manifest = ${object}\n}\n`;
}

function inObject(kind: string, lines: string): string {
  const version = kind === 'EndpointSlice' ? 'discovery.k8s.io/v1' : 'v1';
  return inManifest(`{\n    apiVersion = "${version}"\n    kind = "${kind}"\n${lines}\n  }`);
}

function inSubset(lines: string): string {
  return inObject(
    'Endpoints',
    `    metadata = { name = "db", namespace = "shop" }\n    subsets = [{\n${lines}\n    }]`,
  );
}

function inHeredoc(yaml: string): string {
  return `${service}resource "kubectl_manifest" "db" {\n  yaml_body = <<-YAML\n${yaml}\n  YAML\n}\n`;
}

describe('language server: manifests in Terraform', function () {
  this.timeout(60_000);
  let client: Client;
  /** Inserts whole texts, without tab stops. */
  let bare: Client;
  before(async () => {
    client = await startClient({ capabilities: terraformCapabilities });
    bare = await startClient({ capabilities: {} });
  });
  after(async () => {
    await client.stop();
    await bare.stop();
  });

  /** The items at the bar, in the order that clients show them in. */
  const itemsAt = async (text: string, asked = client): Promise<readonly CompletionItem[]> => {
    const offset = text.indexOf('|');
    const whole = text.replace('|', '');
    const uri = openModule(asked, { 'main.tf': whole })('main.tf');
    const position = terraformDocument(whole).positionAt(offset);
    const list = await asked.ask<CompletionList | null>('textDocument/completion', uri, { position });
    // The next module must not find these Services.
    await asked.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    return (list?.items ?? []).toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1));
  };
  const labelsAt = async (text: string): Promise<readonly string[]> => (await itemsAt(text)).map(({ label }) => label);
  /** The text with the item of that label. */
  const withItem = async (text: string, label: string, asked = bare): Promise<string> => {
    const item = (await itemsAt(text, asked)).find((each) => each.label === label);
    assert.ok(item?.textEdit && 'range' in item.textEdit);
    return TextDocument.applyEdits(terraformDocument(text.replace('|', '')), [item.textEdit]);
  };

  const cases: readonly (readonly [what: string, text: string, labels: readonly string[]])[] = [
    ['fields of Endpoints', inObject('Endpoints', '    |'), ['metadata', 'subsets']],
    [
      'fields of an EndpointSlice',
      inObject('EndpointSlice', '    |'),
      ['addressType', 'endpoints', 'ports', 'metadata'],
    ],
    ['fields of a Service', inObject('Service', '    |'), ['spec', 'metadata']],
    ['a half-typed field', inObject('Endpoints', '    sub|'), ['subsets']],
    ['a half-typed field without braces', inManifest('{\n    kind = "Endpoints"\n    sub|').slice(0, -2), ['subsets']],
    ['a field in quotes', inObject('Endpoints', '    "sub|'), ['subsets']],
    ['a field behind a half-typed line', inObject('Endpoints', '    meta\n    sub|'), ['subsets']],
    ['a field whose kind is below', inManifest('{\n    sub|\n    "kind" : "Endpoints"\n  }'), ['subsets']],
    ['only fields that are not written', inObject('Endpoints', '    metadata = {}\n    |\n    "subsets" = []'), []],
    ['fields on one line', inManifest('{ kind = "Endpoints", apiVersion = "v1", sub| }'), ['subsets']],
    ['fields before others', inSubset('      ports = [{ p| port = 1, name = "pg" }]'), ['protocol', 'appProtocol']],
    ['ports of the Service', inSubset('      addresses = [{ ip = "10.0.0.1" }]\n      p|'), ['port pg', 'ports']],
    ['an item of a list', inSubset('      ports = [|]'), ['{ name, port, protocol }']],
    ['kind and apiVersion', inManifest('{\n    |\n  }'), ['apiVersion', 'kind']],
    ['kinds', inManifest('{ kind = | }'), ['EndpointSlice', 'Service', 'Endpoints']],
    ['kinds of a version', inManifest('{ apiVersion = "v1", kind = "| }'), ['Service', 'Endpoints']],
    ['protocols', inSubset('      ports = [{ protocol = | }]'), ['TCP', 'UDP', 'SCTP']],
    ['protocols behind a colon', inSubset('      ports = [{ "protocol" : "T|" }]'), ['TCP', 'SCTP']],
    ['address types', inObject('EndpointSlice', '    addressType = "I|"'), ['IPv4', 'IPv6']],
    ['booleans', inObject('EndpointSlice', '    endpoints = [{ conditions = { ready = | } }]'), ['true', 'false']],
    ['types of Services', inObject('Service', '    spec = { type = "No| }'), ['NodePort']],
    [
      'the Service as the name',
      inObject('Endpoints', '    metadata = {\n      name = |\n    }'),
      ['kubernetes_service_v1.db.metadata[0].name', 'db'],
    ],
    [
      'the namespace of the Service',
      inObject('Endpoints', '    metadata = {\n      name = "db"\n      namespace = kub|\n    }'),
      ['kubernetes_service_v1.db.metadata[0].namespace'],
    ],
    [
      'the Service of a slice',
      inObject(
        'EndpointSlice',
        '    metadata = {\n      labels = {\n        "kubernetes.io/service-name" = |\n      }\n    }',
      ),
      ['kubernetes_service_v1.db.metadata[0].name', 'db'],
    ],
    [
      'keys of labels',
      inObject('EndpointSlice', '    metadata = { labels = { "service-n| } }'),
      ['kubernetes.io/service-name'],
    ],
    [
      'numbers of ports',
      inSubset('      ports = [{ port = | }]'),
      ['5433', 'kubernetes_service_v1.db.spec[0].port[0].port'],
    ],
    [
      'names of ports',
      inSubset('      ports = [{ name = |, port = 5433 }]'),
      ['pg', 'kubernetes_service_v1.db.spec[0].port[0].name'],
    ],
    ['nothing in other kinds', inManifest('{\n    apiVersion = "apps/v1"\n    kind = "Deployment"\n    |\n  }'), []],
    ['nothing in comments', inObject('Endpoints', '    # sub|'), []],
    ['nothing in templates', inObject('Endpoints', '    metadata = { name = "${|" }'), []],
    ['nothing in calls', inObject('Endpoints', '    metadata = merge(|)'), []],
    ['nothing behind a value', inObject('Endpoints', '    metadata = {} |'), []],
    ['fields in a heredoc', inHeredoc('    kind: Endpoints\n    sub|'), ['subsets']],
    [
      'values in a heredoc',
      inHeredoc('    kind: Endpoints\n    subsets:\n      - ports:\n          - protocol: |'),
      ['TCP', 'UDP', 'SCTP'],
    ],
    ['nothing in an empty heredoc', inHeredoc('    |'), []],
    ['nothing in a heredoc of others', inHeredoc('    kind: Endpoints\n    |').replace('kubectl_manifest', 'x_y'), []],
  ];
  for (const [what, text, labels] of cases)
    it(`proposes ${what}`, async () => {
      assert.deepEqual(await labelsAt(text), labels);
    });

  it('inserts objects and lists with tab stops', async () => {
    const texts = async (text: string): Promise<readonly (string | undefined)[]> =>
      (await itemsAt(text)).map(({ textEdit }) => textEdit?.newText);
    assert.deepEqual(await texts(inObject('Endpoints', '    me|')), [
      'metadata = {\n  name      = "$1"\n  namespace = "$2"\n\\}',
    ]);
    assert.deepEqual(await texts(inSubset('      notR|')), ['notReadyAddresses = [{ ip = "$1" \\}]']);
    assert.deepEqual(await texts(inSubset('      ports = [{ protoc| }]')), [
      'protocol = "${1|TCP,UDP,SCTP|}"',
      'appProtocol = "$1"',
    ]);
    assert.deepEqual(await texts(inSubset('      ports = [{ nam| = 1 }]')), ['name']);
  });

  it('inserts the ports of the Service in the layout of terraform fmt', async () => {
    const before = `    metadata = { name = "db", namespace = "shop" }`;
    const text = await withItem(inObject('Endpoints', `${before}\n    |`), 'subsets with port pg');
    const subsets = [
      '    subsets = [{',
      '      addresses = [{ ip = "" }]',
      '      ports = [{',
      '        name = "pg"',
      '        port = 5433',
      '      }]',
      '    }]',
    ];
    assert.equal(text, inObject('Endpoints', [before, ...subsets].join('\n')));
  });

  it('gives several ports lines of their own', async () => {
    const ports = '    port {\n      name = "web"\n      port = 80\n    }\n    port {';
    const before = inSubset('      |').replace('    port {', ports);
    const text = await withItem(before, 'ports web, pg');
    const inserted = `ports = [
        {
          name = "web"
          port = 80
        },
        {
          name = "pg"
          port = 5433
        },
      ]`;
    assert.equal(text, before.replace('|', inserted));
  });

  it('inserts only what HashiCorp parses', async () => {
    const places = [
      inObject('Endpoints', '    |'),
      inSubset('      |'),
      inSubset('      addresses = [{ | }]'),
      inSubset('      addresses = [{ | ip = "10.0.0.1" }]'),
      inSubset('      ports = [{ port = 1, | }]'),
      inObject('EndpointSlice', '    |'),
      inObject('EndpointSlice', '    endpoints = [{ | }, {}]'),
      inObject('EndpointSlice', '    metadata = {\n      labels = {\n        |\n      }\n    }'),
      inObject('Service', '    spec = {\n      |\n    }'),
      inObject('Service', '    spec = {\n      ports = |\n    }'),
    ];
    for (const place of places) {
      const items = await itemsAt(place, bare);
      assert.ok(items.length > 0, place);
      for (const { label } of items) await assertValidHcl(await withItem(place, label));
    }
  });

  it('documents a field as in YAML', async () => {
    const [item] = await itemsAt(inObject('Endpoints', '    sub|'));
    const { documentation } = await client.connection.sendRequest<CompletionItem>('completionItem/resolve', item);
    assert.match((documentation as MarkupContent).value, /Groups of addresses with their ports/);
  });
});
