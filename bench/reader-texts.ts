/** Writes the repositories in which the bench searches for readers: one without any, and one in which they are everywhere. */
import { foreignManifests } from './foreign-manifests.ts';
import { foreignPrograms } from './foreign-programs.ts';
import { serviceText, manifestText } from './texts.ts';

export interface NamedFile {
  readonly name: string;
  readonly text: string;
}

const { go, typescript, python, markdown, json, shell, docker } = foreignPrograms;
const { deployment, configMap, values, workflow, access, kustomization } = foreignManifests;

/** A repository has more programs than Dockerfiles. */
const mix = [
  go,
  typescript,
  deployment,
  python,
  markdown,
  json,
  configMap,
  go,
  typescript,
  shell,
  values,
  workflow,
].concat([python, access, typescript, docker, kustomization]);

/** A foreign file of 1 to 20 KB; most files are small. */
export function foreignFile(n: number): NamedFile {
  const { name, head, block, foot = '' } = mix[n % mix.length] ?? go;
  const size = 1_000 + 19_000 * ((n * 0.618_033_988_75) % 1) ** 3;
  let text = head(n);
  for (let i = 0; text.length < size; i++) text += block(n, i);
  return { name: name(n), text: text + foot };
}

/** The files of one service: hand-written Endpoints, and at least seven readers of them. */
export function serviceFiles(n: number): readonly NamedFile[] {
  const name = `service-${n}`;
  return [
    { name: 'service.yaml', text: `${serviceText(n)}---\n${manifestText(n)}` },
    { name: 'monitor.yaml', text: monitorText(name) },
    { name: 'access.yaml', text: accessText(name) },
    { name: 'check.sh', text: scriptText(name) },
    { name: 'client.go', text: clientText(n) },
    { name: 'prometheus.yml', text: jobText(name) },
  ].map((file) => ({ ...file, name: `services/${name}/${file.name}` }));
}

function monitorText(name: string): string {
  return `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: ${name}
  namespace: shop
spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  endpoints:
    - port: http
      relabelings:
        - sourceLabels: [__meta_kubernetes_endpoints_name]
          targetLabel: service
`;
}

function accessText(name: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: ${name}, namespace: shop}
rules:
  - apiGroups: [""]
    resources: [services, endpoints]
    verbs: [get, list, watch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: ${name}, namespace: shop}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: ${name}}
subjects:
  - {kind: ServiceAccount, name: ${name}, namespace: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: shop}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      serviceAccountName: ${name}
      containers:
        - {name: web, image: "registry.example.com/${name}:1.0"}
`;
}

function scriptText(name: string): string {
  return `#!/usr/bin/env bash
set -euo pipefail
until kubectl -n shop get endpoints ${name} -o jsonpath='{.subsets[0].addresses[0].ip}' | grep -q .; do sleep 1; done
kubectl -n shop get endpoints ${name}
echo "${name} is ready"
`;
}

function clientText(n: number): string {
  return `package service${n}

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

func addresses(ctx context.Context, client kubernetes.Interface) ([]string, error) {
	endpoints, err := client.CoreV1().Endpoints("shop").Get(ctx, "service-${n}", metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	var found []string
	for _, subset := range endpoints.Subsets {
		for _, address := range subset.Addresses {
			found = append(found, address.IP)
		}
	}
	return found, nil
}
`;
}

function jobText(name: string): string {
  return `scrape_configs:
  - job_name: ${name}
    kubernetes_sd_configs:
      - role: endpoints
        namespaces: {names: [shop]}
    relabel_configs:
      - source_labels: [__meta_kubernetes_service_name]
        regex: ${name}
        action: keep
`;
}
