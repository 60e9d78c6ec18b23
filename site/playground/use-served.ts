/** Asks the server again when the texts or the cursor change. */
import { useEffect, useState } from 'preact/hooks';
import type { Gestures } from './gestures.tsx';
import type { ChangeKind } from './playground.ts';
import { errorWords, isOutdated } from './server-requests.ts';

/** In ms: an answer for each keystroke would delay the next one. */
const pause = 120;

/** Undefined until the first answer, and after an error, which is said. An answer that is overtaken is dropped. */
export function useServed<T>(
  { playground, say }: Gestures,
  ask: () => Promise<T>,
  dependencies: readonly unknown[],
  isAffected: (kind: ChangeKind) => boolean = () => true,
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
          if (own !== last || isOutdated(error)) return;
          setAnswer(undefined);
          say(errorWords(error));
        },
      );
    };
    const soon = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(run, pause);
    };
    if (playground.isReady) run();
    const end = playground.onChange((kind) => isAffected(kind) && soon());
    return () => {
      last = -1;
      window.clearTimeout(timer);
      end();
    };
  }, [playground, ...dependencies]);
  return answer?.value;
}
