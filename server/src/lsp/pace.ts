/** Pauses long work on many files, so that requests are answered in between. */
import type { Host } from './host.ts';

/** In ms: work pauses after this time. */
const stretch = 10;

/** Returns a function to call after each step. It returns a promise to await when a pause is due. */
export function pacer(host: Host): () => Promise<void> | undefined {
  let since = host.now();
  const rest = async (): Promise<void> => {
    await new Promise<void>((done) => host.defer(done));
    since = host.now();
  };
  return () => (host.now() - since < stretch ? undefined : rest());
}
