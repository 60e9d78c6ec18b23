/** Sentences on what is not known of a plan or a state of Terraform. */
import { counted, grouped, listed } from '../text/quote.ts';
import type { PlanFacts } from '../tree/document.ts';

/** This many resources are named. */
const mostNamed = 3;

export const unmissedText = 'So objects that may be there are not reported as missing.';

/** Empty where all is known. */
export function unknownInPlan(plan: PlanFacts | undefined): readonly string[] {
  const { isErrored = false, unread = [] } = plan ?? {};
  const errored = isErrored ? ['Terraform could not finish this plan (errored).'] : [];
  if (unread.length === 0) return errored;
  const names = unread.slice(0, mostNamed).map(({ address, argument }) => `${address} (${argument})`);
  const more = unread.length - names.length;
  const which = listed(more > 0 ? [...names, `${grouped(more)} more`] : names);
  const are = unread.length === 1 ? 'is' : 'are';
  return [
    ...errored,
    `${counted(unread.length, 'manifest')} ${are} not read, because the text is sensitive or known after the apply: ${which}.`,
  ];
}
