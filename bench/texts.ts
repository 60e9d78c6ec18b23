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
