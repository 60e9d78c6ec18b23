/** Says why nothing of a Service or an object gets traffic: it is rejected, or the program that is asked leaves it out. */
import type { TrafficObject, TrafficService } from '../traffic/model.ts';
import { skipWords } from '../traffic/reason-words.ts';
import type { LocateField, TrafficQuery } from '../traffic/report.ts';
import { drawnPlace, ruleOfCode } from './breaks.ts';
import type { ServiceOutcomes } from './outcomes.ts';
import type { Break, Flow } from './picture.ts';

export interface WholeBreak {
  readonly why: Break;
  /** Of edges to objects and addresses. */
  readonly flow: Flow;
  /** Of the Service ports. */
  readonly portFlow: Flow;
}

/** Of a Service that nothing serves; undefined for one that is served, by DNS or by the program that is asked. */
export function skippedWhole(
  service: TrafficService,
  outcomes: ServiceOutcomes,
  { query, locate }: { readonly query: TrafficQuery; readonly locate: LocateField },
): WholeBreak | undefined {
  const { skip } = outcomes;
  if (skip === undefined || skip === 'headless') return undefined;
  const flow = outcomes.isSkippedOnPurpose ? 'idle' : flows[skip];
  return {
    why: breakAtName(skip, skippedWords(service, outcomes, query), service, locate),
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

export function rejectedWhole(words: string, object: TrafficObject, locate: LocateField): WholeBreak {
  return { why: breakAtName('rejected', words, object, locate), flow: 'broken', portFlow: 'broken' };
}

/** At the name of the object. */
export function breakAtName(code: string, message: string, { entry }: TrafficObject, locate: LocateField): Break {
  return { code, rule: ruleOfCode(code), message, ...drawnPlace({ entry, path: ['metadata', 'name'] }, locate) };
}
