/** Finds Service ports that have another name than before, and keep their number and their addresses. */
import type { IpFamily } from '../../contract/ip.ts';
import type { OfferedPort } from './model.ts';
import {
  addressesFrom,
  answerIn,
  isKnownAnswer,
  isOfPods,
  portKey,
  type StatePair,
  type ComparedPort,
} from './port-answers.ts';
import { trafficSides } from './policies.ts';

export interface RenamedPort extends Renaming {
  /** From all viewpoints, sorted. */
  readonly addresses: readonly string[];
  readonly isCertain: boolean;
}

/** Without the ports that lose or gain an address from some viewpoint. */
export function renamedPorts(
  question: Pick<ComparedPort, 'pair' | 'service' | 'asked'>,
  families: readonly (IpFamily | null)[],
): readonly RenamedPort[] {
  return renamings(question.pair).flatMap(({ from, to }) => {
    const answers = families.flatMap((family) =>
      question.asked.viewpoints.map((viewpoint) => [
        answerIn({ ...question, family, port: from }, 'before', viewpoint),
        answerIn({ ...question, family, port: to }, 'after', viewpoint),
      ]),
    );
    const lists = answers.flatMap((states) =>
      trafficSides.map((side) => states.map((each) => addressesFrom(each, side, question))),
    );
    if (lists.some(([before, after]) => before?.join() !== after?.join())) return [];
    const isCertain = answers.flat().every(isKnownAnswer) && !isOfPods(question.pair.after);
    return [{ from, to, addresses: [...new Set(lists.flat(2))].sort(), isCertain }];
  });
}

interface Renaming {
  readonly from: OfferedPort;
  readonly to: OfferedPort;
}

/** The ports that have another name under the same number. */
function renamings({ before, after }: StatePair): readonly Renaming[] {
  const [old, now] = [before, after].map((world) => world?.service.ports ?? []);
  const isIn = (ports: readonly OfferedPort[] = [], port: OfferedPort): boolean =>
    ports.some((each) => portKey(each) === portKey(port));
  return (now ?? []).flatMap((to) => {
    if (to.number === 0 || isIn(old, to)) return [];
    const from = old?.find((each) => each.number === to.number && each.protocol === to.protocol && !isIn(now, each));
    return from ? [{ from, to }] : [];
  });
}
