/** What the server answers about a program while it is read: hovers, hints, lenses, the outline, and ways to manifests and back. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeLens, DocumentSymbol, Hover, InlayHint, Location, Position } from 'vscode-languageserver-types';
import { writeFiles } from './support/process.ts';
import { startProcess } from './support/server-process.ts';
import { pulling, quiet, workspaceClient, type WorkspaceClient } from './support/workspace-session.ts';

const service = `apiVersion: v1
kind: Service
metadata: { name: db, namespace: shop }
spec: { ports: [{ name: sql, port: 5432 }] }
`;

/** The same Endpoints in each language: its name, an address that a variable holds, and a port with the name of the Service's. */
const programs: Readonly<Record<string, string>> = {
  'index.ts': `import * as k8s from "@pulumi/kubernetes";
const ip = "10.1.1.1";
const db = new k8s.core.v1.Endpoints("db", {
  metadata: { name: "db", namespace: "shop" },
  subsets: [{ addresses: [{ ip }], ports: [{ name: "sql", port: 5432 }] }],
});
export const name = db.metadata.name;
`,
  'main.js': `const k8s = require("@pulumi/kubernetes");
const ip = "10.1.1.1";
const db = new k8s.core.v1.Endpoints("db", {
  metadata: { name: "db", namespace: "shop" },
  subsets: [{ addresses: [{ ip }], ports: [{ name: "sql", port: 5432 }] }],
});
exports.name = db.metadata.name;
`,
  'main.py': `import pulumi, pulumi_kubernetes as k8s
ip = "10.1.1.1"
db = k8s.core.v1.Endpoints("db",
    metadata={"name": "db", "namespace": "shop"},
    subsets=[{"addresses": [{"ip": ip}], "ports": [{"name": "sql", "port": 5432}]}])
pulumi.export("name", db.metadata.name)
`,
  'main.go': `package main
import (
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)
const ip = "10.1.1.1"
func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		db, err := corev1.NewEndpoints(ctx, "db", &corev1.EndpointsArgs{
			Metadata: &metav1.ObjectMetaArgs{Name: pulumi.String("db"), Namespace: pulumi.String("shop")},
			Subsets: corev1.EndpointSubsetArray{&corev1.EndpointSubsetArgs{
				Addresses: corev1.EndpointAddressArray{&corev1.EndpointAddressArgs{Ip: pulumi.String(ip)}},
				Ports:     corev1.EndpointPortArray{&corev1.EndpointPortArgs{Name: pulumi.String("sql"), Port: pulumi.Int(5432)}},
			}},
		})
		ctx.Export("name", db.Metadata.Name())
		return err
	})
}
`,
  'Program.cs': `using Pulumi.Kubernetes.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Meta.V1;
const string ip = "10.1.1.1";
var db = new Endpoints("db", new EndpointsArgs
{
    Metadata = new ObjectMetaArgs { Name = "db", Namespace = "shop" },
    Subsets = { new EndpointSubsetArgs {
        Addresses = { new EndpointAddressArgs { Ip = ip } },
        Ports = { new EndpointPortArgs { Name = "sql", Port = 5432 } } } },
});
var name = db.Metadata.Name;
`,
  'App.java': `import com.pulumi.Pulumi;
import com.pulumi.kubernetes.core.v1.*;
import com.pulumi.kubernetes.core.v1.inputs.*;
import com.pulumi.kubernetes.meta.v1.inputs.ObjectMetaArgs;
class App {
    static final String ip = "10.1.1.1";
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var db = new Endpoints("db", EndpointsArgs.builder()
                .metadata(ObjectMetaArgs.builder().name("db").namespace("shop").build())
                .subsets(EndpointSubsetArgs.builder()
                    .addresses(EndpointAddressArgs.builder().ip(ip).build())
                    .ports(EndpointPortArgs.builder().name("sql").port(5432).build()).build()).build());
            ctx.export("name", db.metadata().name());
        });
    }
}
`,
};

describe('language server: programs are read', function () {
  this.timeout(120_000);
  let folder: string;
  let client: WorkspaceClient;
  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'endpoints-')));
    writeFiles(folder, { 'service.yaml': service });
    const capabilities = {
      ...pulling,
      textDocument: { ...pulling.textDocument, documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
    };
    client = workspaceClient(
      await startProcess({ folder: pathToFileURL(folder).href, capabilities, initializationOptions: quiet }),
    );
  });

  after(async () => {
    const bugs = client.logged.filter(({ message }) => message.includes('Internal error'));
    await client.stop();
    rmSync(folder, { recursive: true, force: true });
    assert.deepEqual(bugs, []);
  });

  for (const [file, text] of Object.entries(programs)) {
    describe(file, () => {
      const ask = async <A>(method: string, more: object = {}): Promise<A> =>
        client.ask<A>(`textDocument/${method}`, uriOf(file), more);
      /** In the part of the text that matches, at the first letter of the group. */
      const at = (pattern: RegExp): { position: Position } => {
        const offset = new RegExp(pattern, `d${pattern.flags}`).exec(text)?.indices?.[1]?.[0];
        assert.ok(offset !== undefined, String(pattern));
        const lines = text.slice(0, offset).split('\n');
        return { position: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 } };
      };
      const hoverAt = async (pattern: RegExp): Promise<string> => {
        const hover = await ask<Hover | null>('hover', at(pattern));
        return hover && typeof hover.contents === 'object' && 'value' in hover.contents ? hover.contents.value : '';
      };
      before(() => client.open(uriOf(file), text));
      after(() => client.close(uriOf(file)));

      it('has hovers on a class, a field, values, and a variable', async () => {
        assert.match(await hoverAt(/(?:New|\.v1\.|new )(Endpoints)\(/), /core\/v1:Endpoints.*: The network addresses/);
        assert.match(await hoverAt(/(subsets)\W*[=:[(]/i), /subsets.*: list of EndpointSubset/i);
        assert.match(await hoverAt(/\b()5432\b/), /5432\/TCP.*postgresql/s);
        assert.match(await hoverAt(/(ip) = "/), /^$/);
        assert.match(await hoverAt(/ip = (")/), /10\.1\.1\.1.*private/s);
        assert.match(await hoverAt(/(db)[ ,].*Endpoints/), /db.*: the resource .*db.* \(Endpoints\)/s);
        assert.match(await hoverAt(/db\.metadata(?:\(\))?\.(name)/i), /metadata\.name.*sets it to .*db/is);
      });

      it('has hints, lenses and an outline', async () => {
        const range = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
        const hints = await ask<InlayHint[]>('inlayHint', { range });
        assert.deepEqual(
          hints.map(({ label }) => label),
          ['TCP', 'postgresql'],
        );
        const lenses = (await ask<CodeLens[]>('codeLens')).map(({ command }) => command?.title);
        assert.ok(lenses.includes('1 ready × 1 port = 1 endpoint'), String(lenses));
        assert.ok(lenses.includes('Service db'), String(lenses));
        assert.ok(lenses.includes('1 address gets traffic'), String(lenses));
        const [symbol, ...others] = await ask<DocumentSymbol[]>('documentSymbol');
        assert.equal(symbol?.name, 'Endpoints db');
        assert.deepEqual(others, []);
      });

      it('leads to the Service of a manifest and back, and to what it reads of a variable', async () => {
        const placesOf = (found: Location | Location[] | null): readonly string[] =>
          [found ?? []].flat().map(({ uri, range }) => `${uri.slice(uriOf('.').length + 1)}:${range.start.line + 1}`);
        const line = at(/\b(?:name|Name)\W{1,3}(?:pulumi.String\()?"(db)/).position.line + 1;
        const named = at(/\b(?:name|Name)\W{1,3}(?:pulumi.String\()?"(db)/);
        assert.deepEqual(placesOf(await ask('definition', named)), ['service.yaml:3']);
        assert.deepEqual(placesOf(await ask('implementation', named)), ['service.yaml:3']);
        assert.deepEqual(placesOf(await ask('definition', at(/"(sql)"/))), ['service.yaml:4']);
        assert.deepEqual(placesOf(await ask('definition', at(/db\.metadata(?:\(\))?\.(name)/i))), [`${file}:${line}`]);
        assert.deepEqual(placesOf(await ask('definition', at(/(db)\.metadata/i))), []);
        const context = { includeDeclaration: true };
        const uses = await ask<Location[]>('references', { ...named, context });
        assert.deepEqual(placesOf(uses), [`${file}:${line}`, 'service.yaml:3']);
        const own = { position: { line: 2, character: 18 } };
        client.open(uriOf('service.yaml'), service);
        const back = await client.ask<Location[]>('textDocument/definition', uriOf('service.yaml'), own);
        client.close(uriOf('service.yaml'));
        assert.deepEqual(placesOf(back), [`${file}:${line}`]);
        const calls = await ask<object[]>('prepareCallHierarchy', named);
        assert.equal(calls.length, 1);
        const picture = await client.ask<object | null>('endpoints/picture', uriOf(file), named);
        assert.match(JSON.stringify(picture), /10\.1\.1\.1/);
      });
    });
  }

  it('say nothing about a program that declares nothing of ours, and about names elsewhere', async () => {
    const uri = uriOf('other.ts');
    client.open(uri, 'const db = "10.1.1.1";\nclass Endpoints { name = "db"; }\nnew Endpoints();\n');
    for (let line = 0; line < 3; line++) {
      const position = { line, character: 12 };
      assert.equal(await client.ask('textDocument/hover', uri, { position }), null);
      assert.equal(await client.ask('textDocument/definition', uri, { position }), null);
    }
    for (const method of ['codeLens', 'documentSymbol', 'documentLink'])
      assert.deepEqual(await client.ask(`textDocument/${method}`, uri, {}), []);
    client.close(uri);
  });
});
