/** Writes programs of 1,000 lines in each language, for the benchmarks. */

interface ProgramText {
  readonly head: string;
  readonly block: (n: number) => string;
  readonly foot: string;
}

const typescript: ProgramText = {
  head: `import * as k8s from '@pulumi/kubernetes';\n`,
  block: (n) => `
export const db${n} = new k8s.core.v1.Endpoints('db-${n}', {
  metadata: { name: 'db-${n}', namespace: 'shop' },
  subsets: [
    {
      addresses: [{ ip: '10.0.0.${n}' }, { ip: '10.0.1.${n}' }],
      ports: [{ name: 'postgres', port: ${5000 + n} }],
    },
  ],
});
`,
  foot: '',
};

const python: ProgramText = {
  head: 'import pulumi_kubernetes as k8s\n',
  block: (n) => `
db_${n} = k8s.core.v1.Endpoints("db-${n}",
    metadata={"name": "db-${n}", "namespace": "shop"},
    subsets=[
        k8s.core.v1.EndpointSubsetArgs(
            addresses=[{"ip": "10.0.0.${n}"}, {"ip": "10.0.1.${n}"}],
            ports=[{"name": "postgres", "port": ${5000 + n}}],
        ),
    ],
)
`,
  foot: '',
};

const go: ProgramText = {
  head: `package main

import (
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
`,
  block: (n) => `		corev1.NewEndpoints(ctx, "db-${n}", &corev1.EndpointsArgs{
			Metadata: &metav1.ObjectMetaArgs{Name: pulumi.String("db-${n}"), Namespace: pulumi.String("shop")},
			Subsets: corev1.EndpointSubsetArray{
				&corev1.EndpointSubsetArgs{
					Addresses: corev1.EndpointAddressArray{
						&corev1.EndpointAddressArgs{Ip: pulumi.String("10.0.0.${n}")},
					},
					Ports: corev1.EndpointPortArray{&corev1.EndpointPortArgs{Port: pulumi.Int(${5000 + n})}},
				},
			},
		})
`,
  foot: '		return nil\n	})\n}\n',
};

const csharp: ProgramText = {
  head: `using Pulumi;
using Pulumi.Kubernetes.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Meta.V1;

return await Deployment.RunAsync(() =>
{
`,
  block: (n) => `    var db${n} = new Endpoints("db-${n}", new EndpointsArgs
    {
        Metadata = new ObjectMetaArgs { Name = "db-${n}", Namespace = "shop" },
        Subsets =
        {
            new EndpointSubsetArgs
            {
                Addresses = { new EndpointAddressArgs { Ip = "10.0.0.${n}" } },
                Ports = { new EndpointPortArgs { Port = ${5000 + n} } },
            },
        },
    });
`,
  foot: '});\n',
};

const java: ProgramText = {
  head: `package shop;

import com.pulumi.Pulumi;
import com.pulumi.kubernetes.core.v1.*;
import com.pulumi.kubernetes.core.v1.inputs.*;
import com.pulumi.kubernetes.meta.v1.inputs.ObjectMetaArgs;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
`,
  block: (n) => `            new Endpoints("db-${n}", EndpointsArgs.builder()
                .metadata(ObjectMetaArgs.builder().name("db-${n}").namespace("shop").build())
                .subsets(EndpointSubsetArgs.builder()
                    .addresses(
                        EndpointAddressArgs.builder().ip("10.0.0.${n}").build(),
                        EndpointAddressArgs.builder().ip("10.0.1.${n}").build())
                    .ports(EndpointPortArgs.builder()
                        .port(${5000 + n})
                        .build())
                    .build())
                .build());
`,
  foot: '        });\n    }\n}\n',
};

/** By the name of a file. */
export const programTexts: Readonly<Record<string, string>> = {
  'bench.ts': textOf(typescript),
  'bench.py': textOf(python),
  'bench.go': textOf(go),
  'bench.cs': textOf(csharp),
  'bench.java': textOf(java),
};

function textOf({ head, block, foot }: ProgramText): string {
  const count = Math.ceil(1_000 / (block(0).split('\n').length - 1));
  return head + Array.from({ length: count }, (_, n) => block(n + 1)).join('') + foot;
}
