/** Sums up the answers on several ports of a Service. */
import { counted, listed, quote } from '../../../text/quote.ts';
import { arrivalOfAll, shownService, type Explanation, type PortExplanation, type WhyQuestion } from './explanation.ts';

/** The answer on all ports that are asked for. */
export function summary(
  ports: readonly PortExplanation[],
  question: WhyQuestion,
): Pick<Explanation, 'arrives' | 'answer'> {
  const [only, ...others] = ports;
  if (only && others.length === 0) return { arrives: only.arrives, answer: only.answer };
  const subject = shownService(question);
  const all = arrivalOfAll(ports.map(({ arrives }) => arrives));
  const { address } = question;
  const reached = ports.filter(({ arrives }) => arrives === 'yes' || arrives === 'partly');
  const names = reached.map(portNameOf);
  if (address !== undefined) {
    const arrives = all === 'uncertain' && reached.length > 0 ? 'partly' : all;
    const answer =
      reached.length === 0
        ? all === 'uncertain'
          ? `It is not certain whether ${address} gets traffic of ${subject}.`
          : `${address} gets no traffic of ${subject}.`
        : reached.length === ports.length
          ? `${address} gets traffic of ${allOf(ports)} of ${subject}.`
          : `${address} gets traffic of ${subject} at ${listed(names)} only.`;
    return { arrives, answer };
  }
  const left = ports.filter(({ arrives }) => arrives !== 'yes').map(portNameOf);
  switch (all) {
    case 'yes':
      return { arrives: all, answer: `Traffic arrives at ${allOf(ports)} of ${subject}.` };
    case 'no':
      return {
        arrives: all,
        answer: `No traffic arrives at ${ports.length === 2 ? 'either port' : `any of the ${counted(ports.length, 'port')}`} of ${subject}.`,
      };
    case 'partly':
      return { arrives: all, answer: `Not all traffic arrives at ${subject}: it breaks at ${listed(left)}.` };
    case 'uncertain':
      return { arrives: all, answer: `It is not certain whether traffic arrives at ${listed(left)} of ${subject}.` };
  }
}

function allOf({ length }: readonly PortExplanation[]): string {
  return length === 2 ? 'both ports' : `all ${counted(length, 'port')}`;
}

function portNameOf({ name, number }: PortExplanation): string {
  return name === '' ? `port ${number}` : `port ${quote(name)}`;
}
