/** The language server on Terraform files over a stream: hover, completion, outline, quick fixes and rename. */
import assert from 'node:assert/strict';
import type { CodeAction, CompletionList, DocumentSymbol, Hover, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { startClient, type Client } from './support/client.ts';

const locals = `locals {
  port = 5432
}
`;

const main = `locals {
  ip = "10.0.0.1"
}

variable "ns" {
  default = "shop"
}

resource "kubernetes_namespace_v1" "shop" {
  metadata {
    name = "shop"
  }
}

resource "kubernetes_service_v1" "db" {
  metadata {
    name      = "db"
    namespace = var.ns
  }
  spec {
    port {
      name        = "pg"
      port        = 5432
      target_port = 5433
    }
  }
}

resource "kubernetes_endpoints" "db" {
  metadata {
    name      = kubernetes_service_v1.db.metadata[0].name
    namespace = var.ns
    labels = {
      app = "db"
    }
  }
  subset {
    address { ip = local.ip }
    port {
      name     = "pg"
      port     = local.port
      protocol = "tcp"
    }
    address {
      ip = "10.0.0.2"
    }
  }
  lifecycle {
    ignore_changes = [subset[0].port, metadata[0].labels]
  }
}

resource "kubernetes_endpoint_slice_v1" "each" {
  for_each = { a = 1, b = 2 }
  metadata {
    name = "db-\${each.key}"
    labels = {
      "kubernetes.io/service-name" = "db"
    }
  }
  address_type = "IPv4"
  endpoint {
    addresses = ["10.0.0.1"]
    condition { ready = true }
    nodeName  = "n1"
  }
  port {
    port         = "5432"
    protocol     = "UDP"
    app_protocol = "http"
  }
}

resource "kubernetes_manifest" "db" {
  manifest = {
    apiVersion = "v1"
    kind       = "Endpoints"
    metadata   = { name = "web" }
    subsets    = [{ addresses = [{ ip = "10.0.0.3" }], ports = [{ port = 80 }] }]
  }
}
`;

const capabilities = {
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ['markdown'] },
    completion: { completionItem: { snippetSupport: true } },
    rename: { prepareSupport: true },
  },
  workspace: { workspaceEdit: { documentChanges: false } },
};

describe('language server: editing Terraform', function () {
  this.timeout(60_000);
  let client: Client;
  let next = 0;
  before(async () => {
    client = await startClient({ capabilities });
  });
  after(() => client.stop());

  /** Opens the files in a folder of their own. */
  const opened = (files: Readonly<Record<string, string>>): ((name: string) => string) => {
    const folder = `file:///module-${next++}`;
    for (const [name, text] of Object.entries(files)) client.open(`${folder}/${name}`, text);
    return (name) => `${folder}/${name}`;
  };

  const documentOf = (text: string): TextDocument => TextDocument.create('', 'terraform', 1, text);

  describe('hover', () => {
    let uri = '';
    before(() => {
      uri = opened({ 'locals.tf': locals, 'main.tf': main })('main.tf');
    });

    /** At the last character of `at`; null where there is none. */
    const hoverAt = async (at: string): Promise<string | null> => {
      const offset = main.indexOf(at) + at.length - 1;
      assert.ok(main.includes(at), at);
      const found = await client.ask<Hover | null>('textDocument/hover', uri, {
        position: documentOf(main).positionAt(offset),
      });
      const contents = found?.contents;
      return typeof contents === 'object' && 'value' in contents ? contents.value : null;
    };

    const cases: readonly (readonly [at: string, ...texts: string[]])[] = [
      [
        'resource "kubernetes_endpoints"',
        '`kubernetes_endpoints` sends an Endpoints (`v1`)',
        'Use `kubernetes_endpoints_v1`',
      ],
      ['"kubernetes_endpoints" "db', '`kubernetes_endpoints.db` sends the Endpoints `db`.'],
      [
        'slice_v1" "each',
        'in the namespace `default`',
        'Its name is known only when Terraform runs',
        'one for each of `a`, `b`',
      ],
      ['name      = kubernetes', '`kubernetes_service_v1.db.metadata[0].name` is `"db"`, from line 17.'],
      ['port     = local.port', '`local.port` is `5432`, from line 2 of locals.tf.', 'PostgreSQL'],
      ['= var.ns', '`var.ns` is known only when Terraform runs, so it is not checked.', 'it is `"shop"`'],
      [
        'labels',
        '**labels**: map of texts',
        'Sent as `metadata.labels`',
        '`lifecycle.ignore_changes` has `metadata[0].labels`',
      ],
      ['"10.0.0.2', 'private'],
      ['  ip = "10.0.0.1', 'private', 'Used in `kubernetes_endpoints.db`.'],
      [
        '[0].name\n    namespace',
        '**namespace**: text',
        'Default: `default`',
        'delete the object and create a new one',
      ],
      ['address { ip', '**ip**: text, required', 'Sent as `subsets[].addresses[].ip`'],
      ['target_port', 'text or number', 'Sent as `spec.ports[].targetPort`'],
      ['condition', '**condition**: block', 'the provider sends the others as `false`'],
      ['nodeName', 'Terraform refuses `nodeName` here: the resource has no argument of that name. Write `node_name`.'],
      ['address_type', '**address\\_type**: text, required', '- `FQDN`', 'create a new one'],
      ['subsets ', '**subsets**: list of EndpointSubset'],
    ];
    for (const [at, ...texts] of cases)
      it(`explains ${at}`, async () => {
        const text = await hoverAt(at.trimStart() === at ? at : at.trim());
        for (const each of texts) assert.ok(text?.includes(each), String(text));
      });

    it('says nothing where nothing is ours, and nothing of YAML or Pulumi anywhere', async () => {
      for (const at of ['variable', 'default', 'locals', '"shop"\n']) assert.equal(await hoverAt(at), null, at);
      const positions = [...main.matchAll(/"[^"]*"|[\w.]+/g)].map(({ index }) =>
        documentOf(main).positionAt(index + 1),
      );
      for (const position of positions) {
        const found = await client.ask<Hover | null>('textDocument/hover', uri, { position });
        assert.doesNotMatch(JSON.stringify(found), /yaml|pulumi|alias|anchor|\bmerge\b|put it in quotes/i);
      }
    });
  });

  it('outlines resources down to addresses and ports', async () => {
    const uri = opened({ 'locals.tf': locals, 'main.tf': main })('main.tf');
    const symbols = await client.ask<DocumentSymbol[]>('textDocument/documentSymbol', uri);
    const lines = (all: readonly DocumentSymbol[], depth: number): string[] =>
      all.flatMap(({ name, detail, children = [] }) => [
        `${'  '.repeat(depth)}${name}${detail === undefined ? '' : ` (${detail})`}`,
        ...lines(children, depth + 1),
      ]);
    assert.deepEqual(lines(symbols, 0), [
      'Service db (var.ns)',
      '  metadata (var.ns/db)',
      '  pg 5432/TCP',
      'Endpoints db (var.ns · 2 ready)',
      '  metadata (var.ns/db)',
      '  subsets[0] (2 addresses × 1 port)',
      '    10.0.0.1',
      '    10.0.0.2',
      '    pg 5432/tcp',
      'EndpointSlice "db-${each.key}" (1 ready)',
      '  metadata ("db-${each.key}")',
      '  10.0.0.1',
      '  5432/UDP (http)',
      'Endpoints web (1 ready)',
      '  metadata (web)',
      '  subsets[0] (1 address × 1 port)',
      '    10.0.0.3',
      '    80/TCP',
    ]);
  });

  describe('completion', () => {
    const rest = main.slice(
      main.indexOf('resource "kubernetes_namespace'),
      main.indexOf('resource "kubernetes_endpoints"'),
    );

    /** The labels at the bar. */
    const proposed = async (
      text: string,
      others: Readonly<Record<string, string>> = {},
    ): Promise<readonly string[]> => {
      const offset = text.indexOf('|');
      const whole = text.replace('|', '');
      const uri = opened({ ...others, 'main.tf': whole })('main.tf');
      const list = await client.ask<CompletionList | null>('textDocument/completion', uri, {
        position: documentOf(whole).positionAt(offset),
      });
      return (list?.items ?? [])
        .toSorted((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1))
        .map(({ label }) => label);
    };
    const inEndpoints = (inner: string): string => `${rest}resource "kubernetes_endpoints_v1" "db" {\n${inner}\n}\n`;
    const inSlice = (inner: string): string => `${rest}resource "kubernetes_endpoint_slice_v1" "db" {\n${inner}\n}\n`;

    const cases: readonly (readonly [what: string, text: string, labels: readonly string[]])[] = [
      [
        'the Service as the name',
        inEndpoints('  metadata {\n    name = |\n  }'),
        ['kubernetes_service_v1.db.metadata[0].name'],
      ],
      [
        'namespaces',
        inEndpoints('  metadata {\n    namespace = |\n  }'),
        ['kubernetes_service_v1.db.metadata[0].namespace', 'kubernetes_namespace_v1.shop.metadata[0].name'],
      ],
      [
        'the Service of a slice',
        inSlice('  metadata {\n    labels = {\n      "kubernetes.io/service-name" = |\n    }\n  }'),
        ['kubernetes_service_v1.db.metadata[0].name'],
      ],
      [
        'labels',
        inSlice('  metadata {\n    labels = {\n      |\n    }\n  }'),
        ['kubernetes.io/service-name', 'endpointslice.kubernetes.io/managed-by'],
      ],
      [
        'numbers of ports',
        inEndpoints('  subset {\n    port {\n      port = |\n    }\n  }'),
        ['5433', 'kubernetes_service_v1.db.spec[0].port[0].port'],
      ],
      ['names of ports, in half a text', inEndpoints('  subset {\n    port {\n      name = "|\n    }\n  }'), ['pg']],
      ['protocols', inEndpoints('  subset {\n    port { protocol = | }\n  }'), ['TCP', 'UDP', 'SCTP']],
      ['address types in quotes', inSlice('  address_type = "I|"'), ['IPv4', 'IPv6']],
      ['booleans', inSlice('  endpoint {\n    condition {\n      ready = |\n    }\n  }'), ['true', 'false']],
      ['types of Services', `resource "kubernetes_service" "a" {\n  spec {\n    type = "No|`, ['NodePort']],
      [
        'names, the required ones first',
        inEndpoints('  subset {\n    port {\n      |\n      name = "pg"\n    }\n  }'),
        ['port', 'protocol'],
      ],
      ['blocks', inSlice('  endpoint {\n    addresses = []\n    c|\n  }'), ['condition']],
      ['what is required in a slice', inSlice('  |\n  metadata {}'), ['address_type', 'endpoint', 'port']],
      ['nothing in other resources', 'resource "aws_instance" "a" {\n  name = |\n}\n', []],
      ['nothing in comments', inEndpoints('  metadata {\n    # name = |\n  }'), []],
      ['nothing in templates', inEndpoints('  metadata {\n    name = "${|"\n  }'), []],
      ['nothing for free texts', inEndpoints('  subset {\n    address {\n      hostname = |\n    }\n  }'), []],
    ];
    for (const [what, text, labels] of cases)
      it(`proposes ${what}`, async () => {
        assert.deepEqual(await proposed(text), labels);
      });

    it('knows the other files of the module', async () => {
      const text = 'resource "kubernetes_endpoints_v1" "db" {\n  metadata {\n    name = |\n  }\n}\n';
      const others = {
        'service.tf': 'resource "kubernetes_service" "x" {\n  count = 2\n  metadata {\n    name = "x"\n  }\n}\n',
      };
      assert.deepEqual(await proposed(text, others), ['kubernetes_service.x[count.index].metadata[0].name']);
    });

    it('inserts whole resources at the top', async () => {
      const uri = opened({ 'main.tf': 'res' })('main.tf');
      const list = await client.ask<CompletionList>('textDocument/completion', uri, {
        position: { line: 0, character: 3 },
      });
      const texts = list.items.map(({ textEdit }) => textEdit?.newText ?? '');
      assert.equal(texts.length, 2);
      assert.match(
        texts[0] ?? '',
        /^resource "kubernetes_service_v1" "\$\{1:my_service\}" \{\n {2}metadata \{\n {4}name = "\$\{2:my-service\}"\n {2}\\\}/,
      );
      assert.match(
        texts[0] ?? '',
        /"kubernetes\.io\/service-name" {13}= kubernetes_service_v1\.\$\{1\}\.metadata\[0\]\.name/,
      );
    });

    it('opens a block with its braces', async () => {
      const text = 'resource "kubernetes_endpoints_v1" "db" {\n  sub\n}\n';
      const uri = opened({ 'main.tf': text })('main.tf');
      const list = await client.ask<CompletionList>('textDocument/completion', uri, {
        position: { line: 1, character: 5 },
      });
      assert.deepEqual(
        list.items.map(({ textEdit }) => textEdit?.newText),
        ['subset {\n  $1\n\\}'],
      );
    });
  });

  describe('quick fixes', () => {
    const applied = async (
      text: string,
      at: string,
      title: string,
      others: Readonly<Record<string, string>> = {},
    ): Promise<string> => {
      const uri = opened({ ...others, 'main.tf': text })('main.tf');
      const document = documentOf(text);
      const position = document.positionAt(text.indexOf(at) + 1);
      const actions = await client.ask<CodeAction[]>('textDocument/codeAction', uri, {
        range: { start: position, end: position },
        context: { diagnostics: [], only: ['quickfix', 'source'] },
      });
      const found = actions.find((each) => each.title === title);
      assert.ok(found?.edit, actions.map((each) => each.title).join('\n'));
      return TextDocument.applyEdits(document, found.edit.changes?.[uri] ?? []);
    };

    it('replace a literal', async () => {
      assert.equal(
        await applied(main, '"tcp"', 'Replace with "TCP"', { 'locals.tf': locals }),
        main.replace('"tcp"', '"TCP"'),
      );
    });

    it('fix all of a file, beside the other files of the module', async () => {
      const text = main.replace('"UDP"', '"udp"');
      const made = await applied(text, '"tcp"', 'Apply all safe fixes in this file', { 'locals.tf': locals });
      assert.ok(made.includes('"TCP"') && made.includes('"UDP"'), made);
    });
  });

  describe('rename', () => {
    /** The texts of all files once the name at `at` in main.tf is changed. */
    const renamed = async (
      files: Readonly<Record<string, string>>,
      at: string,
      newName: string,
    ): Promise<Readonly<Record<string, string>>> => {
      const place = opened(files);
      const text = files['main.tf'] ?? '';
      const position = documentOf(text).positionAt(text.indexOf(at) + 1);
      const edit = await client.ask<WorkspaceEdit>('textDocument/rename', place('main.tf'), { position, newName });
      const changes = new Map<string, TextEdit[]>(Object.entries(edit.changes ?? {}));
      return Object.fromEntries(
        Object.entries(files).map(([name, each]) => [
          name,
          TextDocument.applyEdits(documentOf(each), changes.get(place(name)) ?? []),
        ]),
      );
    };

    const service = `resource "kubernetes_service_v1" "db" {\n  metadata {\n    name = "books"\n  }\n  spec {\n    port {\n      name = "pg"\n      port = 5432\n    }\n  }\n}\n`;
    const endpoints = `resource "kubernetes_endpoints_v1" "db" {\n  metadata {\n    name = kubernetes_service_v1.db.metadata[0].name\n  }\n  subset {\n    address {\n      ip = "10.7.0.1"\n    }\n    port {\n      name = "pg"\n      port = 5432\n    }\n  }\n}\n`;

    it('changes a port in the Service and the endpoints, in both files', async () => {
      const files = { 'main.tf': endpoints, 'service.tf': service };
      const made = await renamed(files, '"pg"', 'postgres');
      assert.deepEqual(made, {
        'main.tf': endpoints.replace('"pg"', '"postgres"'),
        'service.tf': service.replace('"pg"', '"postgres"'),
      });
    });

    it('changes the literal of a reference once', async () => {
      const own = endpoints.replace('"pg"', 'kubernetes_service_v1.db.spec[0].port[0].name');
      const made = await renamed({ 'main.tf': service + own }, '"pg"', 'postgres');
      assert.equal(made['main.tf'], (service + own).replace('"pg"', '"postgres"'));
    });

    it('changes a Service with all that refers to it', async () => {
      const made = await renamed({ 'main.tf': service, 'endpoints.tf': endpoints }, '"books"', 'ledger');
      assert.deepEqual(made, {
        'main.tf': service.replace('"books"', '"ledger"'),
        'endpoints.tf': endpoints,
      });
    });

    it('changes what refers to the name, also as a part of a text', async () => {
      const slice = `resource "kubernetes_endpoint_slice_v1" "db" {\n  metadata {\n    name = "\${kubernetes_service_v1.db.metadata[0].name}-1"\n    labels = {\n      "kubernetes.io/service-name" = "archive"\n    }\n  }\n}\n`;
      const own = service.replace('books', 'archive');
      const made = await renamed({ 'main.tf': own, 'slice.tf': slice }, '"archive"', 'vault');
      assert.deepEqual(made, {
        'main.tf': own.replace('archive', 'vault'),
        'slice.tf': slice.replace('archive', 'vault'),
      });
    });

    it('changes names in YAML as YAML has them', async () => {
      const yaml =
        'resource "kubectl_manifest" "db" {\n  yaml_body = <<-X\n    apiVersion: v1\n    kind: Endpoints\n    metadata:\n      name: cellar\n    subsets:\n      - ports:\n          - name: pg\n            port: 1\n  X\n}\n';
      const made = await renamed({ 'main.tf': yaml }, 'pg', 'postgres');
      assert.equal(made['main.tf'], yaml.replace('pg', 'postgres'));
    });

    it('changes an address wherever it is', async () => {
      const manifest =
        'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses: [{ip: 10.7.0.1}]\n    ports: [{port: 5432}]\n';
      const made = await renamed({ 'main.tf': endpoints, 'db.yaml': manifest }, '"10.7.0.1"', '10.7.0.9');
      assert.equal(made['main.tf'], endpoints.replace('10.7.0.1', '10.7.0.9'));
      assert.equal(made['db.yaml'], manifest.replace('10.7.0.1', '10.7.0.9'));
    });

    it('refuses a name that is put together', async () => {
      const text = endpoints.replace('kubernetes_service_v1.db.metadata[0].name', '"${"d"}b"');
      const place = opened({ 'main.tf': text });
      const position = documentOf(text).positionAt(text.indexOf('b"\n'));
      await assert.rejects(client.ask('textDocument/rename', place('main.tf'), { position, newName: 'books' }), /hand/);
    });
  });
});
