/** How many random texts the property tests try: the usual number, or PROPERTY_RUNS times as many, as a nightly run may. */

const factor = Number(process.env['PROPERTY_RUNS'] ?? 1);
if (!Number.isInteger(factor) || factor < 1) throw new Error('PROPERTY_RUNS must be a whole number from 1 on.');

export function times(runs: number): number {
  return runs * factor;
}
