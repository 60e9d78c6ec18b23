/** Finds what Argo CD and Flux write into a kustomization before it is built. */
import type { DeliveredFolder } from '../analysis/workspace/deliveries.ts';
import type { BuildRoot } from '../analysis/workspace/build-roots.ts';
import type { KustomizeEngine } from '../kustomize/engine.ts';
import type { BuildOverrides } from '../tree/built.ts';

/** Undefined where a part of it is not known. */
export function overridesOf(
  { delivery, generated }: BuildRoot,
  textAt: (path: string) => string | undefined,
  { overridesIn }: Pick<KustomizeEngine, 'overridesIn'>,
): BuildOverrides | undefined {
  if (!delivery) return {};
  const { prefix, suffix, namespace, isPatching, isLabeling, tool } = delivery;
  if (prefix + suffix + namespace === '' && !isPatching && !isLabeling) return { isUnrestricted: tool === 'flux' };
  const file = delivererPath(delivery);
  const text = delivery.isSure ? textAt(file) : undefined;
  const overrides = text === undefined ? undefined : overridesIn(file, text, delivery);
  return overrides && generated !== undefined ? { ...overrides, generated } : overrides;
}

/** The plain path of the file with the object that delivers the folder. */
export function delivererPath({ by }: Pick<DeliveredFolder, 'by'>): string {
  return by.slice(0, by.lastIndexOf(' '));
}
