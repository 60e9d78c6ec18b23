/** Which Kubernetes versions are told apart, and how they are written. */

export const oldestMinor = 20;
export const newestMinor = 36;

/**
 * The minor number of a Kubernetes version written `1.30`, `v1.30` or `1.30.4`; newer ones than are known count as
 * the newest. Undefined for anything else, and for versions before 1.20.
 */
export function parseMinor(version: string): number | undefined {
  const match = /^v?1\.(\d{1,3})(?:\.\d+)?(?:[-+].*)?$/.exec(version.trim());
  if (!match) return undefined;
  const minor = Number(match[1]);
  return minor < oldestMinor ? undefined : Math.min(minor, newestMinor);
}
