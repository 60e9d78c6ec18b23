/** A seeded random source for generators. Equal seeds give equal texts on all platforms. */

export interface Random {
  /** A whole number from 0 to below `limit`. */
  (limit: number): number;
}

export function randomFrom(seed: number): Random {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e37_79b9) >>> 0;
  return (limit) => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  const chosen = choices[random(choices.length)];
  if (chosen === undefined) throw new Error('Nothing to choose from.');
  return chosen;
}

/** True once in `odds` times. */
export function rarely(random: Random, odds: number): boolean {
  return odds < Infinity && random(odds) === 0;
}

export function list<T>(random: Random, most: number, item: (i: number) => T): T[] {
  return Array.from({ length: random(most + 1) }, (_, i) => item(i));
}
