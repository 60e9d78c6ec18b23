/** Lets others have their turn during work on many files. */
import type { Host } from './host.ts';

/** How long work goes on before others get their turn, in ms. */
const stretch = 10;

/** Returns what to await after each step: it goes on at once, until the work has taken a while. */
export function pacer(host: Host): () => Promise<void> | undefined {
  let since = host.now();
  const rest = async (): Promise<void> => {
    await new Promise<void>((done) => host.defer(done));
    since = host.now();
  };
  return () => (host.now() - since < stretch ? undefined : rest());
}
