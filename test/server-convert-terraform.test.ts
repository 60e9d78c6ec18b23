/** Converting a resource of Terraform in an editor: what is offered, and its edits. */
import assert from 'node:assert/strict';
import type { CodeAction } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';
import { afterEdit } from './support/conversions.ts';
import { assertValidHcl } from './support/terraform.ts';
import { openModule } from './support/terraform-module.ts';

const endpoints = `# The database.
resource "kubernetes_endpoints_v1" "db" {
  metadata {
    name      = kubernetes_service_v1.db.metadata[0].name
    namespace = "shop"
  }
  subset {
    address {
      ip = local.ip
    }
    port {
      name = "pg"
      port = 5432
    }
  }
}

output "db" {
  value = kubernetes_endpoints_v1.db.metadata[0].name
}
`;
const service = `locals {
  ip = "10.0.0.1"
}

resource "kubernetes_service_v1" "db" {
  metadata {
    name      = "db"
    namespace = "shop"
  }
  spec {
    port {
      name = "pg"
      port = 5432
    }
  }
}
`;

describe('language server: converting a resource of Terraform', function () {
  this.timeout(60_000);
  let client: Client;
  before(async () => {
    client = await startClient({ capabilities: everyCapability });
  });
  after(() => client.stop());

  const offered = async (text: string, word: string): Promise<{ uri: string; actions: readonly CodeAction[] }> => {
    const uri = openModule(client, { 'main.tf': text, 'service.tf': service })('main.tf');
    const before = text.slice(0, text.indexOf(word) + 2).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const params = { range: { start: position, end: position }, context: { diagnostics: [] } };
    const actions = await client.ask<readonly CodeAction[] | null>('textDocument/codeAction', uri, params);
    return { uri, actions: (actions ?? []).filter(({ title }) => title.startsWith('Convert')) };
  };

  it('offers the conversion at the type, and writes the resource with its expressions', async () => {
    const { uri, actions } = await offered(endpoints, 'kubernetes_endpoints_v1');
    const action = actions.find(({ title }) => title === 'Convert to EndpointSlice');
    assert.ok(action, actions.map(({ title }) => title).join());
    const { edit } = await client.connection.sendRequest<CodeAction>('codeAction/resolve', action);
    const after = afterEdit(endpoints, edit, uri);
    await assertValidHcl(after);
    assert.match(after, /^resource "kubernetes_manifest" "db_ipv4" \{$/m);
    assert.match(after, /^ {8}addresses {2}= \[local\.ip\]$/m);
    assert.match(after, /^removed \{\n {2}from = kubernetes_endpoints_v1\.db$/m);
    assert.match(after, /^ {2}value = kubernetes_service_v1\.db\.metadata\[0\]\.name$/m);
    assert.ok(after.startsWith('# The database.\n'));
  });

  it('says why a resource cannot be converted', async () => {
    const dynamic = endpoints
      .replace('    address {\n', '    dynamic "address" {\n      for_each = var.ips\n      content {\n')
      .replace('local.ip\n    }', 'address.value\n      }\n    }');
    const { actions } = await offered(dynamic, 'kubernetes_endpoints_v1');
    const action = actions.find(({ title }) => title === 'Convert to EndpointSlice');
    assert.ok(action);
    const { edit, disabled } = await client.connection.sendRequest<CodeAction>('codeAction/resolve', action);
    assert.equal(edit, undefined);
    assert.match(disabled?.reason ?? '', /^The dynamic block "address" is not converted/);
  });
});
