/** The supported Kubernetes versions, and how to parse them. */
import { listed } from '../text/quote.ts';

export const oldestMinor = 20;
/** The newest version with recorded answers of its API server, and the default. */
export const newestMinor = 36;
/** The newest version that is known by name. It has the rules of `newestMinor` until its answers are recorded. */
export const announcedMinor = 37;

export const announcedText = `Kubernetes 1.${announcedMinor} is checked with the rules of 1.${newestMinor}. New in it: the API server itself resolves Services to EndpointSlices, for example to call a webhook. Its answers are not recorded yet.`;

/** One version, or several: then `minors` has all of them, the oldest first, and `minor` is the newest. */
export interface Versions {
  readonly minor: number;
  readonly minors?: readonly number[] | undefined;
}

export function minorsOf({ minor, minors = [minor] }: Versions): readonly number[] {
  return minors;
}

export function versionName(minor: number): string {
  return `1.${minor}`;
}

/** Reads `1.30`, `v1.30` or `1.30.4`, also a version that is not known yet. Undefined before 1.20 and for other text. */
export function parseVersion(version: string): number | undefined {
  const match = /^v?1\.(\d{1,3})(?:\.\d+)?(?:[-+](?!v?1\.\d).*)?$/.exec(version.trim());
  const minor = Number(match?.[1] ?? 0);
  return minor < oldestMinor ? undefined : minor;
}

/** The version as which a version is read. */
export function knownMinor(minor: number): number {
  return Math.min(minor, announcedMinor);
}

/** Without repetitions, the oldest first. */
export function inOrder(minors: Iterable<number>): readonly number[] {
  return [...new Set(minors)].sort((a, b) => a - b);
}

/** A message with the versions in which it holds; undefined where it holds in all versions of the check. */
export function messageIn(message: string, versions: readonly string[] | undefined): string {
  return versions ? `In Kubernetes ${listed(versions)}: ${message}` : message;
}
