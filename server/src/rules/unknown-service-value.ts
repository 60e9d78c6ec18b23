/** Reports values of a Service outside of the few that the API server accepts, such as an unknown type. */
import { textOf, type Bound } from '../analysis/binding/bind.ts';
import { ServiceSpec } from '../contract/service.ts';
import type { Choice, Type } from '../contract/type.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule, type ResourceContext } from '../lint/rule.ts';
import { isStoredIn, serviceType } from '../lint/service-spec.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';

export const unknownServiceValue = defineRule({
  code: 'unknown-service-value',
  summary: 'The type, the policies and the IP families of a Service must be values that Kubernetes knows.',
  enforcedBy: 'server',
  on: [ServiceSpec],
  check(spec, context) {
    for (const node of spec.children) {
      if (!isStoredIn(node, context.minor) || isSkipped(node, spec)) continue;
      checkValue(node, node, context);
      for (const item of node.children) checkValue(item, node, context);
    }
  },
});

/** The API server does not look at the values of IP fields that the type forbids. */
function isSkipped({ entry }: Bound, spec: Bound): boolean {
  return entry?.name.startsWith('ipFamil') === true && serviceType(spec) === 'ExternalName';
}

function checkValue(node: Bound, { entry, field }: Bound, { report, minor }: ResourceContext): void {
  const choices = choicesOf(node.type);
  const text = node.value.kind === 'scalar' && node.value.value !== null ? textOf(node) : undefined;
  const isDefaulted = text === '' && node.entry !== undefined && field?.whenEmpty !== 'kept';
  if (!choices || !entry || text === undefined || isDefaulted) return;
  const known = choices.filter(({ since = 0 }) => minor >= since).map(({ value }) => value);
  if (known.includes(text)) return;
  const name = quote(entry.name);
  const later = choices.find(({ value }) => value === text)?.since;
  if (later !== undefined)
    return report(
      node,
      `${name} may be ${quote(text)} only since Kubernetes 1.${later}. Write ${listed(known, 'or')}.`,
    );
  const same = known.find((value) => value.toLowerCase() === text.trim().toLowerCase());
  const meant = same ?? nearest(text, known);
  const wayOut = meant === undefined ? `Write ${listed(known, 'or')}.` : `Did you mean ${quote(meant)}?`;
  report(node, `${quote(text)} is not a value of ${name}. ${wayOut}`, {
    fix: replaceBy(node.value, meant, same ? 'safe' : 'suggested'),
  });
}

function choicesOf(type: Type): readonly Choice[] | undefined {
  return type.kind === 'string' ? type.choices : undefined;
}
