/** Reports an Endpoints name, and a Service name on an EndpointSlice, that no Service can have. */
import { isLive } from '../analysis/binding/live.ts';
import { mayBeLock } from '../analysis/binding/lock.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { nearestPartner } from '../analysis/workspace/relations.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { kindOfType, typeNames } from '../contract/contract.ts';
import { serviceNameLabel } from '../contract/endpoint-slice.ts';
import { dnsSubdomainProblem, labelValueProblem } from '../contract/string-format.ts';
import { replaceBy } from '../lint/fix.ts';
import { asLabel } from '../lint/name.ts';
import { defineRule, type RelationContext } from '../lint/rule.ts';
import { mayStartWithDigit, problemOfServiceName } from '../lint/service-names.ts';
import { sliceLabel } from '../lint/slice-labels.ts';
import { nameNode } from '../lint/subject.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import { nameSet, similarNames } from '../text/similar-names.ts';

export const impossibleServiceName = defineRule({
  code: 'impossible-service-name',
  summary: 'The name of an Endpoints, and the Service name on an EndpointSlice, should be a valid Service name.',
  enforcedBy: 'advice',
  explains: ['no-service'],
  on: { relationsOf: typeNames },
  check(resource, context) {
    const { report, binding, around } = context;
    if (kindOfType(resource.type) === 'EndpointSlice') {
      checkLabel(context);
      return;
    }
    const { facts, identities } = around.entry;
    const name = nameNode(binding);
    // The base of a patch is checked in its own file.
    const isBasePatch = resource.isPartial && resource.type === 'Endpoints';
    if (!name || !facts.name.isKnown || isBasePatch || mayBeLock(binding.root)) return;
    if (identities.some(({ isCertain, name: full }) => !isCertain || !impossible(full, context))) return;
    const full = identities[0]?.name ?? '';
    const problem = `The name ${quote(full)} ${impossible(full, context)}`;
    const isWritten = full === facts.name.text;
    const service = isWritten ? meantService(full, around) : undefined;
    if (service && service.name !== full) {
      const related = [{ entry: service.entry, path: [], message: 'The Service is here.' }];
      const fix = replaceBy(name.value, service.name, 'suggested');
      report(name, `${problem} Did you mean ${quote(service.name)}?`, { fix, related });
      return;
    }
    const better = isWritten ? asPossible(full) : undefined;
    const way = full.length > longest ? 'Shorten it to the name of the Service' : 'Write the name of the Service';
    report(name, `${problem} ${way}.`, { fix: replaceBy(name.value, better, 'suggested') });
  },
});

/** Checks the Service label of a slice: a label value may be something that no Service can be named. */
function checkLabel(context: RelationContext): void {
  const { report, binding, around } = context;
  const label = sliceLabel(binding.root, serviceNameLabel);
  const text = around.entry.facts.slice?.service ?? '';
  const problem = text === '' || labelValueProblem(text) ? undefined : problemOfServiceName(text, context);
  if (!label || problem === undefined || isLive(binding)) return;
  const message = `The Service name ${quote(text)} ${problem}. No Service can have it, so nothing routes to the endpoints of this slice. Write the name of the Service.`;
  report(label, message, { fix: replaceBy(label.value, asPossible(text), 'suggested') });
}

const longest = 63;

/** The end of the sentence; undefined for a valid Service name, and for a name that another rule reports. */
function impossible(name: string, context: RelationContext): string | undefined {
  if (name === '' || dnsSubdomainProblem(name)) return undefined;
  if (name.length > longest) {
    return `has ${name.length} characters, but a Service name has at most ${longest}, so nothing routes to these addresses.`;
  }
  if (name.includes('.')) {
    return 'contains a dot, which no Service name may have, so nothing routes to these addresses.';
  }
  if (/^\d/.test(name) && !mayStartWithDigit(context)) {
    return 'starts with a digit, but a Service name must start with a letter, so nothing routes to these addresses.';
  }
  return undefined;
}

/** A Service of the namespace with a similar name, or with the same name without the characters that it cannot have. */
function meantService(name: string, around: RelatedObjects): { entry: IndexedObject; name: string } | undefined {
  const { entry, at, names } = around;
  const namespace = entry.identities[0]?.namespace ?? '';
  const services = names('Service', namespace) ?? [];
  const label = asLabel(name);
  const meant =
    label !== undefined && nameSet(services).has(label) ? label : nearest(name, similarNames(name, services));
  const found = meant === undefined ? undefined : nearestPartner(around, at(keys.named('Service', namespace, meant)));
  return meant !== undefined && found ? { entry: found, name: meant } : undefined;
}

/** The name with its invalid characters replaced; undefined where only the author knows how to shorten or start it. */
function asPossible(name: string): string | undefined {
  const label = asLabel(name);
  return label !== undefined && name.length <= longest && /^[a-z]/.test(label) ? label : undefined;
}
