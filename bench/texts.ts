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
