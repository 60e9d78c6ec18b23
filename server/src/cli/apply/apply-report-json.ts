/** Prints a forecast as one JSON object, documented in docs/cli/apply.md. */
import { plainJson, type JsonObject } from '../../analysis/apply/json-value.ts';
import { stepOf, type Forecast, type ForecastStep } from '../../analysis/apply/forecast.ts';
import { ownedParts } from '../../analysis/apply/owners.ts';
import { fieldText, fieldsOf } from '../../analysis/apply/field-set.ts';
import type { Live } from '../../analysis/apply/apply-step.ts';
import { dependsOnOrder } from '../../analysis/apply/apply-listing.ts';
import { pathText } from '../../tree/path.ts';
import type { ForecastResource } from './forecast-resource.ts';
import { placeJson, type Places } from '../object-places.ts';
import { conflictsJson, ownerJson, rejectedJson, resultJson } from './outcome-json.ts';
import { jsonText } from '../terminal.ts';

export function applyJson(resources: readonly ForecastResource[], places: Places): string {
  return jsonText({ resources: resources.map((each) => resourceJson(each, places)) });
}

function resourceJson(
  { group: { kind, namespace, name }, forecast, conflicts }: ForecastResource,
  places: Places,
): unknown {
  const [first] = forecast.runs;
  const after = first?.after ?? forecast.start;
  return {
    resource: { kind, namespace, name },
    steps: (first?.applies ?? []).map((turn) => stepJson(turn, places)),
    orders: {
      count: forecast.runs.length,
      isComplete: forecast.hasAllOrders,
      isDecisive: dependsOnOrder(forecast),
    },
    result: after ? plainJson(resultJson(after)) : null,
    owners: after ? ownersJson(after, forecast) : [],
    conflicts: conflicts.map(({ path, between }) => ({ path, between: between.map(placeJson) })),
  };
}

function stepJson({ participant, outcome }: ForecastStep, places: Places): unknown {
  const { operation, manager, force } = stepOf(participant);
  const step = { place: placeJson(places.of(participant.entry)), operation, manager, force };
  if (outcome.kind === 'conflicts') return { ...step, result: 'conflict', conflicts: conflictsJson(outcome.conflicts) };
  if (outcome.kind === 'rejected')
    return {
      ...step,
      result: 'rejected',
      rejected: plainJson(rejectedJson(outcome.causes, participant.applied.config)),
    };
  const taken = outcome.lost.flatMap((owner) =>
    fieldsOf(owner.fields).map((steps): JsonObject => ({ field: fieldText(steps), ...ownerJson(owner) })),
  );
  return { ...step, result: 'applied', ...(taken.length > 0 ? { taken } : {}) };
}

function ownersJson(live: Live, { minor }: Forecast): unknown {
  return ownedParts(live, minor).flatMap(({ path, owners }) =>
    owners.length > 0 ? [{ path: pathText(path), managers: [...new Set(owners.map(({ manager }) => manager))] }] : [],
  );
}
