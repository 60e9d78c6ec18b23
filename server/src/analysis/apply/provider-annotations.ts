/** The annotations that Pulumi's provider reads in a program: they tell how to apply, and what to wait for. */
import type { Steps } from './field-set.ts';

/** The provider's own prefix, and the neutral one of the specification. */
export const providerPrefixes = ['pulumi.com/', 'x-provider/'] as const;

export function isProviderAnnotation(name: string): boolean {
  return providerPrefixes.some((prefix) => name.startsWith(prefix));
}

/** True for such an annotation as a field; in the cluster nobody misses it. */
export function isForProvider(steps: Steps): boolean {
  const [, second, third = ''] = steps;
  return second === 'f:annotations' && isProviderAnnotation(third.slice(2));
}

/** True for the annotations on how to apply, `patchForce` and `patchFieldManager`, as a field. */
export function isOnApplying(steps: Steps): boolean {
  return isForProvider(steps) && isWayToApply(steps[2]?.slice(2) ?? '');
}

function isWayToApply(name: string): boolean {
  return isProviderAnnotation(name) && /\/patch(Force|FieldManager)$/.test(name);
}
