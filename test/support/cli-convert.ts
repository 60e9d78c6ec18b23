/** Texts for `endpoints convert`, and the command line in the test's process, with answers to its questions. */
import { join } from 'node:path';
import { main } from '../../server/src/cli/main.ts';
import type { Folder } from './process.ts';

export const service = (name: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n  namespace: shop\nspec:\n  ports:\n    - port: 5432\n`;
export const endpoints = (name: string, ip = '10.20.0.14'): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\n  namespace: shop\nsubsets:\n  - addresses:\n      - ip: ${ip} # the primary\n    ports:\n      - port: 5432\n`;
export const slice = (name: string, ip: string): string =>
  `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: ${name}\n  namespace: shop\n  labels:\n    kubernetes.io/service-name: db\naddressType: IPv4\nports:\n  - port: 5432\nendpoints:\n  - addresses: [${ip}]\n`;

export interface Answer {
  readonly out: string;
  readonly err: string;
  readonly code: number;
  /** The questions of the command. */
  readonly asked: readonly string[];
}

/** Runs the command on a terminal at which `ask` answers. */
export async function runAsking(
  folder: Folder,
  ask: (question: string) => string,
  ...args: readonly string[]
): Promise<Answer> {
  const asked: string[] = [];
  let [out, err] = ['', ''];
  const code = await main(args, {
    cwd: folder.path,
    isColored: false,
    width: undefined,
    version: '0',
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    ask(question) {
      asked.push(question);
      return Promise.resolve(ask(question));
    },
  });
  return { out, err, code, asked };
}

export function pathIn(folder: Folder, name: string): string {
  return join(folder.path, name);
}

/** A folder with a convertible resource, one that is not, and references to both. */
export const migration: Readonly<Record<string, string>> = {
  'k8s/orders-db.yaml': `${service('orders-db')}---\n${endpoints('orders-db')}`,
  'k8s/cache.yaml': endpoints('cache', '10.20.0.300'),
  'k8s/ledger.yaml': endpoints('ledger').replace(
    '  namespace: shop\n',
    '  namespace: shop\n  finalizers: [example.com/drain]\n',
  ),
  'k8s/kustomization.yaml': 'resources:\n  - orders-db.yaml\n  - cache.yaml\n  - ledger.yaml\n  - prometheus.yaml\n',
  'k8s/prometheus.yaml':
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: prometheus\nrules:\n  - apiGroups: [""]\n    resources: [services, endpoints, pods]\n    verbs: [get, list, watch]\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: prometheus\ndata:\n  prometheus.yml: |\n    scrape_configs:\n      - job_name: databases\n        kubernetes_sd_configs:\n          - role: endpoints\n',
};
