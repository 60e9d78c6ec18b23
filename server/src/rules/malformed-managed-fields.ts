/** Reports entries of managedFields that the API server still stores after it computes them anew, and rejects. */
import { configOf, jsonOf } from '../analysis/apply/field-config.ts';
import type { JsonObject } from '../analysis/apply/json-value.ts';
import { rootType } from '../analysis/apply/shape.ts';
import { ownersIn, readsOperationSince, survivingOwners } from '../analysis/apply/surviving-owners.ts';
import { ownerKey } from '../analysis/apply/updater.ts';
import { member, nodeAt, textOf, type Bound } from '../analysis/binding/bind.ts';
import { isFullyStatic } from '../analysis/binding/static-value.ts';
import { fieldManagerProblem, utf8Length } from '../contract/string-format.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule, type ResourceContext } from '../lint/rule.ts';
import { isMapping, placeOf } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';

export const malformedManagedFields = defineRule({
  code: 'malformed-managed-fields',
  summary: 'An entry of managedFields must have a short printable manager and a short subresource.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'managedFields'],
  check(list, context) {
    checkEntries(list, undefined, context);
  },
  checkUpdate(update, context) {
    const list = nodeAt(context.binding.root, ['metadata', 'managedFields']);
    const { resource, binding, document } = update.before;
    if (list) checkEntries(list, configOf(resource, binding, document).config, context);
  },
});

interface Problem {
  readonly entry: Bound;
  readonly name: string;
  readonly message: string;
}

function checkEntries(
  list: Bound,
  before: JsonObject | undefined,
  { report, resource, binding, document, minor }: ResourceContext,
): void {
  if (resource.form === 'pulumi') return; // Pulumi drops managedFields.
  const problems = list.children.flatMap((entry) => problemsOf(entry, minor));
  if (problems.length === 0) return;
  const sent = configOf(resource, binding, document);
  if (!sent.isWhole || !isFullyStatic(list)) return;
  const survivors = new Set(survivingOwners(sent, before, minor).map(ownerKey));
  for (const { entry, name, message } of problems) {
    const [own] = ownersIn([jsonOf(entry.value, document)], rootType(sent.config), minor);
    if (own && survivors.has(ownerKey(own)) && isMapping(entry))
      report(member(entry, name) ?? placeOf(entry, name), message);
  }
}

function problemsOf(entry: Bound, minor: number): readonly Problem[] {
  const text = (name: string): string => textOf(member(entry, name)) ?? '';
  const operation = text('operation');
  const isKnown = minor >= readsOperationSince || operation === 'Apply' || operation === 'Update';
  const manager = fieldManagerProblem(text('manager'));
  const length = utf8Length(text('subresource'));
  const found: readonly (readonly [name: string, message: string | false | undefined])[] = [
    ['operation', !isKnown && `${quote(operation)} is not a valid operation. Write "Apply" or "Update".`],
    ['manager', manager && `The manager ${manager}. Shorten or change it.`],
    ['subresource', length > 256 && `The subresource is ${length} bytes long; the limit is 256. Shorten it.`],
  ];
  return found.flatMap(([name, message]) => (message ? [{ entry, name, message }] : []));
}
