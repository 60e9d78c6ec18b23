/** The kinds that rules look up in the workspace. An object of any other kind matters only where one refers to it. */

/** The kinds without their groups. The patch of an object counts as the same kind. */
export const askedKinds = [
  'Endpoints',
  'EndpointSlice',
  'Service',
  'HelmRelease',
  'Application',
  'ApplicationSet',
  'Kustomization',
  'HelmChart',
] as const;

const asked: ReadonlySet<string> = new Set(askedKinds.flatMap((kind) => [kind, `${kind}Patch`]));

export function isAskedKind(kind: string): boolean {
  const dot = kind.indexOf('.');
  return asked.has(dot < 0 ? kind : kind.slice(0, dot));
}
