/** The one state that a picture shows for several, such as those of an object at its ports. */
import type { Flow } from './picture.ts';

/** `idle` for none. */
export function bestOf(flows: readonly Flow[]): Flow {
  return (['used', 'broken', 'unknown'] as const).find((flow) => flows.includes(flow)) ?? 'idle';
}
