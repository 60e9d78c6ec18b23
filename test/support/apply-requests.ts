/** Defines requests to one Endpoints and their expected results, for the tables of situations. */
import type { Json, JsonObject } from '../../server/src/analysis/apply/json-value.ts';
import type { ApplyStep } from '../../server/src/analysis/apply/apply-step.ts';

/** One request and its result: the owners (`…` abbreviates), the conflicts, or the reason of the rejection. */
export type Row = readonly [request: Partial<ApplyStep>, answer: string];

export interface Situation {
  readonly what: string;
  readonly rows: readonly Row[];
  /** The owners in 1.20, if they differ. */
  readonly before?: readonly Row[];
  /** The resulting fields of the object. */
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

/** The item of 1.20, whose members have separate owners. */
export function memberTexts(uid: string, ...more: readonly string[]): string {
  const item = `.metadata.ownerReferences[uid="${uid}"]`;
  return [item, ...['apiVersion', 'kind', 'name', 'uid', ...more].map((name) => `${item}.${name}`)].join(' ');
}
