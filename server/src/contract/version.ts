/** The supported Kubernetes versions, and how to parse them. */

export const oldestMinor = 20;
export const newestMinor = 36;

/** Reads `1.30`, `v1.30` or `1.30.4`, at most as the newest known version. Undefined before 1.20 and for other text. */
export function parseMinor(version: string): number | undefined {
  const match = /^v?1\.(\d{1,3})(?:\.\d+)?(?:[-+].*)?$/.exec(version.trim());
  if (!match) return undefined;
  const minor = Number(match[1]);
  return minor < oldestMinor ? undefined : Math.min(minor, newestMinor);
}
