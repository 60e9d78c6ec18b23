/** Says why nothing of a Service or an object gets traffic: it is rejected, or the program that is asked leaves it out. */
import type { Rejection } from '../traffic/explain/explanation.ts';
import { rejectionWords } from '../traffic/explain/rejected.ts';
import type { TrafficObject, TrafficService } from '../traffic/model.ts';
import type { FieldOf } from '../traffic/reason-place.ts';
import { skipWords } from '../traffic/reason-words.ts';
import type { LocateField, TrafficQuery } from '../traffic/report.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { drawnPlace, type BreakSources } from './breaks.ts';
import type { ServiceOutcomes } from './outcomes.ts';
import type { Break, Flow } from './picture.ts';
import { reportedRule } from './reported-rules.ts';

export interface WholeBreak {
  /** Without a rule: that of an edge depends on the object to which it leads. */
  readonly why: Break;
  /** The rule that a check reports for an edge to the object; null where it reports none. */
  readonly ruleAt: (entry: IndexedObject) => string | null;
  /** Of edges to objects and addresses. */
  readonly flow: Flow;
  /** Of the Service ports. */
  readonly portFlow: Flow;
}

/** Of a Service that nothing serves; undefined for one that is served, by DNS or by the program that is asked. */
export function skippedWhole(
  service: TrafficService,
  outcomes: ServiceOutcomes,
  { query, locate, findingsOf }: { readonly query: TrafficQuery } & BreakSources,
): WholeBreak | undefined {
  const { skip } = outcomes;
  if (skip === undefined || skip === 'headless') return undefined;
  const flow = outcomes.isSkippedOnPurpose ? 'idle' : flows[skip];
  return {
    why: breakAtName(skip, skippedWords(service, outcomes, query), service, locate),
    ruleAt: (entry) => reportedRule(skip, [entry, service.entry].map(objectField), findingsOf),
    flow,
    // Clients of an ExternalName get an answer: only the endpoints are in vain.
    portFlow: skip === 'external-name' ? 'idle' : flow,
  };
}

const flows: { readonly [skip in NonNullable<ServiceOutcomes['skip']>]: Flow } = {
  consumer: 'broken',
  'external-name': 'broken',
  headless: 'used',
  'no-family': 'idle',
  'no-ports': 'broken',
  'other-proxy': 'idle',
  'unknown-family': 'unknown',
  'unknown-ports': 'unknown',
};

/** Why nothing is served; for a headless Service, who answers instead. Empty for a Service that is served. */
export function skippedWords(
  service: TrafficService,
  { skip, skipWords: words }: ServiceOutcomes,
  query: TrafficQuery,
): string {
  if (skip === undefined) return '';
  return skip === 'consumer' ? words : skipWords(skip, query.family ?? service.families[0] ?? 'IPv4');
}

/** `title` names the object. */
export function rejectedWhole(
  rejection: Rejection,
  title: string,
  object: TrafficObject,
  { locate, findingsOf }: BreakSources,
): WholeBreak {
  const why = breakAtName('rejected', rejectionWords(rejection, title), object, locate);
  const { rule } = rejection;
  const ruleAt = (): string | null => (findingsOf(object.entry).rules.has(rule) ? rule : null);
  return { why, ruleAt, flow: 'broken', portFlow: 'broken' };
}

export function objectField(entry: IndexedObject): FieldOf {
  return { entry, path: [] };
}

/** At the name of the object, without a rule. */
export function breakAtName(code: string, message: string, { entry }: TrafficObject, locate: LocateField): Break {
  return { code, rule: null, message, ...drawnPlace({ entry, path: ['metadata', 'name'] }, locate) };
}
