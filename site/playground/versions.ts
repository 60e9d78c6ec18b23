/** The Kubernetes versions that can be chosen, the newest first. */
import { newestMinor, oldestMinor } from '../../server/src/contract/version.ts';

export const versions: readonly string[] = Array.from(
  { length: newestMinor - oldestMinor + 1 },
  (_, i) => `1.${newestMinor - i}`,
);

export const newestVersion = versions[0] ?? '';
