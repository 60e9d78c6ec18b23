/** The annotations that Pulumi's Kubernetes provider reads: how to apply, and what to wait for. */
import type { Steps } from './field-set.ts';

/** The provider's own prefix, and the neutral one of the specification. */
export const providerPrefixes = ['pulumi.com/', 'x-provider/'] as const;

export function isProviderAnnotation(name: string): boolean {
  return providerPrefixes.some((prefix) => name.startsWith(prefix));
}

/** True for the field of a provider annotation. Its absence in the cluster has no effect. */
export function isProviderField(steps: Steps): boolean {
  const [, second, third = ''] = steps;
  return second === 'f:annotations' && isProviderAnnotation(third.slice(2));
}

/** True for the fields of `patchForce` and `patchFieldManager`. */
export function isApplyOptionField(steps: Steps): boolean {
  return isProviderField(steps) && /\/patch(Force|FieldManager)$/.test(steps[2] ?? '');
}
