/** A slice that gets another address type, by a patch or by an edit, which it cannot have. */
import { forecast } from '../analysis/apply/forecast.ts';
import { memberOf } from '../analysis/apply/json-value.ts';
import type { Json } from '../analysis/apply/json-value.ts';
import { member, textOf as boundText } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import type { Update } from '../lint/rule.ts';
import { identityChange } from '../lint/update.ts';
import { quote } from '../text/quote.ts';
import { keyOf, resourceOptions } from '../tree/program.ts';

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
    const turns = runs.flatMap((run) => run.applies.filter(({ participant: { entry } }) => entry === around.entry));
    const isRefused = turns.some(
      ({ outcome }) => outcome.kind === 'rejected' && outcome.causes.some(({ field }) => field === 'addressType'),
    );
    if (!isRefused) return;
    const { entry, applied } = base.participant;
    const [now, before] = [textOf(around.entry.facts.applied?.config), textOf(applied.config)];
    const message = `The patch sets the addressType to ${quote(now)}, but the slice has ${quote(before)}, which cannot be changed. Make a slice of its own for ${quote(now)}.`;
    report(written, message, { related: [{ entry, path: ['addressType'], message: 'The slice has it here.' }] });
  },
  checkUpdate(update, { resource, report }) {
    if (resource.type !== 'EndpointSlice' || identityChange(update) || mayBeReplaced(update)) return;
    const written = member(update.now.binding.root, 'addressType');
    const [before, now] = [boundText(member(update.before.binding.root, 'addressType')), boundText(written)];
    if (!written || !before || !now || before === now) return;
    const message = `The slice was committed with the addressType ${quote(before)}, which cannot be changed to ${quote(now)}. Make a slice of its own for ${quote(now)}.`;
    report(written, message);
  },
});

/** Pulumi makes a slice anew where its options ask for that. */
function mayBeReplaced({ now: { resource } }: Update): boolean {
  const options = resourceOptions(resource.envelope);
  return options !== undefined && (options.kind !== 'mapping' || keyOf(options, 'replaceOnChanges') !== undefined);
}

function textOf(object: Json | undefined): string {
  const value = memberOf(object, 'addressType');
  return typeof value === 'string' ? value : '';
}
