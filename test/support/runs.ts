/** How many random texts the property tests try: with PROPERTY_RUNS=1 the given number, with 3 three times as many. */

/** What a run before each commit has time for. */
const usual = 0.25;

const factor = Number(process.env['PROPERTY_RUNS'] ?? usual);
if (!(factor > 0)) throw new Error('PROPERTY_RUNS must be a number above 0.');

export function times(runs: number): number {
  return Math.ceil(runs * factor);
}
