/** The Service `shop/db` with a slice, about which the tests of expectations ask. */

/** The endpoints are flow mappings, as items of the slice. */
export function dbWith(...endpoints: readonly string[]): string {
  return `apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop}
spec: {ports: [{name: postgres, port: 5432}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: db-1, namespace: shop, labels: {kubernetes.io/service-name: db}}
addressType: IPv4
ports: [{name: postgres, port: 5432}]
endpoints:
${endpoints.map((each) => `  - ${each}\n`).join('')}`;
}

/** 10.0.0.1 gets traffic, and 10.0.0.2 is not ready. */
export const db = dbWith('{addresses: [10.0.0.1]}', '{addresses: [10.0.0.2], conditions: {ready: false}}');
