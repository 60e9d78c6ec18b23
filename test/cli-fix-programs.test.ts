/** `endpoints check --fix` on programs: what it changes, counts, prints and reports, in each language. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

/** Each with a protocol in lower case, of which a safe fix makes TCP. */
const programs: Readonly<Record<string, string>> = {
  'nodejs/index.ts': `import * as k8s from '@pulumi/kubernetes'

const port = '5432' // the usual one

new k8s.core.v1.Endpoints('db', {
  metadata: { name: 'db' },
  subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port, protocol: 'tcp' }] }],
})
`,
  'nodejs/legacy.js': `const k8s = require("@pulumi/kubernetes");
new k8s.core.v1.Endpoints("old", {
  metadata: { name: "old" },
  subsets: [{ addresses: [{ ip: "10.0.0.2" }], ports: [{ port: 5432, protocol: \`tcp\` }] }],
});
`,
  'python/__main__.py': `import pulumi_kubernetes as k8s

k8s.core.v1.Endpoints(
    "db",
    metadata={"name": "db"},
    subsets=[{"addresses": [{"ip": "10.0.0.3"}], "ports": [{"port": "5432", "protocol": 'tcp'}]}],
)
`,
  'go/main.go': `package main

import (
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const protocol = "tcp"

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := corev1.NewEndpoints(ctx, "db", &corev1.EndpointsArgs{
			Metadata: &metav1.ObjectMetaArgs{Name: pulumi.String("db")},
			Subsets: corev1.EndpointSubsetArray{
				&corev1.EndpointSubsetArgs{
					Addresses: corev1.EndpointAddressArray{&corev1.EndpointAddressArgs{Ip: pulumi.String("10.0.0.4")}},
					Ports: corev1.EndpointPortArray{
						&corev1.EndpointPortArgs{Port: pulumi.Int(5432), Protocol: pulumi.String(protocol)},
					},
				},
			},
		})
		return err
	})
}
`,
  'dotnet/Program.cs': `using Pulumi;
using Pulumi.Kubernetes.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Meta.V1;

return await Deployment.RunAsync(() =>
{
    new Endpoints("db", new EndpointsArgs
    {
        Metadata = new ObjectMetaArgs { Name = "db" },
        Subsets =
        {
            new EndpointSubsetArgs
            {
                Addresses = { new EndpointAddressArgs { Ip = "10.0.0.5" } },
                Ports = { new EndpointPortArgs { Port = 5432, Protocol = @"tcp" } },
            },
        },
    });
});
`,
  'java/App.java': `import com.pulumi.Pulumi;
import com.pulumi.kubernetes.core.v1.*;
import com.pulumi.kubernetes.core.v1.inputs.*;
import com.pulumi.kubernetes.meta.v1.inputs.*;

public class App {
    static final String PROTOCOL = "tcp";

    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            new Endpoints("db", EndpointsArgs.builder()
                .metadata(ObjectMetaArgs.builder().name("db").build())
                .subsets(EndpointSubsetArgs.builder()
                    .addresses(EndpointAddressArgs.builder().ip("10.0.0.6").build())
                    .ports(EndpointPortArgs.builder().port(5432).protocol(PROTOCOL).build())
                    .build())
                .build());
        });
    }
}
`,
};

const runtimes = Object.fromEntries(
  ['nodejs', 'python', 'go', 'dotnet', 'java'].map((runtime) => [
    `${runtime}/Pulumi.yaml`,
    `name: ${runtime}\nruntime: ${runtime}\n`,
  ]),
);

/** What the fixes change, and nothing else. */
const fixed = (name: string): string =>
  (programs[name] ?? '')
    .replace(/(["'`])tcp\1/, '$1TCP$1')
    .replace(/(?<=port = |"port": )["']5432["']/, '5432');

describe('check --fix on programs', () => {
  const having = temporary(folderOf);

  it('changes literals in their own style, and counts the fixes', () => {
    const folder = having({ ...runtimes, ...programs });
    const { err, out, code } = folder.run('check', '--fix');
    for (const name of Object.keys(programs))
      assert.equal(readFileSync(join(folder.path, name), 'utf8'), fixed(name), name);
    assert.match(out + err, /Fixed 8 problems\./);
    assert.equal(code, 0);
    assert.equal(folder.run('check', '--fix').out.includes('unknown-protocol'), false);
  });

  it('prints a diff, and writes nothing', () => {
    const folder = having({ ...runtimes, ...programs });
    const { out, code } = folder.run('check', '--fix', '--diff');
    assert.equal(code, 1);
    for (const name of Object.keys(programs)) {
      assert.ok(out.includes(`+++ b/${name}`), name);
      assert.equal(readFileSync(join(folder.path, name), 'utf8'), programs[name]);
    }
    assert.match(out, /^-const protocol = "tcp"\n\+const protocol = "TCP"$/m);
  });

  it('leaves a constant that something else uses, and says that there is no fix', () => {
    const text = (programs['nodejs/index.ts'] ?? '')
      .replace(" // the usual one", '\nconsole.log(port)')
      .replace("'tcp'", "'TCP'");
    const folder = having({ 'nodejs/Pulumi.yaml': runtimes['nodejs/Pulumi.yaml'] ?? '', 'nodejs/index.ts': text });
    folder.run('check', '--fix');
    assert.equal(readFileSync(join(folder.path, 'nodejs/index.ts'), 'utf8'), text);
    const { diagnostics } = JSON.parse(folder.run('check', '--format', 'json').out) as {
      diagnostics: { code: string; fix: string | null }[];
    };
    assert.deepEqual(
      diagnostics.flatMap(({ code, fix }) => (code === 'wrong-type' ? [fix] : [])),
      [null],
    );
  });

  it('prints the fixed text of an editor', () => {
    const folder = having(runtimes);
    const name = 'python/__main__.py';
    const { out } = folder.runWith(programs[name] ?? '', 'check', '--fix', '--stdin-filename', name, '-');
    assert.equal(out, fixed(name));
  });
});
