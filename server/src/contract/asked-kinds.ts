/**
 * The kinds of objects that rules ask for of their own accord: those that meet ours, and those that may make a Service.
 * An object of any other kind matters only where something refers to it.
 */

/** Without their groups. A patch of an object is of its kind, too. */
export const askedKinds = ['Endpoints', 'EndpointSlice', 'Service', 'HelmRelease', 'Application', 'HelmChart'] as const;

const asked: ReadonlySet<string> = new Set(askedKinds.flatMap((kind) => [kind, `${kind}Patch`]));

/** True for one of them, with or without its group. */
export function isAskedKind(kind: string): boolean {
  const dot = kind.indexOf('.');
  return asked.has(dot < 0 ? kind : kind.slice(0, dot));
}
