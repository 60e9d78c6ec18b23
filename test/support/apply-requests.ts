/** Requests to one Endpoints, and what is expected to become of them: the words of the tables of situations. */
import type { Json, JsonObject } from '../../server/src/analysis/apply/json-value.ts';
import type { ApplyStep } from '../../server/src/analysis/apply/apply-step.ts';

/** One request, and what becomes of it: who owns what (of which `…` stands for some), what is in the way, or why it is refused. */
export type Row = readonly [request: Partial<ApplyStep>, answer: string];

export interface Situation {
  readonly what: string;
  readonly rows: readonly Row[];
  /** Where the two versions differ, those of 1.20. */
  readonly before?: readonly Row[];
  /** The fields of the object afterwards. */
  readonly left?: JsonObject;
}

export const subsets = (...ips: readonly string[]): JsonObject => ({
  subsets: [{ addresses: ips.map((ip) => ({ ip })) }],
});
export const ports = (protocol: object): JsonObject => ({
  subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80, ...protocol }] }],
});
export const labels = (of: Json): JsonObject => ({ metadata: { labels: of } });
export const finalizers = (...names: readonly string[]): JsonObject => ({ metadata: { finalizers: names } });
export const owners = (...of: readonly JsonObject[]): JsonObject => ({ metadata: { ownerReferences: of } });
export const pod = (uid: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  name: 'p',
  uid,
  ...more,
});

export const apply = (manager: string, config: JsonObject = {}): Partial<ApplyStep> => ({
  operation: 'apply',
  manager,
  config,
});
export const force = (manager: string, config: JsonObject): Partial<ApplyStep> => ({
  ...apply(manager, config),
  force: true,
});
export const update = (manager: string, config: JsonObject): Partial<ApplyStep> => ({
  operation: 'update',
  manager,
  config,
});
export const create = (manager: string, config: JsonObject): Partial<ApplyStep> => ({
  operation: 'create',
  manager,
  config,
});

/** The item of 1.20, whose members have owners of their own. */
export function memberTexts(uid: string, ...more: readonly string[]): string {
  const item = `.metadata.ownerReferences[uid="${uid}"]`;
  return [item, ...['apiVersion', 'kind', 'name', 'uid', ...more].map((name) => `${item}.${name}`)].join(' ');
}
