/** In which orders things can happen that wait for each other only in part. */

/** More than these are not looked at: of many, the one that was written, its reverse and some between. */
const mostOrders = 24;

export interface Orders<T> {
  /** The written one first. */
  readonly orders: readonly (readonly T[])[];
  /** False where more are possible. */
  readonly isComplete: boolean;
}

/** The possible orders; of cycles, each is broken where it was written. */
export function ordersOf<T>(items: readonly T[], isBefore: (a: T, b: T) => boolean): Orders<T> {
  const orders: (readonly T[])[] = [];
  const reverse = sorted(items.toReversed(), isBefore);
  extend([], items, isBefore, orders);
  // The reverse is the last one to be found.
  const isComplete = orders.some((order) => order.every((item, i) => item === reverse[i]));
  return { orders: isComplete ? orders : [...orders.slice(0, mostOrders - 1), reverse], isComplete };
}

function extend<T>(
  done: readonly T[],
  left: readonly T[],
  isBefore: (a: T, b: T) => boolean,
  orders: (readonly T[])[],
): void {
  if (orders.length >= mostOrders) return;
  if (left.length === 0) {
    orders.push(done);
    return;
  }
  for (const item of nextOf(left, isBefore)) {
    extend(
      [...done, item],
      left.filter((each) => each !== item),
      isBefore,
      orders,
    );
  }
}

function nextOf<T>(left: readonly T[], isBefore: (a: T, b: T) => boolean): readonly T[] {
  const free = left.filter((item) => !left.some((other) => other !== item && isBefore(other, item)));
  return free.length > 0 ? free : left.slice(0, 1);
}

function sorted<T>(items: readonly T[], isBefore: (a: T, b: T) => boolean): readonly T[] {
  const done: T[] = [];
  let left = items;
  while (left.length > 0) {
    const next = nextOf(left, isBefore)[0];
    if (next === undefined) break;
    done.push(next);
    left = left.filter((item) => item !== next);
  }
  return done;
}
