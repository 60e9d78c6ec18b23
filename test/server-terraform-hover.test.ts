/** The language server on Terraform files over a stream: hover and outline. */
import assert from 'node:assert/strict';
import type { DocumentSymbol, Hover } from 'vscode-languageserver';
import { startClient, type Client } from './support/client.ts';
import {
  moduleLocals,
  moduleMain,
  openModule,
  terraformCapabilities,
  terraformDocument,
} from './support/terraform-module.ts';

describe('language server: what editors explain in Terraform', function () {
  this.timeout(60_000);
  let client: Client;
  before(async () => {
    client = await startClient({ capabilities: terraformCapabilities });
  });
  after(() => client.stop());

  describe('hover', () => {
    let uri = '';
    before(() => {
      uri = openModule(client, { 'locals.tf': moduleLocals, 'main.tf': moduleMain })('main.tf');
    });

    /** At the last character of `at`; null where there is none. */
    const hoverAt = async (at: string): Promise<string | null> => {
      const offset = moduleMain.indexOf(at) + at.length - 1;
      assert.ok(moduleMain.includes(at), at);
      const found = await client.ask<Hover | null>('textDocument/hover', uri, {
        position: terraformDocument(moduleMain).positionAt(offset),
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
      const positions = [...moduleMain.matchAll(/"[^"]*"|[\w.]+/g)].map(({ index }) =>
        terraformDocument(moduleMain).positionAt(index + 1),
      );
      for (const position of positions) {
        const found = await client.ask<Hover | null>('textDocument/hover', uri, { position });
        assert.doesNotMatch(JSON.stringify(found), /yaml|pulumi|alias|anchor|\bmerge\b|put it in quotes/i);
      }
    });
  });

  it('explains the JSON syntax in the same way', async () => {
    const text = `{"resource": {"kubernetes_endpoints_v1": {"db": {
  "metadata": {"name": "db", "namespace": "\${var.ns}"},
  "subset": [{"address": {"ip": "10.0.0.1"}, "port": {"port": 5432}}]
}}}}
`;
    const uri = openModule(client, { 'main.tf.json': text })('main.tf.json');
    const hoverAt = async (at: string): Promise<string> => {
      const position = terraformDocument(text).positionAt(text.indexOf(at) + 1);
      return JSON.stringify(await client.ask<Hover | null>('textDocument/hover', uri, { position }));
    };
    const wanted = {
      '"db": {': 'sends the Endpoints `db`.',
      '"ip"': '**ip**: text, required',
      '"10.0.0.1"': 'private',
      '5432': 'PostgreSQL',
      '"subset"': 'Sent as `subsets`',
      '"${var.ns}"': 'is known only when Terraform runs',
    };
    for (const [at, words] of Object.entries(wanted)) {
      const found = await hoverAt(at);
      assert.ok(found.includes(words), `${at}: ${found}`);
    }
  });

  it('outlines resources down to addresses and ports', async () => {
    const uri = openModule(client, { 'locals.tf': moduleLocals, 'main.tf': moduleMain })('main.tf');
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
});
