/** Reads `versions.json`, which the root of a deployment may have: `[{"version": "0.1.0", "path": "v0.1.0/"}]`. */

export interface OtherVersion {
  readonly version: string;
  /** The address of its site. */
  readonly url: string;
}

/** A version's own site is in a folder of its name, `/docs/v0.1.0/`, and the root is above it. Any other base is the root. */
export function rootOf(base: string, version: string): string {
  const own = `/v${version}/`;
  return base.endsWith(own) ? base.slice(0, 1 - own.length) : base;
}

/** The versions that the list names, newest first. An address outside of the deployment is left out. */
export function readVersionList(list: unknown, root: URL): readonly OtherVersion[] {
  if (!Array.isArray(list)) return [];
  const found = list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('version' in entry) || !('path' in entry)) return [];
    const { version, path } = entry;
    if (typeof version !== 'string' || typeof path !== 'string' || !URL.canParse(path, root)) return [];
    const url = new URL(path, root);
    return url.origin === root.origin && url.pathname.startsWith(root.pathname) ? [{ version, url: url.href }] : [];
  });
  return found.sort((a, b) => compareVersions(b.version, a.version));
}

/** Negative if `a` is older. `1.0.0-rc.1` is older than `1.0.0`. */
export function compareVersions(a: string, b: string): number {
  const [mainOfA = '', ...restOfA] = a.split('-');
  const [mainOfB = '', ...restOfB] = b.split('-');
  const compare = (x: string, y: string): number => x.localeCompare(y, 'en', { numeric: true });
  const isFinal = Number(restOfA.length === 0) - Number(restOfB.length === 0);
  return compare(mainOfA, mainOfB) || isFinal || compare(restOfA.join('-'), restOfB.join('-'));
}

/** The newest version, if it is newer than `version` and no release candidate. */
export function newerThan(version: string, versions: readonly OtherVersion[]): OtherVersion | undefined {
  const newest = versions.find((each) => !each.version.includes('-'));
  return newest && compareVersions(newest.version, version) > 0 ? newest : undefined;
}
