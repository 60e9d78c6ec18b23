/** The server as a whole: it changes the object, and then looks at what became of it. */
import { compareJson, memberOf } from '../../analysis/apply/json-value.ts';
import type { Json } from '../../analysis/apply/json-value.ts';
import { performUnvalidated } from '../../analysis/apply/api-server.ts';
import type { Cause, Live, ApplyOutcome, ApplyStep } from '../../analysis/apply/apply-step.ts';
import { throwBug } from '../../lint/check-file.ts';
import { causesAgainst } from '../../lint/verdict.ts';
import { rules } from '../../rules/rules.ts';

type Perform = (live: Live | undefined, step: ApplyStep, minor: number) => ApplyOutcome;

/** What the server answers; what a request results in is checked as a whole before it is kept. */
export function performJudged(live: Live | undefined, step: ApplyStep, minor: number, standIn?: Json): ApplyOutcome {
  const outcome = performUnvalidated(live, step, minor);
  if (outcome.kind !== 'result') return outcome;
  const { object } = outcome.live;
  const isStandIn = standIn !== undefined && compareJson(memberOf(object, 'subsets') ?? null, standIn) === 'same';
  const isMeant = ({ field }: Cause): boolean => !isStandIn || !field.startsWith('subsets');
  const causes = causesAgainst(object, { rules, minor, onBug: throwBug }, live?.object).filter(isMeant);
  return causes.length > 0 ? { kind: 'rejected', causes } : outcome;
}

/** The same. `standIn` are subsets that only stand for others, which a controller writes: they are not looked at. */
export function judgeWith(standIn: Json | undefined): Perform {
  return (live, step, minor) => performJudged(live, step, minor, standIn);
}
