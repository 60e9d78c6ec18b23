/** Writes the texts that the bench measures: small and large manifests, streams and lists. */

/** A small Endpoints; each number gives another text. */
export function manifestText(n: number): string {
  const addresses = Array.from(
    { length: 8 },
    (_, i) => `      - ip: 10.${n % 200}.${(n >> 8) % 250}.${i + 1}\n        nodeName: worker-${i}\n`,
  ).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: service-${n}\n  namespace: shop\n  labels:\n    app.kubernetes.io/name: service-${n}\nsubsets:\n  - addresses:\n${addresses}    ports:\n      - name: http\n        port: 8080\n        protocol: TCP\n`;
}

export function largeText(count = 1_000): string {
  const addresses = Array.from(
    { length: count },
    (_, i) =>
      `      - ip: 10.0.${i >> 8}.${i & 255}\n        nodeName: worker-${i}.example.internal\n        hostname: host-${i}\n`,
  ).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: large\nsubsets:\n  - addresses:\n${addresses}    ports:\n      - port: 127\n`;
}

export function serviceText(n: number): string {
  return `apiVersion: v1\nkind: Service\nmetadata:\n  name: service-${n}\n  namespace: shop\n  labels:\n    app.kubernetes.io/name: service-${n}\nspec:\n  type: ClusterIP\n  ports:\n    - name: http\n      port: 80\n      protocol: TCP\n`;
}

/** A template of a chart with Endpoints; `chartValuesText` has its values. */
export function templateText(n: number): string {
  const own = `.Values.backend${n}`;
  return `{{- if ${own} }}\napiVersion: v1\nkind: Endpoints\nmetadata:\n  name: {{ ${own}.name }}\n  labels:\n    {{- include "shop.labels" . | nindent 4 }}\nsubsets:\n  - addresses:\n      - ip: {{ ${own}.ip | quote }}\n    ports:\n      - name: http\n        port: {{ ${own}.port }}\n{{- end }}\n`;
}

export function chartValuesText(count: number): string {
  return Array.from(
    { length: count },
    (_, n) => `backend${n}:\n  name: service-${n}\n  ip: 10.0.${n >> 8}.${n & 255}\n  port: ${8_000 + n}\n`,
  ).join('');
}

/** An object that no rule reads. */
export function deploymentText(n: number): string {
  const env = Array.from(
    { length: 8 },
    (_, i) => `            - name: SETTING_${i}\n              value: "${n}-${i}"\n`,
  );
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: app-${n}\n  namespace: shop\n  labels:\n    app.kubernetes.io/name: app-${n}\nspec:\n  replicas: 2\n  selector:\n    matchLabels:\n      app.kubernetes.io/name: app-${n}\n  template:\n    metadata:\n      labels:\n        app.kubernetes.io/name: app-${n}\n    spec:\n      containers:\n        - name: app\n          image: registry.example.com/app:${n}\n          env:\n${env.join('')}`;
}

/** A stream of documents of about 1 kB. */
export function streamText(count: number): string {
  return Array.from({ length: count }, (_, n) => endpointsOf(n, '')).join('---\n');
}

/** A List of live objects, as `kubectl get endpoints -A -o yaml` prints it. */
export function listText(count: number): string {
  const items = Array.from({ length: count }, (_, n) =>
    endpointsOf(n, `  creationTimestamp: "2025-05-01T00:00:00Z"\n  resourceVersion: "${1000 + n}"\n  uid: ${uid(n)}\n`)
      .replace(/^/, '- ')
      .replaceAll(/\n(?=.)/g, '\n  '),
  );
  return `apiVersion: v1\nitems:\n${items.join('')}kind: List\nmetadata:\n  resourceVersion: ""\n`;
}

function endpointsOf(n: number, metadata: string): string {
  const addresses = Array.from(
    { length: 5 },
    (_, i) =>
      `  - ip: 10.${n & 127}.${n >> 7}.${i + 1}\n    nodeName: worker-${i}\n    targetRef:\n      kind: Pod\n      name: service-${n}-${i}\n      namespace: shop\n      uid: ${uid(n)}\n`,
  ).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  labels:\n    app.kubernetes.io/name: service-${n}\n  name: service-${n}\n  namespace: shop\n${metadata}subsets:\n- addresses:\n${addresses}  ports:\n  - name: http\n    port: 8080\n    protocol: TCP\n`;
}

function uid(n: number): string {
  return `0b6a3f6c-5c1d-4e0a-9d5e-${String(n).padStart(12, '0')}`;
}

/** A Service as `kubectl get -o yaml` prints it. */
export function printedService(n: number): string {
  return `apiVersion: v1
kind: Service
metadata:
  creationTimestamp: "2025-03-04T09:12:31Z"
  labels:
    app.kubernetes.io/managed-by: platform
  name: db-${n}
  namespace: shop
  resourceVersion: "${10_000 + n}"
  uid: ${uidOf('a', n)}
spec:
  clusterIP: 10.96.${n >> 8}.${n & 255}
  clusterIPs:
  - 10.96.${n >> 8}.${n & 255}
  internalTrafficPolicy: Cluster
  ipFamilies:
  - IPv4
  ipFamilyPolicy: SingleStack
  ports:
  - name: postgres
    port: 5432
    protocol: TCP
    targetPort: 5432
  sessionAffinity: None
  type: ClusterIP
status:
  loadBalancer: {}
`;
}

/** The same for an EndpointSlice. */
export function printedSlice(n: number, count: number): string {
  const endpoints = Array.from(
    { length: count },
    (_, i) => `- addresses:
  - ${addressOf(n * count + i)}
  conditions:
    ready: true
    serving: true
    terminating: false
  nodeName: node-${i % 3}
  zone: zone-${'abc'.charAt(i % 3)}
`,
  );
  return `addressType: IPv4
apiVersion: discovery.k8s.io/v1
endpoints:
${endpoints.join('')}kind: EndpointSlice
metadata:
  creationTimestamp: "2025-03-04T09:12:31Z"
  generation: 3
  labels:
    endpointslice.kubernetes.io/managed-by: platform
    kubernetes.io/service-name: db-${n}
  name: db-${n}-1
  namespace: shop
  resourceVersion: "${20_000 + n}"
  uid: ${uidOf('b', n)}
ports:
- name: postgres
  port: 5432
  protocol: TCP
`;
}

/** The same for Endpoints. */
export function printedEndpoints(n: number, count: number): string {
  const addresses = Array.from(
    { length: count },
    (_, i) => `  - ip: ${addressOf(n * count + i)}\n    nodeName: node-${i % 3}\n`,
  );
  return `apiVersion: v1
kind: Endpoints
metadata:
  creationTimestamp: "2025-03-04T09:12:31Z"
  name: db-${n}
  namespace: shop
  resourceVersion: "${30_000 + n}"
  uid: ${uidOf('c', n)}
subsets:
- addresses:
${addresses.join('')}  ports:
  - name: postgres
    port: 5432
    protocol: TCP
`;
}

function addressOf(n: number): string {
  return `10.${20 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
}

function uidOf(letter: string, n: number): string {
  return `${letter.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`;
}
