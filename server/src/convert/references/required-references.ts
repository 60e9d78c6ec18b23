/** Finds what needs a converted object as Endpoints, for conversions that could not search all texts before. */
import { isRequired, requirementsIn } from '../required-endpoints.ts';
import type { FindReferences } from './converted-objects.ts';

export const requiredReferences: FindReferences = (text, { outcomes, to }) => {
  if (to.kind !== 'EndpointSlice') return [];
  return requirementsIn(text).flatMap((requirement) => {
    const objects = outcomes.filter((outcome) => isRequired(outcome, requirement));
    if (objects.length === 0) return [];
    const { span, reason } = requirement;
    return [{ span, message: `Keep the Endpoints: ${reason}`, reading: { certainty: 'certain', objects } }];
  });
};
