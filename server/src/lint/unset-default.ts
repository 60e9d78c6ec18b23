/** Recognizes a default that the user of a chart or a module must replace. */
import type { Scalar } from '../tree/value.ts';

const placeholder =
  /^(?:<.*>|\[.*\]|.*(?:change|replace)[-_ ]?me.*|todo.*|fixme.*|your[-_ ].*|x{3,}.*|.*x\.x.*|(?:.*\.)?example(?:\..*)?)$/i;

export function isUnset({ value }: Scalar): boolean {
  return value === null || value === '' || (typeof value === 'string' && placeholder.test(value));
}
