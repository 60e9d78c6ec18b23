/** Says on an edge why no traffic flows, whether somebody wants that, and which rule a check reports for it. */
import type { AddressFate } from '../traffic/fate.ts';
import type { OfferedPort, TrafficService } from '../traffic/model.ts';
import { reasonField, type FieldOf } from '../traffic/reason-place.ts';
import { reasonWords } from '../traffic/reason-words.ts';
import { explainedCode, reasonCode, type Reason } from '../traffic/reasons.ts';
import type { LocateField, TrafficPlace } from '../traffic/report.ts';
import type { Break, Flow } from './picture.ts';
import { reportedRule, type FindingsOf } from './reported-rules.ts';

/** Where breaks are, and what a check reports there. */
export interface BreakSources {
  readonly locate: LocateField;
  readonly findingsOf: FindingsOf;
}

interface BreakContext extends BreakSources {
  /** The program that reads the endpoints. */
  readonly who: string;
}

export function pictureBreak(
  reason: Reason,
  { fate, port, service }: { readonly fate: AddressFate; readonly port: OfferedPort; readonly service: TrafficService },
  { locate, findingsOf, who }: BreakContext,
): Break {
  const field = reasonField(reason, fate, service);
  const { entry } = fate.object;
  const fields = [field, { entry, path: fate.path }, { entry: service.entry, path: port.path }];
  return {
    code: reasonCode(reason),
    rule: isOfOtherProxy(reason, service) ? null : reportedRule(explainedCode(reason), fields, findingsOf),
    message: reasonWords(reason, { port, object: fate.object }, who),
    ...drawnPlace(field, locate),
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
