/** Writes texts that a search for readers must survive: thousands of readers, endless lines, and nonsense of each language. */
import type { ReadObject } from '../../server/src/readers/reader.ts';
import type { NamedText } from '../../server/src/readers/searched-text.ts';

export interface HostileFiles {
  readonly texts: readonly NamedText[];
  readonly objects: readonly ReadObject[];
}

const file = (path: string, text: string): NamedText => ({ uri: `file:///hostile/${path}`, text });

const many = (count: number, textOf: (n: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, n) => textOf(n)).join(between);

const objectsOf = (count: number, namespaceOf: (n: number) => string): readonly ReadObject[] =>
  Array.from({ length: count }, (_, n) => ({
    uri: 'file:///hostile/objects.yaml',
    namespace: namespaceOf(n),
    name: `db-${n}`,
  }));

const inShop = (count: number): readonly ReadObject[] => objectsOf(count, () => 'shop');

const rule = '  - apiGroups: [""]\n    resources: [endpoints]\n    verbs: [get, list]\n';

const role = (n: number, namespace: string): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: role-${n}\n  namespace: ${namespace}\nrules:\n${rule}`;

const binding = (n: number): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata:\n  name: role-${n}\n  namespace: shop\nroleRef:\n  kind: Role\n  name: role-${n}\nsubjects:\n  - kind: ServiceAccount\n    name: account-${n}\n`;

const workload = (n: number): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web-${n}\nspec:\n  template:\n    spec:\n      serviceAccountName: account-${n}\n`;

const service = (n: number): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: db-${n}\n  namespace: shop\n  labels:\n    app: db-${n}\nspec:\n  ports:\n    - name: http\n      port: 80\n`;

const monitor = (n: number): string =>
  `apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata:\n  name: db-${n}\n  namespace: shop\nspec:\n  selector:\n    matchLabels:\n      app: db-${n}\n  endpoints:\n    - port: http\n`;

const job = (n: number): string =>
  `  - job_name: job-${n}\n    kubernetes_sd_configs:\n      - role: endpoints\n    relabel_configs:\n      - source_labels: [__meta_kubernetes_endpoints_name]\n        regex: db-${n}\n        action: keep\n`;

const discovery = (n: number): string =>
  `discovery.kubernetes "d${n}" {\n  role = "endpoints"\n}\ndiscovery.relabel "r${n}" {\n  targets = discovery.kubernetes.d${n}.targets\n  rule {\n    source_labels = ["__meta_kubernetes_endpoints_name"]\n    action = "keep"\n    regex = "db"\n  }\n}\n`;

/** By what there is much of. Each has about `count` readers. */
export const crowdsOfReaders: Readonly<Record<string, (count: number) => HostileFiles>> = {
  'rules in a list': (count) => ({
    texts: [
      file('role.yaml', `apiVersion: v1\nkind: ClusterRole\nmetadata:\n  name: all\nrules:\n${rule.repeat(count)}`),
    ],
    objects: inShop(count),
  }),
  'roles, bindings and workloads': (count) => ({
    texts: [
      file(
        'roles.yaml',
        many(count, (n) => role(n, 'shop'), '---\n'),
      ),
      file('bindings.yaml', many(count, binding, '---\n')),
      file('workloads.yaml', many(count, workload, '---\n')),
    ],
    objects: inShop(10),
  }),
  'roles in namespaces': (count) => ({
    texts: [
      file(
        'roles.yaml',
        many(count, (n) => role(n, `shop-${n}`), '---\n'),
      ),
    ],
    objects: objectsOf(count, (n) => `shop-${n}`),
  }),
  'monitors and Services': (count) => ({
    texts: [file('monitors.yaml', many(count, monitor, '---\n')), file('services.yaml', many(count, service, '---\n'))],
    objects: inShop(count),
  }),
  'jobs of Prometheus': (count) => ({
    texts: [file('prometheus.yml', `scrape_configs:\n${many(count, job)}`)],
    objects: inShop(10),
  }),
  'commands in a script': (count) => ({
    texts: [
      file(
        'check.sh',
        many(count, (n) => `kubectl -n shop get endpoints db-${n} -o name | grep -q x\n`),
      ),
    ],
    objects: inShop(count),
  }),
  'commands in a pipeline': (count) => ({
    texts: [
      file('ci.yaml', `jobs:\n${many(count, (n) => `  - run: |\n      kubectl -n shop get endpoints db-${n}\n`)}`),
    ],
    objects: inShop(count),
  }),
  'scripts in a ConfigMap': (count) => ({
    texts: [
      file(
        'scripts.yaml',
        `apiVersion: v1\nkind: ConfigMap\ndata:\n${many(count, (n) => `  s${n}.sh: "#!/bin/sh\\nkubectl get endpoints db-${n}\\n"\n`)}`,
      ),
    ],
    objects: inShop(count),
  }),
  'expressions in escaped JSON': (count) => ({
    texts: [
      file(
        'dashboards.yaml',
        `apiVersion: v1\nkind: ConfigMap\ndata:\n  d.json: ${JSON.stringify(JSON.stringify({ panels: Array.from({ length: count }, (_, n) => ({ targets: [{ expr: `kube_endpoint_address{endpoint="db-${n}"}` }] })) }))}\n`,
      ),
    ],
    objects: inShop(count),
  }),
  'calls of a Go client': (count) => ({
    texts: [
      file(
        'main.go',
        `package main\n\nimport "k8s.io/client-go/kubernetes"\n\n${many(count, (n) => `func f${n}(c kubernetes.Interface) {\n\tc.CoreV1().Endpoints("shop").Get(ctx, "db-${n}", metav1.GetOptions{})\n}\n`)}`,
      ),
    ],
    objects: inShop(count),
  }),
  'calls of a Python client': (count) => ({
    texts: [
      file(
        'main.py',
        `from kubernetes import client\ncore = client.CoreV1Api()\n${many(count, (n) => `core.read_namespaced_endpoints("db-${n}", "shop")\n`)}`,
      ),
    ],
    objects: inShop(count),
  }),
  'components of Alloy': (count) => ({ texts: [file('config.alloy', many(count, discovery))], objects: inShop(10) }),
  'data sources of Terraform': (count) => ({
    texts: [
      file(
        'main.tf',
        many(
          count,
          (n) =>
            `data "kubernetes_endpoints_v1" "e${n}" {\n  metadata {\n    name = "db-${n}"\n    namespace = "shop"\n  }\n}\n`,
        ),
      ),
    ],
    objects: inShop(count),
  }),
  'files with a role each': (count) => ({
    texts: Array.from({ length: count }, (_, n) => file(`apps/${n}-app/role.yaml`, role(n, 'shop'))),
    objects: inShop(count),
  }),
};
