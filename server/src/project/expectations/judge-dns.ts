/** Compares an expectation on DNS with the simulation of CoreDNS. */
import { assignedAddress } from '../../analysis/dns/model.ts';
import { resolveInPod, type PodResolution } from '../../analysis/dns/search-list.ts';
import type { TrafficWorld } from '../../analysis/traffic/model.ts';
import type { LocateField } from '../../analysis/traffic/report.ts';
import { listed, withoutControls } from '../../text/quote.ts';
import type { DnsExpectation } from './expectation.ts';
import type { Failure } from './judge.ts';

type DnsQuestion = Pick<DnsExpectation, 'name' | 'type'>;

export function askDns(question: DnsQuestion, world: TrafficWorld, locate: LocateField): PodResolution {
  return resolveInPod(world, { ...question, namespace: 'default' }, locate);
}

/** Without the names that lead to addresses, unless they are asked for. */
export function answeredData({ answer }: PodResolution, type: DnsQuestion['type']): readonly string[] {
  return answer.filter((each) => each.type !== 'CNAME' || type === 'CNAME').map(({ data }) => data);
}

/** Empty where the expectation holds. Short names are completed as in a Pod of the namespace `default`. */
export function judgeDns(
  { name, type, answers: expected, span }: DnsExpectation,
  world: TrafficWorld,
  locate: LocateField,
): readonly Failure[] {
  const found = askDns({ name, type }, world, locate);
  const data = answeredData(found, type);
  const why = found.why ?? '';
  if (found.answer.length > 0 && why !== '' && !isAssignment(why))
    return [{ span, message: `The answer is not certain. ${withoutControls(why)}`, related: [] }];
  const missing = expected.value.filter(({ value }) => !data.some((each) => isSame(each, value)));
  const others = data.filter((each) => !expected.value.some(({ value }) => isSame(each, value)));
  const reason = why === '' ? '' : ` ${withoutControls(why)}`;
  return [
    ...missing.map((each) => ({ span: each.span, message: `${each.value} is not answered.${reason}`, related: [] })),
    ...(others.length === 0
      ? []
      : [
          {
            span: expected.span,
            message: `${listed(others)} ${others.length === 1 ? 'is' : 'are'} answered${expected.value.length > 0 ? ' as well' : ''}.`,
            related: [],
          },
        ]),
  ];
}

/** True for the only remark that concerns nothing but an address that the cluster assigns. */
function isAssignment(why: string): boolean {
  return why.startsWith(assignedAddress) && why.endsWith('the cluster assigns it.');
}

/** Names count without the final dot and the case of letters. */
function isSame(one: string, other: string): boolean {
  const bare = (text: string): string => text.replace(/\.$/, '').toLowerCase();
  return bare(one) === bare(other);
}
