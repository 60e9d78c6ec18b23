/** `endpoints check --fix` on Terraform: what it changes, that a second run changes nothing, and what it leaves alone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import { assertValidHcl } from './support/terraform.ts';

const main = `locals {
  once  = "tcp" # as the old one
  twice = "udp"
}

resource "kubernetes_endpoints_v1" "db" {
  metadata {
    name      = "db"
    namespace = local.namespace
  }
  subset {
    address {
      ip       = "::FFFF:10.0.0.1"
      hostname = "a"
    }
    port {
      name     = "pg"
      port     = "5432"
      protocol = local.once
    }
    port {
      name     = "dns"
      port     = 53
      protocol = local.twice
    }
  }
}

output "protocol" {
  value = local.twice
}
`;

const manifests = `resource "kubectl_manifest" "web" {
  yaml_body = <<-YAML
    apiVersion: v1
    kind: Endpoints
    metadata:
      name: web
    subsets:
      - addresses:
          - ip: 10.0.0.2
        ports:
          - port: "80"
            protocol: tcp
  YAML
}

resource "kubernetes_manifest" "api" {
  manifest = {
    apiVersion  = "discovery.k8s.io/v1"
    kind        = "EndpointSlice"
    metadata    = { name = "api-1", namespace = "default" }
    addressType = "ipv4"
    endpoints   = [{ addresses = ["10.0.0.3"] }]
    ports       = [{ name = "", port = 443, protocol = "tcp" }]
  }
}
`;

const files: Readonly<Record<string, string>> = {
  'module/main.tf': main,
  'module/locals.tf': 'locals {\n  namespace = "shop"\n}\n',
  'manifests/main.tf': manifests.replaceAll('\n', '\r\n'),
};

const fixed: Readonly<Record<string, string>> = {
  ...files,
  'module/main.tf': main.replace('once  = "tcp"', 'once  = "TCP"').replace('::FFFF:', ''),
  'manifests/main.tf': manifests
    .replace('"80"', '80')
    .replaceAll('tcp', 'TCP')
    .replace('ipv4', 'IPv4')
    .replaceAll('\n', '\r\n'),
};

describe('check --fix on Terraform', () => {
  const having = temporary(folderOf);

  it('changes values where they are written, and nothing else', async () => {
    const folder = having(files);
    const { out, err } = folder.run('check', '--fix', '.');
    for (const [name, text] of Object.entries(fixed)) {
      assert.equal(readFileSync(join(folder.path, name), 'utf8'), text, name);
      await assertValidHcl(text);
    }
    assert.match(out + err, /Fixed 6 problems\./);
  });

  it('changes nothing the second time, and leaves no finding that it could fix', () => {
    const folder = having(files);
    folder.run('check', '--fix', '.');
    const { out, err } = folder.run('check', '--fix', '.');
    assert.doesNotMatch(out + err, /Fixed/);
    const report = JSON.parse(folder.run('check', '--format', 'json', '.').out) as {
      readonly diagnostics: readonly { readonly code: string; readonly fix: string | null }[];
    };
    assert.ok(report.diagnostics.some(({ code }) => code === 'unknown-protocol'));
    // The local that is used twice is left alone.
    assert.deepEqual(
      report.diagnostics.filter(({ fix }) => fix === 'safe'),
      [],
    );
  });

  it('prints a diff, and writes nothing', () => {
    const folder = having(files);
    const { out } = folder.run('check', '--fix', '--diff', '.');
    assert.match(out, /^- {2}once {2}= "tcp" # as the old one\n\+ {2}once {2}= "TCP" # as the old one$/m);
    for (const [name, text] of Object.entries(files)) assert.equal(readFileSync(join(folder.path, name), 'utf8'), text);
  });
});
