/** A patch that sets subsets replaces the whole list: what is served before, and after. */
import { compareJson, memberOf } from '../analysis/apply/json.ts';
import type { Json } from '../analysis/apply/json.ts';
import { clashesOf, forecast } from '../analysis/apply/forecast.ts';
import type { Turn } from '../analysis/apply/forecast.ts';
import { stored } from '../analysis/apply/stored.ts';
import { someOf, unionOf } from '../analysis/apply/endpoint-words.ts';
import { member } from '../analysis/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';

export const replacedSubsets = defineRule({
  code: 'replaced-subsets',
  summary: 'A patch that sets subsets replaces the whole list.',
  enforcedBy: 'advice',
  severity: 'info',
  since: '0.1.0',
  on: { relationsOf: ['EndpointsPatch'] },
  check(_resource, { report, binding, around, minor }) {
    const subsets = member(binding.root, 'subsets');
    const place = subsets && keyPlace(subsets);
    const all = place && forecast(around, minor);
    // The Pods that a controller serves are not known here, and a conflict is told by itself.
    if (!all || all.base?.kind === 'controller' || clashesOf(all).some(({ by }) => by.entry === around.entry)) return;
    const turn = all.runs[0]?.turns.find(({ participant }) => participant.entry === around.entry);
    const change = turn && changeOf(turn, minor);
    if (!change) return;
    const { base } = all;
    const related = base && base.participant.entry !== around.entry ? base.participant.entry : undefined;
    report(place, messageOn(change), {
      related: related
        ? [{ entry: related, path: ['subsets'], message: 'The subsets before any patch are here.' }]
        : [],
    });
  },
});

interface Change {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Undefined where nothing changes, or it is not known whether it does. */
function changeOf({ before, participant, outcome }: Turn, minor: number): Change | undefined {
  if (outcome.kind === 'rejected') return undefined;
  const old = memberOf(before?.object, 'subsets');
  const written: Json = memberOf(stored(participant.applied.config, minor), 'subsets') ?? [];
  if (old === undefined || compareJson(old, written) !== 'different') return undefined;
  const [was, will] = [unionOf(old).endpoints, unionOf(written).endpoints];
  const isSame = was.length === will.length && was.every((each) => will.includes(each));
  return was.length === 0 || isSame ? undefined : { before: was, after: will };
}

function messageOn({ before, after }: Change): string {
  const count = (list: readonly string[]): string => `${list.length} ${list.length === 1 ? 'endpoint' : 'endpoints'}`;
  const will = after.length === 0 ? 'none after' : `${after.length} after (${someOf(after)})`;
  return `This patch replaces all subsets: ${count(before)} before (${someOf(before)}), ${will}. List here whatever is to stay.`;
}
