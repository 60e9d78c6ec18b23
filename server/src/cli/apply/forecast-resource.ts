/** The forecast for one object of `endpoints apply`, which each report prints. */
import type { Forecast } from '../../analysis/apply/forecast.ts';
import type { FieldConflict } from './conflicts.ts';
import type { ApplyGroup } from './groups.ts';

export interface ForecastResource {
  readonly group: ApplyGroup;
  readonly forecast: Forecast;
  readonly conflicts: readonly FieldConflict[];
  /** The number of applies that the API server rejects in some order. */
  readonly refusals: number;
}
