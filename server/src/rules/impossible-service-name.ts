/** A name that is good for an Endpoints and that no Service can have. */
import { isLive } from '../analysis/binding/live.ts';
import { mayBeLock } from '../analysis/binding/lock.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { kindOfType, typeNames } from '../contract/contract.ts';
import { serviceNameLabel } from '../contract/endpoint-slice.ts';
import { dnsSubdomainProblem, labelValueProblem, serviceNameProblem } from '../contract/string-format.ts';
import { replaceBy } from '../lint/fix.ts';
import { asLabel } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import type { RelationContext } from '../lint/rule.ts';
import { sliceLabel } from '../lint/slice-labels.ts';
import { nameNode } from '../lint/subject.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';

export const impossibleServiceName = defineRule({
  code: 'impossible-service-name',
  summary: 'The name of an Endpoints, and the Service that a slice names, should be one that a Service can have.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: typeNames },
  check(resource, context) {
    const { report, binding, around } = context;
    if (kindOfType(resource.type) === 'EndpointSlice') {
      checkLabel(context);
      return;
    }
    const { facts, identities } = around.entry;
    const name = nameNode(binding);
    // The base of a patch is judged where it is written.
    const isBasePatch = resource.isPartial && resource.type === 'Endpoints';
    if (!name || !facts.name.isKnown || isBasePatch || mayBeLock(binding.root)) return;
    if (identities.some(({ isCertain, name: full }) => !isCertain || !impossible(full))) return;
    const full = identities[0]?.name ?? '';
    const problem = `The name ${quote(full)} ${impossible(full)}`;
    const isWritten = full === facts.name.text;
    const service = isWritten ? meantService(full, around) : undefined;
    if (service) {
      const related = [{ entry: service.entry, path: [], message: 'The Service is here.' }];
      const fix = replaceBy(name.value, service.name, 'suggested');
      report(name, `${problem} Did you mean ${quote(service.name)}?`, { fix, related });
      return;
    }
    const better = isWritten ? asPossible(full) : undefined;
    const fix = better === undefined ? undefined : replaceBy(name.value, better, 'suggested');
    report(name, `${problem} ${full.length > longest ? 'Shorten both' : 'Write the name of the Service'}.`, { fix });
  },
});

/** A slice names its Service in a label, which may hold more than a Service can be called. */
function checkLabel({ report, binding, around }: RelationContext): void {
  const label = sliceLabel(binding.root, serviceNameLabel);
  const text = around.entry.facts.slice?.service ?? '';
  const problem = text === '' || labelValueProblem(text) ? undefined : serviceNameProblem(text);
  if (!label || problem === undefined || isLive(binding)) return;
  const message = `${quote(text)} ${problem}, so no Service can be called that, and nobody uses the endpoints of this slice. Write the name of the Service.`;
  const better = asPossible(text);
  report(label, message, { fix: better === undefined ? undefined : replaceBy(label.value, better, 'suggested') });
}

const longest = 63;

/** The end of the sentence; undefined for a name that a Service can have, or that is refused anyway. */
function impossible(name: string): string | undefined {
  if (name === '' || dnsSubdomainProblem(name)) return undefined;
  if (name.length > longest) {
    return `is ${name.length} characters long, and that of a Service, like the label on its EndpointSlices, has at most ${longest}, so nothing leads to these addresses.`;
  }
  if (name.includes('.')) {
    return 'contains a dot, and no Service can have one in its name, so nothing leads to these addresses.';
  }
  if (/^\d/.test(name)) {
    return 'starts with a digit, and that of a Service must start with a letter, so nothing leads to these addresses.';
  }
  return undefined;
}

/** A Service of the namespace whose name is the same but for what it cannot have, or comes near. */
function meantService(
  name: string,
  { entry, at, names }: RelatedObjects,
): { entry: IndexedObject; name: string } | undefined {
  const namespace = entry.identities[0]?.namespace ?? '';
  const services = names('Service', namespace) ?? [];
  const label = asLabel(name);
  const meant = label !== undefined && services.includes(label) ? label : nearest(name, services);
  const found = meant === undefined ? undefined : at(keys.named('Service', namespace, meant))[0];
  return meant !== undefined && found ? { entry: found, name: meant } : undefined;
}

/** What a name should be cut to, or start with, only its writer knows. */
function asPossible(name: string): string | undefined {
  const label = asLabel(name);
  return label !== undefined && name.length <= longest && /^[a-z]/.test(label) ? label : undefined;
}
