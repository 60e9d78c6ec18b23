/** Decides whether a name is possible for a Service, whose names may start with a digit in some clusters (KEP-5311). */
import { dnsLabelProblem, serviceNameProblem } from '../contract/string-format.ts';
import type { RelationContext } from './rule.ts';

type Cluster = Pick<RelationContext, 'minor' | 'relaxedServiceNames'>;

/** The first version with the feature gate RelaxedServiceNameValidation, which is off there. */
const firstMinor = 34;
/** The first version that may turn the gate on by itself. It is not verified that it does. */
const unclearMinor = 36;

/** The end of a sentence; undefined for a name that a Service can have, or may have where that is not known. */
export function problemOfServiceName(name: string, cluster: Cluster): string | undefined {
  return mayStartWithDigit(cluster) ? dnsLabelProblem(name) : serviceNameProblem(name);
}

export function mayStartWithDigit({ minor, relaxedServiceNames }: Cluster): boolean {
  if (relaxedServiceNames === undefined) return minor >= unclearMinor;
  return relaxedServiceNames === 'on' && minor >= firstMinor;
}
