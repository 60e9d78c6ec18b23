/** Objects of Endpoints in programs of Pulumi, and metrics of Endpoints in texts of programs. */
import { assertMarked } from './support/marked-readers.ts';

describe('Endpoints in programs of Pulumi', () => {
  it('are constructors and lookups', () => {
    assertMarked(
      'index.ts',
      `import * as k8s from "@pulumi/kubernetes";
import { core } from "@pulumi/kubernetes";
import { Endpoints as Eps, EndpointsPatch } from "@pulumi/kubernetes/core/v1";
const ns = "shop";
const a = new k8s.core.v1.Endpoints("a", { metadata: { labels: { name: "z" }, name: "db", namespace: ns } }); //!program-object shop/db
const b = new core.v1.Endpoints("b", { metadata: { name: "own", namespace: "far" } }); //!program-object far/own
const c = new Eps("c", { metadata: meta }); //!program-object
const d = k8s.core.v1.Endpoints.get("d", "lab/scope"); //!program-object lab/scope
const e = new EndpointsPatch("e", {});
const f = new aws.ec2.Endpoints("f", {});
const g = new k8s.discovery.v1.EndpointSlice("g", {});
`,
    );
    assertMarked(
      '__main__.py',
      `import pulumi_kubernetes as k8s
from pulumi_kubernetes.core.v1 import Endpoints, Service
a = Endpoints("a", metadata=k8s.meta.v1.ObjectMetaArgs(name="db", namespace="shop"))  #!program-object shop/db
b = k8s.core.v1.Endpoints("b", metadata={"name": "mail", "namespace": "shop"})  #!program-object shop/mail
c = Endpoints.get("c", "lab/scope")  #!program-object lab/scope
d = k8s.core.v1.Service("d")
`,
    );
    assertMarked(
      'main.go',
      `package main

import (
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
)

func f(ctx *pulumi.Context) error {
	_, err := corev1.NewEndpoints(ctx, "a", &corev1.EndpointsArgs{ //!program-object shop/db
		Metadata: &metav1.ObjectMetaArgs{Name: pulumi.String("db"), Namespace: pulumi.String("shop")},
	})
	_, err = corev1.GetEndpoints(ctx, "b", pulumi.ID("lab/scope"), nil) //!program-object lab/scope
	_, err = corev1.NewService(ctx, "c", nil)
	return err
}
`,
    );
    assertMarked(
      'Program.cs',
      `using Pulumi.Kubernetes.Core.V1;
using K8s = Pulumi.Kubernetes;
class MyStack : Stack {
  public MyStack() {
    var a = new Endpoints("a", new EndpointsArgs { Metadata = new ObjectMetaArgs { Name = "db", Namespace = "shop" } }); //!program-object shop/db
    var b = Endpoints.Get("b", "lab/scope"); //!program-object lab/scope
    var c = new K8s.Core.V1.Endpoints("c"); //!program-object
    var d = new Other.Endpoints("d");
  }
}
`,
    );
    assertMarked(
      'App.java',
      `package a;
import com.pulumi.kubernetes.core.v1.Endpoints;
import com.pulumi.kubernetes.core.v1.EndpointsArgs;
class App {
  static void stack(Context ctx) {
    var a = new Endpoints("a", EndpointsArgs.builder() //!program-object shop/db
        .metadata(ObjectMetaArgs.builder().name("db").namespace("shop").build())
        .build());
    var b = Endpoints.get("b", Output.of("lab/scope"), null); //!program-object lab/scope
  }
}
`,
    );
  });
});

describe('metrics of Endpoints in texts of programs', () => {
  it('are reported by line', () => {
    assertMarked(
      'a.go',
      `package a

// kube_endpoint_info
const kube_endpoint_x = 1

var rules = []string{
	"absent(kube_endpoint_address_available{namespace=\\"shop\\", endpoint=\\"db\\"})", //!promql-metric shop/db
	"sum(kube_endpointslice_endpoints)",
	"count(my_kube_endpoint_info)",
	\`kube_endpoint_info{namespace="lab"}\`, //!promql-metric lab/scope
}

func f(t *testing.T) {
	t.Errorf("kube_endpoint_info is gone")
	q := fmt.Sprintf("kube_endpoint_info{x=%q}", x) //!promql-metric
	help := Rule{Description: "kube_endpoint_info is gone"}
}
`,
    );
    assertMarked(
      'a.py',
      `"""kube_endpoint_info of kubernetes"""\nQ = "kube_endpoint_info"  #!promql-metric\nprint("kube_endpoint_info")\n`,
    );
    assertMarked(
      'a.libsonnet',
      `// kube_endpoint_info
{
  local a = 'kube_endpoint_info', //!promql-metric
  # kube_endpoint_info
  alert: { expr: 'absent(kube_endpoint_address{namespace="lab"})', summary: 'kube_endpoint_address is 0' }, //!promql-metric lab/scope
  /* 'kube_endpoint_info' */
  b: |||
    sum(kube_endpoint_address) / //!promql-metric
    sum(kube_endpoint_info)
  |||,
  c: @'it''s kube_endpoint_labels', //!promql-metric
  description+: 'kube_endpoint_info',
}
`,
    );
  });
});
