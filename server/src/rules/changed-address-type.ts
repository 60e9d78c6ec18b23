/** Reports a patch or an edit that changes the address type of an EndpointSlice, which is immutable. */
import { forecast } from '../analysis/apply/forecast.ts';
import { memberOf, type Json } from '../analysis/apply/json-value.ts';
import { member, textOf as boundText } from '../analysis/binding/bind.ts';
import { defineRule, type Update } from '../lint/rule.ts';
import { identityChange } from '../lint/update.ts';
import { quote } from '../text/quote.ts';
import { keyOf, resourceOptions } from '../tree/program.ts';

export const changedAddressType = defineRule({
  code: 'changed-address-type',
  summary: 'The address type of an EndpointSlice must not change.',
  enforcedBy: 'server',
  on: { relationsOf: ['EndpointSlicePatch'] },
  check(_resource, { report, binding, around, minor }) {
    const written = member(binding.root, 'addressType');
    const all = written && forecast(around, minor);
    if (!written || !all?.base || all.base.kind === 'controller') return;
    const { base, runs } = all;
    const turns = runs.flatMap((run) => run.applies.filter(({ participant: { entry } }) => entry === around.entry));
    const isRejected = turns.some(
      ({ outcome }) => outcome.kind === 'rejected' && outcome.causes.some(({ field }) => field === 'addressType'),
    );
    if (!isRejected) return;
    const { entry, applied } = base.participant;
    const [now, before] = [textOf(around.entry.facts.applied?.config), textOf(applied.config)];
    const message = `This patch sets the addressType to ${quote(now)}, but the EndpointSlice has ${quote(before)}, and its addressType cannot change. Create a separate EndpointSlice for ${quote(now)}.`;
    report(written, message, {
      related: [{ entry, path: ['addressType'], message: 'The EndpointSlice sets its addressType here.' }],
    });
  },
  checkUpdate(update, { resource, report }) {
    if (resource.type !== 'EndpointSlice' || identityChange(update) || mayBeReplaced(update)) return;
    const written = member(update.now.binding.root, 'addressType');
    const [before, now] = [boundText(member(update.before.binding.root, 'addressType')), boundText(written)];
    if (!written || !before || !now || before === now) return;
    const message = `The committed EndpointSlice has the addressType ${quote(before)}, which cannot change to ${quote(now)}. Create a separate EndpointSlice for ${quote(now)}.`;
    report(written, message);
  },
});

/** True where the option `replaceOnChanges` may make Pulumi replace the slice, and in blocks of Terraform, which always replaces it. */
function mayBeReplaced({ now: { resource } }: Update): boolean {
  if (resource.terraform) return !resource.terraform.isManifest;
  const options = resourceOptions(resource.envelope);
  return options !== undefined && (options.kind !== 'mapping' || keyOf(options, 'replaceOnChanges') !== undefined);
}

function textOf(object: Json | undefined): string {
  const value = memberOf(object, 'addressType');
  return typeof value === 'string' ? value : '';
}
