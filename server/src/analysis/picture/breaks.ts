/** Says on an edge why no traffic flows, whether somebody wants that, and which rule reports it. */
import type { AddressFate } from '../traffic/fate.ts';
import type { OfferedPort, TrafficObject, TrafficService } from '../traffic/model.ts';
import { reasonField, type FieldOf } from '../traffic/reason-place.ts';
import { reasonWords } from '../traffic/reason-words.ts';
import { reasonCode, type Reason } from '../traffic/reasons.ts';
import type { LocateField, TrafficPlace } from '../traffic/report.ts';
import type { Break, Flow } from './picture.ts';

/** What a break is worded with. */
export interface BreakContext {
  readonly locate: LocateField;
  /** The program that reads the endpoints. */
  readonly who: string;
}

export function pictureBreak(
  reason: Reason,
  { fate, port, service }: { readonly fate: AddressFate; readonly port: OfferedPort; readonly service: TrafficService },
  { locate, who }: BreakContext,
): Break {
  return {
    code: reasonCode(reason),
    rule: ruleOf(reason),
    message: reasonWords(reason, { port, object: fate.object }, who),
    ...drawnPlace(reasonField(reason, fate, service), locate),
  };
}

/** A break of a whole object or Service, at its name. */
export function wholeBreak(code: string, message: string, { entry }: TrafficObject, locate: LocateField): Break {
  return { code, rule: rules[code] ?? null, message, ...drawnPlace({ entry, path: ['metadata', 'name'] }, locate) };
}

export function drawnPlace({ entry, path }: FieldOf, locate: LocateField): TrafficPlace {
  const { file, range } = locate(entry, path) ?? { file: null, range: null };
  return { file, range };
}

/** `isCopied` is true for an address that another object brings to its readers. */
export function flowFor(reason: Reason | undefined, isCopied: boolean): Flow {
  if (!reason || wanted.has(reason.kind)) return 'idle';
  return isCopied && copies.has(reason.kind) ? 'idle' : 'broken';
}

/** Conditions, hints and policies, which somebody has written so. */
const wanted: ReadonlySet<Reason['kind']> = new Set([
  'not-ready',
  'terminating',
  'draining',
  'not-local',
  'node-hint',
  'zone-hint',
  'replaced',
]);

/** Of addresses that one object copies from another. */
const copies: ReadonlySet<Reason['kind']> = new Set(['unmirrored', 'overwritten', 'deleted']);

function ruleOf(reason: Reason): string | null {
  if (reason.kind === 'unmirrored') return rulesOfObstacles[reason.obstacle.kind] ?? null;
  if (reason.kind === 'family' && reason.addressType === 'FQDN') return 'fqdn-behind-cluster-ip';
  return rules[reason.kind] ?? null;
}

const rulesOfObstacles: { readonly [kind: string]: string | undefined } = {
  'no-service': 'missing-service',
  off: 'mirroring-off',
  selector: 'overwritten-by-selector',
  stopped: 'not-mirrored',
};

/** The rule that reports the reason; other reasons have several rules, or none. */
const rules: { readonly [code: string]: string | undefined } = {
  deleted: 'overwritten-slice',
  family: 'unserved-ip-family',
  'headless-label': 'headless-label',
  'later-address': 'unused-address',
  'no-service': 'slice-without-service',
  'other-proxy': 'other-proxy',
  overwritten: 'overwritten-slice',
  'port-name': 'unmatched-port',
  'port-protocol': 'unmatched-port',
};
