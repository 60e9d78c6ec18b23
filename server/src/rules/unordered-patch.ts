/** Reports patches that may be applied before their resource, or in an undefined order that changes the result. */
import { applySettingsOf } from '../analysis/facts/apply-settings.ts';
import { forecast, isBefore, type Forecast } from '../analysis/apply/forecast.ts';
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
import { defineRule, type RelationContext } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';
import type { Document, Resource } from '../tree/document.ts';
import { keyOf, resourceOptions } from '../tree/program.ts';
import type { Fix } from '../tree/tree-edit.ts';

export const unorderedPatch = defineRule({
  code: 'unordered-patch',
  summary: 'A patch should wait for the resource that it patches.',
  enforcedBy: 'advice',
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

/** Reports a patch that may be applied before its resource, and returns true if it may. */
function checkResource(
  resource: Resource,
  self: Participant,
  { base }: Forecast,
  { report, binding, document }: RelationContext,
): boolean {
  const maker = base?.kind === 'resource' ? base.participant : undefined;
  if (!maker || !haveKnownOrder(self, maker) || isBefore(maker, self) || isUpserted(maker, document)) return false;
  const title = titleOf(maker.entry);
  const [patch, made] = [roleOf(self), roleOf(maker)];
  const isLate = isBefore(self, maker);
  const { logicalName } = maker.applied;
  // The API server rejects a slice without its address type.
  const isPart = kindOf(self.applied.config) === 'EndpointSlice' && !memberOf(self.applied.config, 'addressType');
  const end = isPart
    ? `creates the ${title} without an addressType, which the API server rejects`
    : `creates the ${title}, and creating the resource fails`;
  const readName = document.language
    ? 'take its name from that resource'
    : `use \${${logicalName}.metadata.name} as its name`;
  const message = isLate
    ? `The ${made} waits for this patch, so the patch ${end}. Reverse the order.`
    : `The ${patch} does not wait for the ${made}. If it is applied first, it ${end}. Add dependsOn, or ${readName}.`;
  report(objectPlace(binding, resource), message, {
    related: [{ entry: maker.entry, path: ['metadata', 'name'], message: 'The resource is here.' }],
    fix: isLate ? undefined : fixFor(resource, maker, document),
  });
  return true;
}

function fixFor(resource: Resource, { entry }: Participant, document: Document): Fix | undefined {
  const other = document.resources[entry.ordinal];
  return other && waitFor(resource, other, document);
}

/** Only resources of the same program have an order, and it is known only where all that they wait for is known. */
function haveKnownOrder(a: Participant, b: Participant): boolean {
  return a.entry.uri === b.entry.uri && !a.applied.mayWait && !b.applied.mayWait;
}

/** True if the object may already exist: it is imported, or the provider upserts existing objects. */
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
  { report, binding, document }: RelationContext,
): void {
  if (!haveKnownOrder(self, other) || isBefore(self, other) || isBefore(other, self)) return;
  const fields = fieldsDecidedByOrder(all, self, other).filter((steps) => !isProviderField(steps));
  if (fields.length === 0) return;
  const message = `The order of ${roleOf(self)} and ${roleOf(other)} is undefined, and the last one sets ${fieldsText(fields)}. Add dependsOn to one of them.`;
  // Only one of the two can wait: the later one in the text gets the fix.
  const isLast = other.entry.ordinal < self.entry.ordinal && !isEarly;
  report(objectPlace(binding, resource), message, {
    related: [{ entry: other.entry, path: ['metadata', 'name'], message: 'The other patch is here.' }],
    fix: isLast ? fixFor(resource, other, document) : undefined,
  });
}
