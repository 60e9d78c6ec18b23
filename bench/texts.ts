/** The texts that are measured: many small ones, and one large. */

/** A small, realistic object; every number gives another text. */
export function manifest(n: number): string {
  const addresses = Array.from(
    { length: 8 },
    (_, i) => `      - ip: 10.${n % 200}.${(n >> 8) % 250}.${i + 1}\n        nodeName: worker-${i}\n`,
  ).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: service-${n}\n  namespace: shop\n  labels:\n    app.kubernetes.io/name: service-${n}\nsubsets:\n  - addresses:\n${addresses}    ports:\n      - name: http\n        port: 8080\n        protocol: TCP\n`;
}

/** One resource with 1,000 addresses, and a port number that could be misread. */
export function large(): string {
  const addresses = Array.from(
    { length: 1_000 },
    (_, i) =>
      `      - ip: 10.0.${i >> 8}.${i & 255}\n        nodeName: worker-${i}.example.internal\n        hostname: host-${i}\n`,
  ).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: large\nsubsets:\n  - addresses:\n${addresses}    ports:\n      - port: 127\n`;
}

/** The Service in front of `manifest(n)`. */
export function service(n: number): string {
  return `apiVersion: v1\nkind: Service\nmetadata:\n  name: service-${n}\n  namespace: shop\n  labels:\n    app.kubernetes.io/name: service-${n}\nspec:\n  type: ClusterIP\n  ports:\n    - name: http\n      port: 80\n      protocol: TCP\n`;
}

/** An object that has nothing to do with endpoints. */
export function deployment(n: number): string {
  const env = Array.from(
    { length: 8 },
    (_, i) => `            - name: SETTING_${i}\n              value: "${n}-${i}"\n`,
  );
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: app-${n}\n  namespace: shop\n  labels:\n    app.kubernetes.io/name: app-${n}\nspec:\n  replicas: 2\n  selector:\n    matchLabels:\n      app.kubernetes.io/name: app-${n}\n  template:\n    metadata:\n      labels:\n        app.kubernetes.io/name: app-${n}\n    spec:\n      containers:\n        - name: app\n          image: registry.example.com/app:${n}\n          env:\n${env.join('')}`;
}
