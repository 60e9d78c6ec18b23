/** Simulates one request to the API server: merges the fields, then validates the result as a whole. */
import { compareJson, memberOf, type Json } from '../../analysis/apply/json-value.ts';
import { performUnvalidated } from '../../analysis/apply/api-server.ts';
import {
  causeAt,
  type ApplyOutcome,
  type ApplyStep,
  type Cause,
  type Live,
  type Owner,
} from '../../analysis/apply/apply-step.ts';
import { fieldManagerProblem, utf8Length } from '../../contract/string-format.ts';
import { throwBug } from '../../lint/check-file.ts';
import { causesAgainst } from '../../lint/verdict.ts';
import { rules } from '../../rules/rules.ts';
import { quote } from '../../text/quote.ts';

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
  const found = causesAgainst(object, { rules, minor, onBug: throwBug }, live?.object).filter(
    ({ field }) => !isPlaceholder || !field.startsWith('subsets'),
  );
  const causes = [...ownerCauses(outcome.live.owners, minor), ...found];
  return causes.length > 0 ? { kind: 'rejected', causes } : outcome;
}

/** The owners that a request may bring with it, but no API server stores. */
function ownerCauses(owners: readonly Owner[], minor: number): readonly Cause[] {
  const sorted = [...owners].sort((a, b) => (a.operation === b.operation ? a.order - b.order : 0));
  return sorted.flatMap(({ manager, subresource }, i): Cause[] => {
    const problem = fieldManagerProblem(manager);
    const field = minor === 20 ? 'metadata.fieldManager' : `metadata.managedFields[${i}].manager`;
    const reason = utf8Length(manager) > 128 ? 'FieldValueTooLong' : 'FieldValueInvalid';
    const length = utf8Length(subresource);
    return [
      ...(problem ? [causeAt(field, reason, `${quote(manager)} ${problem}`)] : []),
      ...(length > 256
        ? [causeAt(`metadata.managedFields[${i}].subresource`, 'FieldValueTooLong', `it is ${length} bytes long`)]
        : []),
    ];
  });
}
