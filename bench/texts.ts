/** Writes the texts that the bench measures: small and large manifests, streams and lists. */

/** A small Endpoints; each number gives another text. */
export function manifestText(n: number): string {
  const addresses = Array.from(
    { length: 8 },
    (_, i) => `      - ip: 10.${n % 200}.${(n >> 8) % 250}.${i + 1}\n        nodeName: worker-${i}\n`,
  ).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: service-${n}\n  namespace: shop\n  labels:\n    app.kubernetes.io/name: service-${n}\nsubsets:\n  - addresses:\n${addresses}    ports:\n      - name: http\n        port: 8080\n        protocol: TCP\n`;
}

/** Endpoints in front of Pods, as `kubectl get endpoints -o yaml` prints them. */
export function largeText(count = 1_000): string {
  const addresses = Array.from(
    { length: count },
    (_, i) =>
      `  - ip: 10.${i >> 16}.${(i >> 8) & 255}.${i & 255}\n    nodeName: node-${i % 40}.example.internal\n${targetRef(i, '    ')}`,
  ).join('');
  return `apiVersion: v1
kind: Endpoints
metadata:
  annotations:
    endpoints.kubernetes.io/last-change-trigger-time: "2025-03-04T09:12:31Z"
  creationTimestamp: "2025-03-04T09:12:31Z"
  labels:
    app.kubernetes.io/name: large
  name: large
  namespace: shop
  resourceVersion: "30000"
  uid: ${uidOf('c', count)}
subsets:
- addresses:
${addresses}  ports:
  - port: 127
    protocol: TCP
`;
}

/** The same as JSON. */
export function largeJson(count = 1_000): string {
  const addresses = Array.from({ length: count }, (_, i) => ({
    ip: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
    nodeName: `node-${i % 40}.example.internal`,
    targetRef: { kind: 'Pod', name: podName(i), namespace: 'shop', uid: uidOf('d', i) },
  }));
  const metadata = {
    creationTimestamp: '2025-03-04T09:12:31Z',
    name: 'large',
    namespace: 'shop',
    resourceVersion: '30000',
    uid: uidOf('c', 1),
  };
  const subsets = [{ addresses, ports: [{ port: 127, protocol: 'TCP' }] }];
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'Endpoints', metadata, subsets }, null, 4)}\n`;
}

/** Slices in front of Pods, as `kubectl get endpointslices -o yaml` prints them. */
export function sliceList(slices: number, count: number): string {
  const items = Array.from({ length: slices }, (_, n) =>
    printedSlice(n, count)
      .replace(/^/, '- ')
      .replaceAll(/\n(?=.)/g, '\n  '),
  );
  return `apiVersion: v1\nitems:\n${items.join('')}kind: List\nmetadata:\n  resourceVersion: ""\n`;
}

/** Endpoints in a template of a chart: most addresses are written out, the rest is chosen by values. */
export function largeTemplate(count = 1_000): string {
  const addresses = Array.from(
    { length: count },
    (_, i) => `      - ip: 10.0.${i >> 8}.${i & 255}\n        nodeName: {{ .Values.nodes.worker${i % 40} | quote }}\n`,
  ).join('');
  return `{{- if .Values.database.isExternal }}
apiVersion: v1
kind: Endpoints
metadata:
  name: {{ include "shop.fullname" . }}-database
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "shop.labels" . | nindent 4 }}
subsets:
  - addresses:
${addresses}    ports:
      - name: postgres
        port: {{ .Values.database.port }}
{{- end }}
`;
}

function targetRef(i: number, indentation: string): string {
  const lines = ['targetRef:', '  kind: Pod', `  name: ${podName(i)}`, '  namespace: shop', `  uid: ${uidOf('d', i)}`];
  return lines.map((line) => `${indentation}${line}\n`).join('');
}

/** As a ReplicaSet names its Pods. */
function podName(i: number): string {
  return `large-7d4b9c6f5d-${(i * 7_919 + 60_466_176).toString(36).slice(-5)}`;
}

export function serviceText(n: number): string {
  return `apiVersion: v1\nkind: Service\nmetadata:\n  name: service-${n}\n  namespace: shop\n  labels:\n    app.kubernetes.io/name: service-${n}\nspec:\n  type: ClusterIP\n  ports:\n    - name: http\n      port: 80\n      protocol: TCP\n`;
}

/** A slice of the same Service, with the same addresses. */
export function sliceText(n: number): string {
  const endpoints = Array.from(
    { length: 8 },
    (_, i) => `  - addresses: [10.${n % 200}.${(n >> 8) % 250}.${i + 1}]\n    nodeName: worker-${i}\n`,
  ).join('');
  return `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: service-${n}-1\n  namespace: shop\n  labels:\n    kubernetes.io/service-name: service-${n}\n    endpointslice.kubernetes.io/managed-by: platform\naddressType: IPv4\nendpoints:\n${endpoints}ports:\n  - name: http\n    port: 8080\n    protocol: TCP\n`;
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

/** Objects of other kinds, as a repository has them. */
export function foreignText(n: number): string {
  const kind = n % 5;
  if (kind < 3) return deploymentText(n);
  return kind === 3 ? configMapText(n) : roleText(n);
}

function configMapText(n: number): string {
  const lines = Array.from({ length: 20 }, (_, i) => `    setting.${i} = value-${n}-${i} # of the service\n`);
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: config-${n}\n  namespace: shop\ndata:\n  app.properties: |\n${lines.join('')}`;
}

function roleText(n: number): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader-${n}
  namespace: shop
rules:
- apiGroups: [""]
  resources: [pods, configmaps, events]
  verbs: [get, list, watch]
- apiGroups: [apps]
  resources: [deployments, replicasets]
  verbs: [get, list]
`;
}

/** A stream of documents of about 1 kB. */
export function streamText(count: number): string {
  return Array.from({ length: count }, (_, n) => endpointsOf(n, 5, '')).join('---\n');
}

/** A List of live objects, as `kubectl get endpoints -A -o yaml` prints it. */
export function listText(count: number, addresses = 5): string {
  const items = Array.from({ length: count }, (_, n) =>
    endpointsOf(
      n,
      addresses,
      `  creationTimestamp: "2025-05-01T00:00:00Z"\n  resourceVersion: "${1000 + n}"\n  uid: ${uidOf('e', n)}\n`,
    )
      .replace(/^/, '- ')
      .replaceAll(/\n(?=.)/g, '\n  '),
  );
  return `apiVersion: v1\nitems:\n${items.join('')}kind: List\nmetadata:\n  resourceVersion: ""\n`;
}

function endpointsOf(n: number, count: number, metadata: string): string {
  const addresses = Array.from(
    { length: count },
    (_, i) =>
      `  - ip: 10.${n & 127}.${n >> 7}.${i + 1}\n    nodeName: worker-${i}\n${targetRef(n * count + i, '    ')}`,
  ).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  labels:\n    app.kubernetes.io/name: service-${n}\n  name: service-${n}\n  namespace: shop\n${metadata}subsets:\n- addresses:\n${addresses}  ports:\n  - name: http\n    port: 8080\n    protocol: TCP\n`;
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
${targetRef(n * count + i, '  ')}  zone: zone-${'abc'.charAt(i % 3)}
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
    (_, i) => `  - ip: ${addressOf(n * count + i)}\n    nodeName: node-${i % 3}\n${targetRef(n * count + i, '    ')}`,
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
