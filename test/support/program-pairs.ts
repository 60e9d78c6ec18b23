/** Programs in each language with a Service and its Endpoints, whose names and addresses are given as expressions of the language. */
import type { CodeLanguage } from '../../server/src/tree/document.ts';

/** Expressions. `top` are lines at the top of the file, `own` lines before the calls, and `more` behind them. */
export interface PairParts {
  readonly name: string;
  readonly endpointsName?: string;
  readonly port: string;
  readonly endpointsPort?: string;
  readonly ip: string;
  readonly logical?: string;
  readonly top?: string;
  readonly own?: string;
  readonly more?: string;
}

type Whole = Required<PairParts>;

/** The program in the namespace `default`, with constants and statements where the language has them. */
export function programPair(language: CodeLanguage, parts: PairParts): string {
  const { name, port } = parts;
  return writers[language]({ endpointsName: name, endpointsPort: port, logical: '"pair"', top: '', own: '', more: '', ...parts }); // prettier-ignore
}

/** The declaration of a constant with the value, where `own` lines are. */
export const constants: Readonly<Record<CodeLanguage, (name: string, value: string) => string>> = {
  typescript: (name, value) => `const ${name} = ${value};\n`,
  javascript: (name, value) => `const ${name} = ${value};\n`,
  python: (name, value) => `${name} = ${value}\n`,
  go: (name, value) => `const ${name} = ${value}\n`,
  csharp: (name, value) => `const string ${name} = ${value};\n`,
  java: (name, value) => `static final String ${name} = ${value};\n`,
};

function script({ name, endpointsName, port, endpointsPort, ip, logical, top, own, more }: Whole): string {
  return `import * as k8s from "@pulumi/kubernetes";
${top}${own}
const service = new k8s.core.v1.Service(${logical}, {
  metadata: { name: ${name}, namespace: "default" },
  spec: { ports: [{ name: ${port}, port: 80 }] },
});
new k8s.core.v1.Endpoints(${logical}, {
  metadata: { name: ${endpointsName}, namespace: "default" },
  subsets: [{ addresses: [{ ip: ${ip} }], ports: [{ name: ${endpointsPort}, port: 80 }] }],
});
${more}`;
}

const writers: Readonly<Record<CodeLanguage, (parts: Whole) => string>> = {
  typescript: script,
  javascript: script,
  python: ({
    name,
    endpointsName,
    port,
    endpointsPort,
    ip,
    logical,
    top,
    own,
    more,
  }) => `import pulumi_kubernetes as k8s
${top}${own}
service = k8s.core.v1.Service(${logical},
    metadata={"name": ${name}, "namespace": "default"},
    spec=k8s.core.v1.ServiceSpecArgs(ports=[k8s.core.v1.ServicePortArgs(name=${port}, port=80)]))
k8s.core.v1.Endpoints(${logical},
    metadata=k8s.meta.v1.ObjectMetaArgs(name=${endpointsName}, namespace="default"),
    subsets=[{"addresses": [{"ip": ${ip}}], "ports": [{"name": ${endpointsPort}, "port": 80}]}])
${more}`,
  go: ({ name, endpointsName, port, endpointsPort, ip, logical, top, own, more }) => `package main

import (
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

${top}${own}
func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		service, err := corev1.NewService(ctx, ${logical}, &corev1.ServiceArgs{
			Metadata: &metav1.ObjectMetaArgs{Name: pulumi.String(${name}), Namespace: pulumi.String("default")},
			Spec:     &corev1.ServiceSpecArgs{Ports: corev1.ServicePortArray{&corev1.ServicePortArgs{Name: pulumi.String(${port}), Port: pulumi.Int(80)}}},
		})
		_, err = corev1.NewEndpoints(ctx, ${logical}, &corev1.EndpointsArgs{
			Metadata: &metav1.ObjectMetaArgs{Name: pulumi.String(${endpointsName}), Namespace: pulumi.String("default")},
			Subsets: corev1.EndpointSubsetArray{&corev1.EndpointSubsetArgs{
				Addresses: corev1.EndpointAddressArray{&corev1.EndpointAddressArgs{Ip: pulumi.String(${ip})}},
				Ports:     corev1.EndpointPortArray{corev1.EndpointPortArgs{Name: pulumi.String(${endpointsPort}), Port: pulumi.Int(80)}},
			}},
		})
		${more}
		return err
	})
}
`,
  csharp: ({ name, endpointsName, port, endpointsPort, ip, logical, top, own, more }) => `using Pulumi;
using Pulumi.Kubernetes.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Meta.V1;
${top}
return await Deployment.RunAsync(() =>
{
    ${own}
    var service = new Service(${logical}, new ServiceArgs
    {
        Metadata = new ObjectMetaArgs { Name = ${name}, Namespace = "default" },
        Spec = new ServiceSpecArgs { Ports = { new ServicePortArgs { Name = ${port}, Port = 80 } } },
    });
    new Endpoints(${logical}, new EndpointsArgs
    {
        Metadata = new ObjectMetaArgs { Name = ${endpointsName}, Namespace = "default" },
        Subsets = { new EndpointSubsetArgs { Addresses = { new EndpointAddressArgs { Ip = ${ip} } }, Ports = { new EndpointPortArgs { Name = ${endpointsPort}, Port = 80 } } } },
    });
    ${more}
});
`,
  java: ({ name, endpointsName, port, endpointsPort, ip, logical, top, own, more }) => `package app;

import com.pulumi.Pulumi;
import com.pulumi.kubernetes.core.v1.*;
import com.pulumi.kubernetes.core.v1.inputs.*;
import com.pulumi.kubernetes.meta.v1.inputs.ObjectMetaArgs;
${top}
public class App {
    ${own}
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var service = new Service(${logical}, ServiceArgs.builder()
                .metadata(ObjectMetaArgs.builder().name(${name}).namespace("default").build())
                .spec(ServiceSpecArgs.builder().ports(ServicePortArgs.builder().name(${port}).port(80).build()).build())
                .build());
            new Endpoints(${logical}, EndpointsArgs.builder()
                .metadata(ObjectMetaArgs.builder().name(${endpointsName}).namespace("default").build())
                .subsets(EndpointSubsetArgs.builder()
                    .addresses(EndpointAddressArgs.builder().ip(${ip}).build())
                    .ports(EndpointPortArgs.builder().name(${endpointsPort}).port(80).build())
                    .build())
                .build());
            ${more}
        });
    }
}
`,
};
