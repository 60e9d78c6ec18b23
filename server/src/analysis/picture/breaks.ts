/** Says on an edge why no traffic flows, whether somebody wants that, and which rule reports it. */
import type { AddressFate } from '../traffic/fate.ts';
import type { OfferedPort, TrafficService } from '../traffic/model.ts';
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
    rule: isOfOtherProxy(reason, service) ? null : ruleOf(reason),
    message: reasonWords(reason, { port, object: fate.object }, who),
    ...drawnPlace(reasonField(reason, fate, service), locate),
  };
}

export function drawnPlace({ entry, path }: FieldOf, locate: LocateField): TrafficPlace {
  const { file, range } = locate(entry, path) ?? { file: null, range: null };
  return { file, range };
}

/** `isCopied` is true for an address that another object brings to its readers. */
export function flowFor(reason: Reason, service: TrafficService | undefined, isCopied: boolean): Flow {
  if (wanted.has(reasonCode(reason)) || isOfOtherProxy(reason, service)) return 'idle';
  return isCopied && copies.has(reason.kind) ? 'idle' : 'broken';
}

/** An address of the other IP family, which a question about one family leaves out. */
function isOfOtherProxy(reason: Reason, service: TrafficService | undefined): boolean {
  return reason.kind === 'family' && (service?.families ?? []).some((family) => family === reason.addressType);
}

/** Codes of conditions, hints and policies, which somebody has written so, and of what a program never reads. */
const wanted: ReadonlySet<string> = new Set([
  'not-ready',
  'not-serving',
  'terminating',
  'draining',
  'not-local',
  'node-hint',
  'zone-hint',
  'replaced',
  'drained',
  'endpoints-only',
  'repeated-address',
]);

/** Of addresses that one object copies from another. */
const copies: ReadonlySet<Reason['kind']> = new Set(['unmirrored', 'overwritten', 'deleted']);

function ruleOf(reason: Reason): string | null {
  if (reason.kind === 'unmirrored') return rulesOfObstacles[reason.obstacle.kind] ?? null;
  if (reason.kind === 'family' && reason.addressType === 'FQDN') return 'fqdn-behind-cluster-ip';
  return ruleOfCode(reason.kind);
}

/** Null for a code whose rule is not certain. */
export function ruleOfCode(code: string): string | null {
  return rules[code] ?? null;
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
