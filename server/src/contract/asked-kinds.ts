/**
 * The kinds of objects that rules look up in the workspace: Endpoints, EndpointSlices, Services and the kinds that may create a
 * Service. An object of any other kind matters only where something refers to it.
 */

/** The kinds without their groups. The patch of an object counts as the same kind. */
export const askedKinds = ['Endpoints', 'EndpointSlice', 'Service', 'HelmRelease', 'Application', 'HelmChart'] as const;

const asked: ReadonlySet<string> = new Set(askedKinds.flatMap((kind) => [kind, `${kind}Patch`]));

/** True for one of these kinds, with or without its group. */
export function isAskedKind(kind: string): boolean {
  const dot = kind.indexOf('.');
  return asked.has(dot < 0 ? kind : kind.slice(0, dot));
}
