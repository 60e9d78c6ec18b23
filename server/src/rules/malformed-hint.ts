/** Reports hints that name a zone or node twice, or with invalid syntax. */
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { isTooLong } from '../analysis/binding/overlong-lists.ts';
import { EndpointHints } from '../contract/endpoint-slice.ts';
import { dnsSubdomainProblem, labelValueProblem } from '../contract/string-format.ts';
import { removeItem } from '../lint/fix.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule, type ResourceContext } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';
import type { Mapping } from '../tree/value.ts';

const kinds = [
  { field: 'forZones', noun: 'zone', problemOf: labelValueProblem },
  { field: 'forNodes', noun: 'node', problemOf: dnsSubdomainProblem },
] as const;

export const malformedHint = defineRule({
  code: 'malformed-hint',
  summary: 'The hints of an endpoint must name each zone and node only once, with a valid name.',
  enforcedBy: 'server',
  on: [EndpointHints],
  check(hints, context) {
    for (const kind of kinds) {
      const list = member(hints, kind.field);
      if (!list || context.minor < (list.field?.storedSince ?? 0)) continue;
      // The API server stops at the first list that is too long.
      if (isTooLong(list)) return;
      if (list.value.kind !== 'sequence') continue;
      const items = list.children.filter((item): item is Bound<Mapping> => item.value.kind === 'mapping');
      checkNames(items, kind, context);
    }
  },
});

function checkNames(
  items: readonly Bound<Mapping>[],
  { noun, problemOf }: (typeof kinds)[number],
  { report }: ResourceContext,
): void {
  for (const item of items) {
    const name = nameOf(item);
    const problem = name === undefined ? undefined : problemOf(name);
    if (name !== undefined && problem)
      report(
        placeOf(item, 'name'),
        name === ''
          ? `This ${noun} has no name. Write its name.`
          : `The ${noun} ${quote(name)} ${problem}. Write the name of a ${noun}.`,
      );
  }
  if (items[0]?.parent?.value.kind === 'sequence' && items[0].parent.value.isOpen) return;
  for (const { item, first } of repeated(items, nameOf)) {
    const name = nameOf(item);
    const subject = name ? `The ${noun} ${quote(name)}` : `A ${noun} without a name`;
    report(placeOf(item, 'name'), `${subject} is listed twice. Remove one of them.`, {
      related: [{ span: placeOf(first, 'name').span, message: `The ${noun} is first listed here.` }],
      fix: removeItem(item, `Remove the second ${noun}`, 'safe'),
    });
  }
}

function nameOf(item: Bound<Mapping>): string | undefined {
  const name = member(item, 'name');
  return name ? textOf(name) : item.value.isOpen ? undefined : '';
}
