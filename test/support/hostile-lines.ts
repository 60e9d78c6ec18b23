/** Frames of texts with readers in each language, and what a long line in them repeats. */
import type { NamedText } from '../../server/src/readers/searched-text.ts';

/** What makes a search go back and forth, or nest, if anything does. */
const signs = [
  'a',
  ' ',
  '/',
  'a.',
  '-',
  '"',
  "'",
  '`',
  '\\',
  '$',
  '$(',
  '${',
  '(',
  '[',
  '{',
  '{{',
  'a,',
  'a=',
  'a: ',
  '| ',
  '&& ',
  '# ',
  '*',
  '\n',
  '\r',
  '\0',
  '<<E ',
  'cat <<E\n',
  '%',
  '<',
  ';',
  '- ',
  '\n ',
  '"""',
  '/*',
  '//',
  'if ',
  'f() { ',
];

const words = [
  'kubectl ',
  'kubectl get ep ',
  'endpoints ',
  'Endpoints',
  'kube_endpoint_',
  '__meta_kubernetes_endpoints_name',
  '/api/v1/namespaces/a/endpoints ',
  '//+kubebuilder:rbac:resources=endpoints ',
  '.Endpoints("")',
  'image: traefik:',
];

export const hostileUnits: readonly string[] = [...signs, ...words];

/** `@` is the place of the line. */
const frames: Readonly<Record<string, string>> = {
  'check.sh': 'kubectl get endpoints db\n@\nkubectl get endpoints "@"\n',
  Makefile: 'show:\n\tkubectl get endpoints @\n',
  Dockerfile: 'FROM alpine\nRUN kubectl get endpoints @\n',
  Jenkinsfile: 'sh "kubectl get endpoints @"\n',
  'ci.yaml': 'run: |\n  kubectl get endpoints\n  @\nverbs: a\nendpoints: b\n',
  'role.yaml': 'rules:\n  - apiGroups: [""]\n    resources: [endpoints, "@"]\n    verbs: [get]\n',
  'prometheus.yml':
    'scrape_configs:\n  - kubernetes_sd_configs:\n      - role: endpoints\n    relabel_configs:\n      - source_labels: [__meta_kubernetes_endpoints_name]\n        regex: "@"\n',
  'rules.yaml': 'expr: kube_endpoint_address @\n',
  'nested.yaml':
    'kind: ConfigMap\ndata:\n  a.yaml: |\n    rules:\n      - resources: [endpoints]\n        verbs: [@]\n',
  'half.yaml': '@\nkind: Endpoints\nverbs: [endpoints]\nimage: traefik:v2\nkubectl get endpoints',
  'values.yaml': 'image: {repository: traefik, tag: "@"}\nenableEndpointSlices: false\n@: 1\n',
  'package.json': '{"scripts": {"a": "kubectl get endpoints @"}, "verbs": ["endpoints"]}',
  'half.json': '{"expr": "kube_endpoint_info{a=@',
  'client.go':
    'package a\nimport "k8s.io/client-go/kubernetes"\n// +kubebuilder:rbac:groups="",resources=endpoints@,verbs=get\nfunc f() { c.CoreV1().Endpoints("a").Get(ctx, "@") }\nvar x = @\n',
  'client.py':
    'from kubernetes import client\n@\nclient.CoreV1Api().read_namespaced_endpoints("@", "a")\nsubprocess.run("kubectl get endpoints @")\n',
  'client.ts':
    'import * as k8s from "@kubernetes/client-node";\nk.readNamespacedEndpoints({ name: "@" });\nexec(`kubectl get endpoints @`);\n',
  'Client.java':
    'import io.fabric8.kubernetes.api.model.Endpoints;\nclass A { Object a = client.endpoints().withName("@").get(); @ }\n',
  'Client.cs': 'using k8s;\nvar e = client.ReadNamespacedEndpoints("@"); Endpoints @ x;\n',
  'main.tf':
    'data "kubernetes_endpoints_v1" "a" {\n  metadata {\n    name = "@"\n  }\n}\nlocals { a = @\n b = <<E\nkind: Endpoints\nE\n}\n',
  'config.alloy':
    'discovery.kubernetes "a" {\n  role = "endpoints"\n  selectors {\n    role = "endpoints"\n    field = "@"\n  }\n}\n@\n',
  'rules.jsonnet': '{ expr: "kube_endpoint_info @", b: std.@, c: "kubectl get endpoints @" }',
  'NOTES.txt': '{{ if .a }}\nkubectl get endpoints @\n',
  'app.env': 'PATRONI_KUBERNETES_USE_ENDPOINTS=true\nA=@\nLEADER_ELECT_RESOURCE_LOCK=endpoints\n',
  'tasks.yaml':
    "- kubernetes.core.k8s_info: kind=Endpoints name=@\n- debug: msg=\"{{ lookup('k8s', kind='Endpoints', @) }}\"\n",
  'patroni.yaml':
    'kubernetes: {use_endpoints: true}\nscope: @\nmetadata: {annotations: {leader: a, ttl: "@"}}\nkind: Endpoints\n',
  'templates/role.yaml': '{{ if .x }}\nrules:\n  - verbs: [get]\n    resources: [endpoints]\n@\n{{ end }}\n',
  'kustomization.yaml': 'patches:\n  - target: {kind: Endpoints, name: "@"}\n    patch: "@"\nresources: ["@"]\n',
};

/** A text of each language, with lines of about this length. */
export function textsWithLine(unit: string, length: number): readonly NamedText[] {
  const line = unit.repeat(Math.ceil(length / unit.length));
  return Object.entries(frames).map(([path, frame]) => ({
    uri: `file:///hostile/${path}`,
    text: frame.replaceAll('@', () => line),
  }));
}
