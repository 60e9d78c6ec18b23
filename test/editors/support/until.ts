/** Polls the state of an editor until a deadline. */
import { setTimeout as wait } from 'node:timers/promises';

export interface UntilOptions {
  /** In ms. */
  readonly within?: number;
  readonly every?: number;
  /** Describes the state for the message of a timeout. */
  readonly show?: () => unknown;
}

/** The first answer that is not false, undefined or null. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  { within = 15_000, every = 50, show }: UntilOptions = {},
): Promise<Exclude<T, undefined | null | false>> {
  const end = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) {
      return answer as Exclude<T, undefined | null | false>;
    }
    if (Date.now() > end) {
      const state = show ? `; instead: ${JSON.stringify(await show(), undefined, 1)}` : '';
      throw new Error(`not within ${within} ms: ${what}${state}`);
    }
    await wait(every);
  }
}
