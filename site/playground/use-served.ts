/** Asks the server again when the texts or the cursor change. */
import { useEffect, useState } from 'preact/hooks';
import type { Playground } from './playground.ts';

/** In ms: an answer for each keystroke would delay the next one. */
const pause = 120;

/** Undefined until the first answer. An answer that is overtaken is dropped. */
export function useServed<T>(
  playground: Playground,
  ask: () => Promise<T>,
  dependencies: readonly unknown[],
): T | undefined {
  const [answer, setAnswer] = useState<{ readonly value: T } | undefined>(undefined);
  useEffect(() => {
    let timer: number | undefined;
    let last = 0;
    const run = (): void => {
      const own = ++last;
      void ask().then(
        (value) => {
          if (own === last) setAnswer({ value });
        },
        // Overtaken by an edit: the edit asks again.
        (error: unknown) => {
          if (own === last && !isOutdated(error)) throw error;
        },
      );
    };
    const soon = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(run, pause);
    };
    if (playground.isReady) run();
    const end = playground.onChange(soon);
    return () => {
      last = -1;
      window.clearTimeout(timer);
      end();
    };
  }, [playground, ...dependencies]);
  return answer?.value;
}

/** RequestCancelled, ContentModified, ServerCancelled. */
function isOutdated(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === -32800 || code === -32801 || code === -32802;
}
