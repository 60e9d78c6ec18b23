/** Checks the managed-by label that a conversion writes to its slices. */
import { sliceControllers } from '../contract/endpoint-slice.ts';
import { labelValueProblem } from '../contract/string-format.ts';

/** The problem with the value, as the end of a sentence that begins with it; undefined if it is valid. */
export function managedByProblem(value: string): string | undefined {
  if (value === '') return 'is not a name. Write the manager of the slices, such as platform-team.';
  // These controllers write slices with this value, and delete those that they did not write.
  if (sliceControllers.some((name) => name === value))
    return 'is a Kubernetes controller, which would change or delete the slices. Write your own name.';
  const problem = labelValueProblem(value);
  return problem === undefined
    ? undefined
    : `is not a valid label value: it ${problem}. Write a name such as platform-team.`;
}
