/** Who looks after slices that are not made by the control plane: what the label says that a conversion writes. */
import { sliceControllers } from '../contract/endpoint-slice.ts';
import { labelValueProblem } from '../contract/string-format.ts';

/** Why the label cannot say so, as the end of a sentence that begins with the value; undefined where it can. */
export function managedByProblem(value: string): string | undefined {
  if (value === '') return 'names nobody. Write who looks after the slices, such as platform-team.';
  // They write slices of this value themselves, and delete what they did not write.
  if (sliceControllers.some((name) => name === value))
    return 'is a controller of the control plane, which would change or delete the slices. Write a name of your own.';
  const problem = labelValueProblem(value);
  return problem === undefined
    ? undefined
    : `is no value of a label: it ${problem}. Write a name such as platform-team.`;
}
