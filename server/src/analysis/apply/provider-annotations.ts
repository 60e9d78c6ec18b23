/** The annotations that Pulumi's provider reads in a program: they tell how to apply, and what to wait for. */
import type { Steps } from './field-set.ts';
import { isObject, memberOf } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import type { Live } from './step.ts';

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

/** What is sent, without what the object has otherwise from another: that two patches differ in it is taken for no conflict. */
export function withoutDifferingWays(config: JsonObject, live: Live | undefined): JsonObject {
  const annotations = annotationsOf(config);
  const known = annotationsOf(live?.object);
  const isOther = (name: string, value: Json): boolean =>
    isWayToApply(name) && Object.hasOwn(known, name) && known[name] !== value;
  const entries = Object.entries(annotations);
  const kept = entries.filter(([name, value]) => !isOther(name, value));
  const metadata = memberOf(config, 'metadata');
  if (kept.length === entries.length || !isObject(metadata)) return config;
  const { annotations: _, ...rest } = metadata;
  return { ...config, metadata: kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) } };
}

function annotationsOf(object: Json | undefined): JsonObject {
  const annotations = memberOf(memberOf(object, 'metadata'), 'annotations');
  return isObject(annotations) ? annotations : {};
}
