/**
 * Writes the files of a repository that has nothing to do with Endpoints: programs, manifests, charts, documents, scripts
 * and settings. Some of them mention HTTP endpoints, as such files do.
 */

import { foreignGo, foreignPython, foreignTypescript, type ForeignFile } from './foreign-programs.ts';

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

const markdown: ForeignFile = {
  name: (n) => `docs/guide${n}.md`,
  head: (n) => `# Guide ${n}\n\nHow the orders of the shop are served.\n`,
  block: (n, i) => `
## Step ${i}

The service \`orders-${n}\` answers at the endpoint \`/v1/orders\`. It needs the *stock* service; see [the architecture](architecture.md).
When a customer cancels, the order keeps its number, and the stock is free again after ${i} minutes.

\`\`\`sh
kubectl -n shop get pods -l app.kubernetes.io/name=orders-${n}
curl -s http://localhost:8080/v1/orders | jq '.orders | length'
\`\`\`
`,
};

const json: ForeignFile = {
  name: (n) => `web/fixtures/orders${n}.json`,
  head: (n) => `{\n  "customer": "c-${n}",\n  "orders": [\n`,
  block: (_, i) => `    {
      "id": "o-${i}",
      "kind": "standard",
      "state": "paid",
      "amount": ${i}.95,
      "items": [{ "sku": "sku-${i}", "count": ${1 + (i % 4)}, "resources": [] }],
      "callback": { "endpoint": "https://example.com/hooks/${i}", "retries": 3 }
    },
`,
  foot: '    null\n  ]\n}\n',
};

const shell: ForeignFile = {
  name: (n) => `scripts/release-${n}.sh`,
  head: () => '#!/usr/bin/env bash\nset -euo pipefail\nnamespace=${NAMESPACE:-shop}\n',
  block: (n, i) => `
deploy_${i}() {
  local image="registry.example.com/shop/orders:\${1:?version}"
  kubectl -n "$namespace" set image deployment/orders-${n}-${i} orders="$image"
  kubectl -n "$namespace" rollout status deployment/orders-${n}-${i} --timeout=5m 
  local endpoint="https://shop.example.com/ready?step=${i}"
  for attempt in 1 2 3 4 5; do
    if curl -fsS "$endpoint" >/dev/null; then break; fi
    sleep "$attempt"
  done
}
`,
  foot: '\n"$@"\n',
};

const docker: ForeignFile = {
  name: (n) => `services/orders${n}/Dockerfile`,
  head: (n) => `FROM golang:1.22-alpine AS build
WORKDIR /src/orders${n}
COPY go.mod go.sum ./
RUN go mod download
`,
  block: (n, i) => `COPY step${i} ./step${i}
RUN --mount=type=cache,target=/root/.cache/go-build \\
    CGO_ENABLED=0 go build -ldflags "-s -w -X main.version=${n}.${i}" -o /out/step${i} ./step${i}
`,
  foot: 'FROM gcr.io/distroless/static:nonroot\nCOPY --from=build /out /\nEXPOSE 8080\nENTRYPOINT ["/step0"]\n',
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

/** A repository has more programs than Dockerfiles. */
const mix = [
  foreignGo,
  foreignTypescript,
  deployment,
  foreignPython,
  markdown,
  json,
  configMap,
  foreignGo,
  foreignTypescript,
  shell,
  values,
  workflow,
  foreignPython,
  access,
  foreignTypescript,
  docker,
];

/** The name and the text of a foreign file, of 1 to 20 KB; most files are small. */
export function foreignFile(n: number): { readonly name: string; readonly text: string } {
  const { name, head, block, foot = '' } = mix[n % mix.length] ?? foreignGo;
  const size = 1_000 + 19_000 * ((n * 0.618_033_988_75) % 1) ** 3;
  let text = head(n);
  for (let i = 0; text.length < size; i++) text += block(n, i);
  return { name: name(n), text: text + foot };
}
