/** Enumerates the possible orders of partially ordered items. */

/** Past this number, the written order, its reverse and some between are tried. */
const mostOrders = 24;

interface Orders<T> {
  /** In the written order first. */
  readonly orders: readonly (readonly T[])[];
  /** False where more orders are possible. */
  readonly isComplete: boolean;
}

/** The possible orders. A cycle is broken at its first item. */
export function ordersOf<T>(items: readonly T[], isBefore: (a: T, b: T) => boolean): Orders<T> {
  const orders = firstOrders(items, isBefore, mostOrders);
  const [reverse = []] = firstOrders(items.toReversed(), isBefore, 1);
  // The reverse is found last.
  const isComplete = orders.some((order) => order.every((item, i) => item === reverse[i]));
  return { orders: isComplete ? orders : [...orders.slice(0, mostOrders - 1), reverse], isComplete };
}

/** At most `most` orders, depth first, earlier items first. */
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
