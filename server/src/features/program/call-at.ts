/** Finds the call of a constructor at an offset of a program. */
import { describedIn } from '../service-objects.ts';
import type { LocatedDocument, LocatedResource, View } from '../view.ts';

/** The innermost described object whose call holds the offset of the document; undefined where there is none. */
export function innermostAt(view: View, part: LocatedDocument, at: number): LocatedResource | undefined {
  let found: LocatedResource | undefined;
  for (const each of describedIn(view, part)) {
    const { start, end } = each.resource.span;
    // A call in the arguments of another one starts behind it.
    if (start <= at && at <= end && (!found || start >= found.resource.span.start)) found = each;
  }
  return found;
}
