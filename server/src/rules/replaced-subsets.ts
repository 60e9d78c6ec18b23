/** Reports patches that replace subsets, or the endpoints of a slice, with the endpoints before and after. */
import { compareJson, memberOf, type JsonObject } from '../analysis/apply/json-value.ts';
import { clashesOf, forecast, type ForecastStep } from '../analysis/apply/forecast.ts';
import { isEmptyJson } from '../analysis/apply/shape.ts';
import { stored } from '../analysis/apply/stored.ts';
import { firstFew, endpointUnion } from '../analysis/apply/endpoint-words.ts';
import { member } from '../analysis/binding/bind.ts';
import { kindOfType, patchTypeNames } from '../contract/contract.ts';
import { defineRule } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';
import { listed } from '../text/quote.ts';

/** The fields that determine the endpoints. */
const lists = { Endpoints: ['subsets'], EndpointSlice: ['endpoints', 'ports'] } as const;

export const replacedSubsets = defineRule({
  code: 'replaced-subsets',
  summary: 'A patch that sets subsets, or the endpoints of a slice, should contain the whole list.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: patchTypeNames },
  check(resource, { report, binding, around, minor }) {
    const names = lists[kindOfType(resource.type)].filter((name) => member(binding.root, name));
    const list = names[0] === undefined ? undefined : member(binding.root, names[0]);
    const place = list && keyPlace(list);
    const all = place && forecast(around, minor);
    // The endpoints that a controller writes are unknown, and apply-conflict reports a conflict.
    if (!all || all.base?.kind === 'controller' || clashesOf(all).some(({ by }) => by.entry === around.entry)) return;
    const turn = all.runs[0]?.applies.find(({ participant }) => participant.entry === around.entry);
    const change = turn && changeOf(turn, names, minor);
    if (!change) return;
    const { base } = all;
    const related = base && base.participant.entry !== around.entry ? base.participant.entry : undefined;
    const message = `The unpatched ${listed(names)} are here.`;
    report(place, messageOn(change, names), {
      related: related ? [{ entry: related, path: [names[0] ?? ''], message }] : [],
    });
  },
});

interface Change {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Undefined if the endpoints do not change, or may not. */
function changeOf(
  { before, participant, outcome }: ForecastStep,
  names: readonly string[],
  minor: number,
): Change | undefined {
  if (outcome.kind === 'rejected' || !before) return undefined;
  const old = before.object;
  const written = stored(participant.applied.config, minor);
  const now: JsonObject = { ...old, ...Object.fromEntries(names.map((name) => [name, memberOf(written, name) ?? []])) };
  const isChanged = (name: string): boolean =>
    !isEmptyJson(memberOf(old, name)) &&
    compareJson(memberOf(old, name) ?? [], memberOf(now, name) ?? []) === 'different';
  if (!names.some(isChanged)) return undefined;
  const [was, will] = [endpointUnion(old).endpoints, endpointUnion(now).endpoints];
  const isSame = was.length === will.length && was.every((each) => will.includes(each));
  return was.length === 0 || isSame ? undefined : { before: was, after: will };
}

function messageOn({ before, after }: Change, names: readonly string[]): string {
  const count = (list: readonly string[]): string => `${list.length} ${list.length === 1 ? 'endpoint' : 'endpoints'}`;
  const result = after.length === 0 ? 'none after' : `${after.length} after (${firstFew(after)})`;
  return `This patch replaces all ${listed(names)}: ${count(before)} before (${firstFew(before)}), ${result}. List every endpoint that should remain.`;
}
