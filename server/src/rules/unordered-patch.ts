/** A patch that may be applied before what it needs, or in an order on which the result depends. */
import { applySettingsOf } from '../analysis/facts/apply-settings.ts';
import { forecast, isBefore } from '../analysis/apply/forecast.ts';
import type { Forecast } from '../analysis/apply/forecast.ts';
import type { Participant } from '../analysis/apply/gathering.ts';
import { memberOf } from '../analysis/apply/json-value.ts';
import { isProviderField } from '../analysis/apply/provider-annotations.ts';
import { kindOf } from '../analysis/apply/shape.ts';
import { roleOf } from '../analysis/apply/apply-words.ts';
import { fieldsDecidedByOrder } from '../analysis/apply/what-if.ts';
import { patchTypeNames } from '../contract/contract.ts';
import { fieldsText, participantOf } from '../lint/applies.ts';
import { waitFor } from '../lint/option-fix.ts';
import { titleOf } from '../lint/partner.ts';
import type { RelationContext } from '../lint/rule.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';
import type { Document, Resource } from '../tree/document.ts';
import { keyOf, resourceOptions } from '../tree/program.ts';

export const unorderedPatch = defineRule({
  code: 'unordered-patch',
  summary: 'A patch should wait for the resource that it patches.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: patchTypeNames },
  check(resource, context) {
    const { around, minor } = context;
    const all = forecast(around, minor);
    const self = all && participantOf(all, around.entry);
    if (!all || !self) return;
    const isEarly = checkResource(resource, self, all, context);
    for (const other of all.patches) if (other !== self) checkRival(resource, { self, other, all, isEarly }, context);
  },
});

/** True where the patch may come before the resource, which is reported. */
function checkResource(
  resource: Resource,
  self: Participant,
  { base }: Forecast,
  { report, binding, document }: RelationContext,
): boolean {
  const maker = base?.kind === 'resource' ? base.participant : undefined;
  if (!maker || !isOneProgram(self, maker) || isBefore(maker, self) || isUpserted(maker, document)) return false;
  const title = titleOf(maker.entry);
  const [patch, made] = [roleOf(self), roleOf(maker)];
  const isLate = isBefore(self, maker);
  const { logicalName } = maker.applied;
  // Without its address type the server makes no slice.
  const isPart = kindOf(self.applied.config) === 'EndpointSlice' && !memberOf(self.applied.config, 'addressType');
  const end = isPart
    ? `creates the ${title} without an addressType, which the server refuses`
    : `creates the ${title} itself, and creating the resource then fails, because it exists`;
  const message = isLate
    ? `The ${made} waits for this patch, which so ${end}. Turn the order around.`
    : `Nothing makes ${patch} wait for ${made}: if it is applied first, it ${end}. Add dependsOn, or take the name from \${${logicalName}.metadata.name}.`;
  report(nameNode(binding) ?? { span: resource.head }, message, {
    related: [{ entry: maker.entry, path: ['metadata', 'name'], message: 'The resource is here.' }],
    fix: isLate ? undefined : waitFor(resource, logicalName),
  });
  return true;
}

/** Between programs there is no order to speak of. */
function isOneProgram(a: Participant, b: Participant): boolean {
  return a.entry.uri === b.entry.uri;
}

/** True where the object may be there already: it is taken over, or the provider is told to change what exists. */
function isUpserted({ entry }: Participant, document: Document): boolean {
  const resource = document.resources[entry.ordinal];
  const options = resourceOptions(resource?.envelope);
  if (!resource || options?.kind === 'opaque' || (options?.kind === 'mapping' && keyOf(options, 'import'))) return true;
  return applySettingsOf(resource, document).upserting !== 'no';
}

interface Rivals {
  readonly self: Participant;
  readonly other: Participant;
  readonly all: Forecast;
  readonly isEarly: boolean;
}

function checkRival(
  resource: Resource,
  { self, other, all, isEarly }: Rivals,
  { report, binding }: RelationContext,
): void {
  if (!isOneProgram(self, other) || isBefore(self, other) || isBefore(other, self)) return;
  const fields = fieldsDecidedByOrder(all, self, other).filter((steps) => !isProviderField(steps));
  if (fields.length === 0) return;
  const message = `The order of ${roleOf(self)} and ${roleOf(other)} is free, and the last one decides on ${fieldsText(fields)}. Let one wait for the other with dependsOn.`;
  // Only one of the two can wait. It is the one that is written last.
  const isLast = other.entry.ordinal < self.entry.ordinal && !isEarly;
  report(nameNode(binding) ?? { span: resource.head }, message, {
    related: [{ entry: other.entry, path: ['metadata', 'name'], message: 'The other patch is here.' }],
    fix: isLast ? waitFor(resource, other.applied.logicalName) : undefined,
  });
}
