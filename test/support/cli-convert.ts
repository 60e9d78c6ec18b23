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
