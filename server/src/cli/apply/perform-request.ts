/** Simulates one request to the API server: merges the fields, then validates the result as a whole. */
import { compareJson, memberOf, type Json } from '../../analysis/apply/json-value.ts';
import { performUnvalidated } from '../../analysis/apply/api-server.ts';
import type { Live, ApplyOutcome, ApplyStep } from '../../analysis/apply/apply-step.ts';
import { throwBug } from '../../lint/check-file.ts';
import { causesAgainst } from '../../lint/verdict.ts';
import { rules } from '../../rules/rules.ts';

/** `placeholder` are `subsets` that a controller replaces: they are not validated. */
export function performRequest(
  live: Live | undefined,
  step: ApplyStep,
  minor: number,
  placeholder?: Json,
): ApplyOutcome {
  const outcome = performUnvalidated(live, step, minor);
  if (outcome.kind !== 'result') return outcome;
  const { object } = outcome.live;
  const isPlaceholder =
    placeholder !== undefined && compareJson(memberOf(object, 'subsets') ?? null, placeholder) === 'same';
  const causes = causesAgainst(object, { rules, minor, onBug: throwBug }, live?.object).filter(
    ({ field }) => !isPlaceholder || !field.startsWith('subsets'),
  );
  return causes.length > 0 ? { kind: 'rejected', causes } : outcome;
}
