/** A patch that gives a slice another address type, which it cannot have. */
import { forecast } from '../analysis/apply/forecast.ts';
import { memberOf } from '../analysis/apply/json.ts';
import type { Json } from '../analysis/apply/json.ts';
import { member } from '../analysis/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const changedAddressType = defineRule({
  code: 'changed-address-type',
  summary: 'The address type of a slice cannot be changed.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: { relationsOf: ['EndpointSlicePatch'] },
  check(_resource, { report, binding, around, minor }) {
    const written = member(binding.root, 'addressType');
    const all = written && forecast(around, minor);
    if (!written || !all?.base || all.base.kind === 'controller') return;
    const { base, runs } = all;
    const turns = runs.flatMap((run) => run.turns.filter(({ participant: { entry } }) => entry === around.entry));
    const isRefused = turns.some(
      ({ outcome }) => outcome.kind === 'rejected' && outcome.causes.some(({ field }) => field === 'addressType'),
    );
    if (!isRefused) return;
    const { entry, applied } = base.participant;
    const [now, before] = [textOf(around.entry.facts.applied?.config), textOf(applied.config)];
    const message = `The patch sets the addressType to ${quote(now)}, but the slice has ${quote(before)}, which cannot be changed. Make a slice of its own for ${quote(now)}.`;
    report(written, message, { related: [{ entry, path: ['addressType'], message: 'The slice has it here.' }] });
  },
});

function textOf(object: Json | undefined): string {
  const value = memberOf(object, 'addressType');
  return typeof value === 'string' ? value : '';
}
