/** Texts for the tests in editors. */

/** Excludes closed files, so that the list of problems is short. */
export const openFilesOnly = { 'endpoints.config.yaml': "exclude: ['*']\n" };

/** The only finding is the deprecated kind. */
export const healthy = `apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
  namespace: shop
subsets:
  - addresses:
      - ip: 10.20.0.15
        hostname: orders-db-0
      - ip: 10.20.0.16
        hostname: orders-db-1
    ports:
      - name: postgres
        port: 5432
`;

/** A loopback address, which the API server rejects. */
export const loopback = `apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
subsets:
  - addresses:
      - ip: 127.0.0.1
    ports:
      - port: 5432
`;

/** Also a protocol in lowercase. */
export const refused = `${loopback}        protocol: tcp
`;

/** A Service without a selector, with three values that the API server rejects. */
export const refusedService = `apiVersion: v1
kind: Service
metadata:
  name: billing-db
spec:
  type: clusterIP
  externalIPs:
    - 127.0.0.1
  ports:
    - port: 5432
      targetPort: "5432"
`;

/** An example of every feature with a setting; VS Code's own links end before the bracket. */
export const varied = `apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
  annotations:
    runbook: https://example.com/runbook（2）
subsets:
  - addresses: &ready
      - ip: 10.20.0.15
      - ip: 127.0.0.1
    ports:
      - name: postgres
        port: 05432
  - addresses: *ready
    notReadyAddresses:
      - ip: 10.20.0.15
    ports:
      - { name: metrics,   port: 443 }
`;

/** A Service and its Endpoints with a different port name. */
export const paired = {
  service: `apiVersion: v1
kind: Service
metadata:
  name: orders-db
  namespace: shop
spec:
  ports:
    - name: postgres
      port: 5432
    - name: metrics
      port: 9187
`,
  endpoints: `apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
  namespace: shop
subsets:
  - addresses:
      - ip: 10.20.0.15
    ports:
      - name: postgre
        port: 5432
      - name: metrics
        port: 9187
`,
};
