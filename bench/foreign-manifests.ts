/** Writes manifests, charts and pipelines of a repository that has nothing to do with Endpoints. */
import type { ForeignFile } from './foreign-programs.ts';

const deployment: ForeignFile = {
  name: (n) => `deploy/base/orders${n}.yaml`,
  head: (n) => `apiVersion: v1
kind: Service
metadata:
  name: orders-${n}
  namespace: shop
  labels: {app.kubernetes.io/name: orders-${n}, app.kubernetes.io/part-of: shop}
spec:
  selector: {app.kubernetes.io/name: orders-${n}}
  ports:
    - {name: http, port: 80, targetPort: http}
`,
  block: (n, i) => `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: orders-${n}-${i}
  namespace: shop
  labels:
    app.kubernetes.io/name: orders-${n}
    app.kubernetes.io/version: "1.${i}.0"
spec:
  replicas: ${1 + (i % 5)}
  selector:
    matchLabels:
      app.kubernetes.io/name: orders-${n}
  template:
    metadata:
      annotations:
        prometheus.io/scrape: "true"
        prometheus.io/port: "9090"
      labels:
        app.kubernetes.io/name: orders-${n}
    spec:
      serviceAccountName: orders-${n}
      containers:
        - name: orders
          image: registry.example.com/shop/orders:1.${i}.0
          args: ["--listen=:8080", "--metrics=:9090", "--log-level=info"]
          env:
            - name: DATABASE_URL
              valueFrom: {secretKeyRef: {name: orders-${n}, key: url}}
            - name: ${(n + i) % 3 === 0 ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_SERVICE_NAME'}
              value: http://collector.monitoring.svc:4317
          ports:
            - {name: http, containerPort: 8080}
          readinessProbe:
            httpGet: {path: /ready, port: http}
          resources:
            requests: {cpu: 100m, memory: 128Mi}
            limits: {memory: 256Mi}
`,
};

const configMap: ForeignFile = {
  name: (n) => `deploy/config/orders${n}-config.yaml`,
  head: (n) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: orders-${n}
  namespace: shop
data:
`,
  block: (n, i) => `  settings-${i}.yaml: |
    server:
      address: 0.0.0.0:8080
      timeouts: {read: 5s, write: 10s}
    ${n % 3 === 0 ? 'endpoints' : 'clients'}:
      orders: http://orders-${n}.shop.svc/v1
      stock: http://stock-${n}.shop.svc/v1
    cache:
      size: ${100 + i}
      resources: [orders, customers, stock]
  proxy-${i}.conf: |
    upstream orders { server orders-${n}.shop.svc:80; }
    server {
      listen 8080;
      location /v1/orders { proxy_pass http://orders; proxy_read_timeout 30s; }
      location /metrics { stub_status; allow 10.0.0.0/8; deny all; }
    }
`,
};

const access: ForeignFile = {
  name: (n) => `deploy/access/role${n}.yaml`,
  head: (n) => `apiVersion: v1
kind: ServiceAccount
metadata: {name: orders-${n}, namespace: shop}
`,
  block: (n, i) => `---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: orders-${n}-${i}
  namespace: shop
rules:
  - apiGroups: [""]
    resources: [pods, pods/log, configmaps, events]
    verbs: [get, list, watch]
  - apiGroups: [apps]
    resources: [deployments, deployments/scale]
    verbs: [get, patch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: orders-${n}-${i}, namespace: shop}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: orders-${n}-${i}}
subjects:
  - {kind: ServiceAccount, name: orders-${n}, namespace: shop}
`,
};

const values: ForeignFile = {
  name: (n) => `charts/orders${n}/values.yaml`,
  head: (n) => `# Values of the chart orders${n}.
replicaCount: 2
image:
  repository: registry.example.com/shop/orders
  tag: 1.${n}.0
  pullPolicy: IfNotPresent
serviceMonitor:
  enabled: ${n % 5 === 0 ? 'true' : 'false'}
`,
  block: (n, i) => `worker${i}:
  enabled: true
  image: {repository: registry.example.com/shop/worker, tag: 2.${i}.1}
  resources:
    requests: {cpu: 50m, memory: 64Mi}
    limits: {memory: 128Mi}
  service: {type: ClusterIP, port: 80}
  ingress:
    enabled: ${i % 2 === 0}
    className: internal
    hosts: [{host: worker${i}.shop-${n}.example.com, paths: [{path: /, pathType: Prefix}]}]
  nodeSelector: {}
  tolerations: []
`,
};

const workflow: ForeignFile = {
  name: (n) => `ci/pipeline-${n}.yml`,
  head: (n) => `name: pipeline-${n}\non: [push, pull_request]\npermissions: {contents: read}\njobs:\n`,
  block: (n, i) => `  test-${i}:
    runs-on: ubuntu-latest
    strategy: {matrix: {go: ["1.22", "1.23"]}}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-go@v5
        with: {go-version: "\${{ matrix.go }}"}
      - name: Test
        run: |
          go vet ./services/orders${n}/...
          go test -race -count=1 ./services/orders${n}/... -run 'Test${i}'
      - name: Deploy
        if: github.ref == 'refs/heads/main'
        run: kubectl -n shop apply -f deploy/base/orders${n}.yaml
`,
};

const kustomization: ForeignFile = {
  name: (n) => `deploy/overlays/orders${n}/kustomization.yaml`,
  head: (n) => `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: shop
resources:
  - ../../base/orders${n}.yaml
patches:
  - patch: |-
      - op: replace
        path: /spec/replicas
        value: ${n % 5}
    target: {kind: Deployment}
images:
  - {name: registry.example.com/shop/orders, newTag: 1.${n}.0}
configMapGenerator:
`,
  block: (n, i) => `  - name: settings-${n}-${i}
    literals: [LOG_LEVEL=info, PAGE_SIZE=${20 + i}, CURRENCY=EUR, REGION=eu-central-1]
`,
};

export const foreignManifests = { deployment, configMap, access, values, workflow, kustomization } as const;
