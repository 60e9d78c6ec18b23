/** Refuses paths beside `--build`. */
import { UsageError } from '../usage.ts';

/** Throws a UsageError where paths are beside --build. */
export function refuseBeside(root: string | undefined, [path]: readonly string[]): void {
  if (root === undefined || path === undefined) return;
  throw new UsageError(`--build takes the place of files. Remove ${path}, or add it to the kustomization.`);
}
