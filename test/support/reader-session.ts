/** Workspaces with hand-written Endpoints and their readers, for sessions with a language server. */
import type { ClientOptions } from './client.ts';
import { startWorkspace, type WorkspaceClient } from './workspace-session.ts';

export function uriOf(path: string): string {
  return `file:///project/${path}`;
}

export function endpointsOf(name: string): string {
  return `apiVersion: v1
kind: Endpoints
metadata:
  name: ${name}
  namespace: shop
  labels:
    app: ${name}
subsets:
  - addresses:
      - ip: 10.20.0.1
    ports:
      - name: metrics
        port: 2381
`;
}

export function sliceOf(name: string): string {
  return `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: ${name}-1
  namespace: shop
  labels:
    kubernetes.io/service-name: ${name}
addressType: IPv4
ports:
  - name: metrics
    port: 2381
endpoints:
  - addresses: [10.20.0.1]
    conditions:
      ready: true
`;
}

const service = `apiVersion: v1
kind: Service
metadata:
  name: etcd
  namespace: shop
  labels:
    app: etcd
spec:
  ports:
    - name: metrics
      port: 2381
`;

export const monitor = `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: etcd
  namespace: shop
  labels:
    team: shop
spec:
  selector:
    matchLabels:
      app: etcd
  endpoints:
    - port: metrics
`;

export const prometheus = `apiVersion: monitoring.coreos.com/v1
kind: Prometheus
metadata:
  name: main
  namespace: shop
spec:
  serviceMonitorSelector: {}
`;

export function operator(version: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: operator
  namespace: monitoring
spec:
  template:
    spec:
      containers:
        - name: operator
          image: quay.io/prometheus-operator/prometheus-operator:v${version}
`;
}

/** Without slices. Three files read the Endpoints. */
export function readerFiles(): Record<string, string> {
  return {
    [uriOf('k8s/service.yaml')]: service,
    [uriOf('k8s/endpoints.yaml')]: endpointsOf('etcd'),
    [uriOf('monitoring/monitor.yaml')]: monitor,
    [uriOf('monitoring/prometheus.yaml')]: prometheus,
    [uriOf('scripts/wait.sh')]: '#!/bin/sh\nkubectl -n shop wait endpoints/etcd --for=jsonpath={.subsets}\n',
    [uriOf('README.md')]: 'Run `kubectl get endpoints etcd`.\n',
    [uriOf('main.go')]: 'package main\n\nfunc main() {}\n',
  };
}

/** Deprecated Endpoints are no finding, and searches are traced. */
export function startReaders(files: Record<string, string>, options: ClientOptions = {}): Promise<WorkspaceClient> {
  const severity = { 'deprecated-endpoints': 'off' };
  const own = options.initializationOptions ?? {};
  return startWorkspace({ ...options, files, trace: 'verbose', initializationOptions: { severity, ...own } });
}

/** The number of searches for readers so far. */
export function searchesIn(client: WorkspaceClient): number {
  return client.noticed.filter(
    ({ method, params }) =>
      method === '$/logTrace' && /for readers of Endpoints in/.test((params as { message: string }).message),
  ).length;
}
