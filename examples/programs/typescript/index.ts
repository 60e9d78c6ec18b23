import * as k8s from "@pulumi/kubernetes";

// The database runs on two machines outside of the cluster.
const hosts = ["10.20.0.15", "10.20.0.16"];
const labels = { "app.kubernetes.io/name": "orders", tier: "database" };

const service = new k8s.core.v1.Service("orders-db", {
  metadata: { name: "orders-db", namespace: "shop", labels },
  spec: { ports: [{ name: "postgres", port: 5432 }] },
});

export const endpoints = new k8s.core.v1.Endpoints("orders-db", {
  metadata: { name: service.metadata.name, namespace: "shop", labels },
  subsets: [
    {
      addresses: hosts.map((ip) => ({ ip })),
      ports: [{ name: "postgresql", port: 5432 }],
    },
  ],
});
