/** What the traffic policies of a Service mean for its clients. */
import type { ProxiedPort } from './proxy.ts';

/** Pods and nodes are inside; what comes through a node port, a load balancer or an external IP is outside. */
export const trafficSides = ['inside', 'outside'] as const;

export type TrafficSide = (typeof trafficSides)[number];

/** The list that the policy for clients of this side chooses. Empty where they do not reach the port. */
export function listFor({ service, cluster, local, isExternal }: ProxiedPort, side: TrafficSide): readonly string[] {
  if (side === 'outside' && !isExternal) return [];
  return isLocalFor(service, side) ? local : cluster;
}

interface Policies {
  readonly internalPolicy: string;
  readonly externalPolicy: string;
}

export function isLocalFor({ internalPolicy, externalPolicy }: Policies, side: TrafficSide): boolean {
  return (side === 'inside' ? internalPolicy : externalPolicy) === 'Local';
}

/** True where the node of an endpoint may decide. */
export function hasLocalPolicy(service: Policies): boolean {
  return trafficSides.some((side) => isLocalFor(service, side));
}
