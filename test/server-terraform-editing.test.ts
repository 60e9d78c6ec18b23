/** The language server on Terraform files over a stream: completion, quick fixes and rename. */
import assert from 'node:assert/strict';
import type { CodeAction, CompletionList, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { startClient, type Client } from './support/client.ts';
import { assertValidHcl } from './support/terraform.ts';
import {
  moduleLocals,
  moduleMain,
  openModule,
  terraformCapabilities,
  terraformDocument,
} from './support/terraform-module.ts';

describe('language server: editing Terraform', function () {
  this.timeout(60_000);
  let client: Client;
  before(async () => {
    client = await startClient({ capabilities: terraformCapabilities });
  });
  after(() => client.stop());

  describe('completion', () => {
    const rest = moduleMain.slice(
      moduleMain.indexOf('resource "kubernetes_namespace'),
      moduleMain.indexOf('resource "kubernetes_endpoints"'),
    );

    /** The labels at the bar. */
    const proposed = async (
      text: string,
      others: Readonly<Record<string, string>> = {},
    ): Promise<readonly string[]> => {
      const offset = text.indexOf('|');
      const whole = text.replace('|', '');
      const uri = openModule(client, { ...others, 'main.tf': whole })('main.tf');
      const list = await client.ask<CompletionList | null>('textDocument/completion', uri, {
        position: terraformDocument(whole).positionAt(offset),
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
      const uri = openModule(client, { 'main.tf': 'res' })('main.tf');
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
      const uri = openModule(client, { 'main.tf': text })('main.tf');
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
      const uri = openModule(client, { ...others, 'main.tf': text })('main.tf');
      const document = terraformDocument(text);
      const position = document.positionAt(text.indexOf(at) + 1);
      const actions = await client.ask<CodeAction[]>('textDocument/codeAction', uri, {
        range: { start: position, end: position },
        context: { diagnostics: [], only: ['quickfix', 'refactor', 'source'] },
      });
      const found = actions.find((each) => each.title === title);
      assert.ok(found?.edit, actions.map((each) => each.title).join('\n'));
      return TextDocument.applyEdits(document, found.edit.changes?.[uri] ?? []);
    };

    it('replace a literal', async () => {
      assert.equal(
        await applied(moduleMain, '"tcp"', 'Replace with "TCP"', { 'locals.tf': moduleLocals }),
        moduleMain.replace('"tcp"', '"TCP"'),
      );
    });

    it('move an address to the others that are not ready', async () => {
      const text = moduleMain.replace(
        '    address {\n      ip = "10.0.0.2"\n    }\n',
        '    address {\n      ip       = "10.0.0.2"\n      hostname = "b"\n    }\n',
      );
      const made = await applied(text, '10.0.0.2', 'Mark 10.0.0.2 as not ready', { 'locals.tf': moduleLocals });
      assert.equal(
        made,
        text.replace(
          '    address {\n      ip       = "10.0.0.2"',
          '    not_ready_address {\n      ip       = "10.0.0.2"',
        ),
      );
      await assertValidHcl(made);
    });

    it('fix all of a file, beside the other files of the module', async () => {
      const text = moduleMain.replace('"UDP"', '"udp"');
      const made = await applied(text, '"tcp"', 'Apply all safe fixes in this file', { 'locals.tf': moduleLocals });
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
      const place = openModule(client, files);
      const text = files['main.tf'] ?? '';
      const position = terraformDocument(text).positionAt(text.indexOf(at) + 1);
      const edit = await client.ask<WorkspaceEdit>('textDocument/rename', place('main.tf'), { position, newName });
      const changes = new Map<string, TextEdit[]>(Object.entries(edit.changes ?? {}));
      return Object.fromEntries(
        Object.entries(files).map(([name, each]) => [
          name,
          TextDocument.applyEdits(terraformDocument(each), changes.get(place(name)) ?? []),
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

    describe('of a local in another file', () => {
      const own = endpoints
        .replace('kubernetes_service_v1.db.metadata[0].name', 'local.name')
        .replace('"10.7.0.1"', 'local.ip');
      const served = service.replace('"books"', 'local.name');
      const shared = 'locals {\n  name = "cask"\n  ip   = "10.7.1.1"\n}\n';
      const files = { 'endpoints.tf': own, 'service.tf': served };

      it('changes its literal, wherever the cursor is', async () => {
        const changed = { ...files, 'main.tf': shared.replace('cask', 'barrel') };
        assert.deepEqual(await renamed({ ...files, 'main.tf': shared }, 'cask', 'barrel'), changed);
        const moved = { ...files, 'main.tf': shared.replace('10.7.1.1', '10.7.1.2') };
        assert.deepEqual(await renamed({ ...files, 'main.tf': shared }, '10.7.1.1', '10.7.1.2'), moved);
      });

      it('changes it with the other places of the name', async () => {
        const label = `resource "kubernetes_endpoint_slice_v1" "db" {\n  metadata {\n    name = "s"\n    labels = {\n      "kubernetes.io/service-name" = "vat"\n    }\n  }\n}\n`;
        const given = { ...files, 'locals.tf': shared.replace('cask', 'vat'), 'main.tf': label };
        const made = await renamed(given, '"vat"', 'tun');
        assert.deepEqual(made, {
          ...files,
          'locals.tf': shared.replace('cask', 'tun'),
          'main.tf': label.replace('vat', 'tun'),
        });
      });
    });

    it('refuses a name that is put together', async () => {
      const text = endpoints.replace('kubernetes_service_v1.db.metadata[0].name', '"${"d"}b"');
      const place = openModule(client, { 'main.tf': text });
      const position = terraformDocument(text).positionAt(text.indexOf('b"\n'));
      await assert.rejects(client.ask('textDocument/rename', place('main.tf'), { position, newName: 'books' }), /hand/);
    });
  });
});
