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
  const orders = firstOrders(items, isBefore, mostOrders);
  const [reverse = []] = firstOrders(items.toReversed(), isBefore, 1);
  // The reverse is the last one to be found.
  const isComplete = orders.some((order) => order.every((item, i) => item === reverse[i]));
  return { orders: isComplete ? orders : [...orders.slice(0, mostOrders - 1), reverse], isComplete };
}

/** Depth first, with earlier items tried first; not more than `most`. */
function firstOrders<T>(
  items: readonly T[],
  isBefore: (a: T, b: T) => boolean,
  most: number,
): readonly (readonly T[])[] {
  const orders: (readonly T[])[] = [];
  const extend = (done: readonly T[], left: readonly T[]): void => {
    if (orders.length >= most) return;
    if (left.length === 0) orders.push(done);
    for (const item of nextOf(left, isBefore))
      extend(
        [...done, item],
        left.filter((each) => each !== item),
      );
  };
  extend([], items);
  return orders;
}

function nextOf<T>(left: readonly T[], isBefore: (a: T, b: T) => boolean): readonly T[] {
  const free = left.filter((item) => !left.some((other) => other !== item && isBefore(other, item)));
  return free.length > 0 ? free : left.slice(0, 1);
}
