/** Manifests for tests of pictures. */

/** A Service with a port that the slice misspells, and with an address in each state. */
export const brokenText = `apiVersion: v1
kind: Service
metadata: { name: orders-db, namespace: shop }
spec:
  ports:
    - { name: postgres, port: 5432 }
    - { name: metrics, port: 9187 }
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: orders-db-a
  namespace: shop
  labels: { kubernetes.io/service-name: orders-db, endpointslice.kubernetes.io/managed-by: hand-written }
addressType: IPv4
ports:
  - { name: postgres, port: 5432, protocol: TCP }
  - { name: metric, port: 9187, protocol: TCP }
endpoints:
  - { addresses: [10.0.0.1], zone: a, nodeName: w1, conditions: { ready: true } }
  - { addresses: [10.0.0.2], zone: b, conditions: { ready: false } }
  - { addresses: [10.0.0.3], zone: b, conditions: { ready: false, serving: true, terminating: true } }
---
apiVersion: v1
kind: Service
metadata: { name: ledger-db, namespace: finance }
spec:
  ports: [{ port: 5432 }]
---
apiVersion: v1
kind: Endpoints
metadata: { name: ledger-db, namespace: finance }
subsets:
  - addresses: [{ ip: 127.0.0.1 }]
    ports: [{ port: 5432 }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: ledger, namespace: finance }
spec:
  defaultBackend: { service: { name: ledger-db, port: { number: 5432 } } }
`;

/** A Service whose slice has `count` addresses in three zones. */
export function manyAddresses(count: number, name = 'cache'): string {
  const endpoints = Array.from(
    { length: count },
    (_, i) =>
      `  - { addresses: [10.1.${Math.floor(i / 250)}.${(i % 250) + 1}], zone: z${i % 3}, conditions: { ready: ${i % 20 !== 7} } }`,
  );
  return `apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: shop }
spec:
  ports: [{ name: redis, port: 6379 }]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: ${name}-a
  namespace: shop
  labels: { kubernetes.io/service-name: ${name} }
addressType: IPv4
ports: [{ name: redis, port: 6379, protocol: TCP }]
endpoints:
${endpoints.join('\n')}
`;
}
