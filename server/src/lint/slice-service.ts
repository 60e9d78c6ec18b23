/** What can be said of a slice whose Service the workspace does not have. */
import { isLive } from '../analysis/binding/live.ts';
import { nearestObjects } from '../analysis/workspace/relations.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import type { Identity } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { serviceNameLabel } from '../contract/endpoint-slice.ts';
import { serviceNameProblem } from '../contract/string-format.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import { replaceBy } from './fix.ts';
import type { RelationContext } from './rule.ts';
import { sliceLabel } from './slice-labels.ts';

/** Reports a slice whose label names no Service of the namespace, as far as the workspace shows them all. */
export function checkServiceOfSlice({ resource, binding, around, report }: RelationContext): void {
  const { identities, facts } = around.entry;
  const name = facts.slice?.service ?? '';
  const label = sliceLabel(binding.root, serviceNameLabel);
  if (!label || name === '' || serviceNameProblem(name) || resource.isPartial || isLive(binding)) return;
  if (!identities.every((identity) => isSure(identity) && mayLack(name, identity, around))) return;
  const { namespace } = identities[0] ?? { namespace: '' };
  const services = around.names('Service', namespace) ?? [];
  const meant = nearest(name, services);
  const entry = meant === undefined ? undefined : around.at(keys.named('Service', namespace, meant))[0];
  const start = `No Service in the namespace ${quote(namespace)} is called ${quote(name)}, so nobody uses the endpoints of this slice.`;
  if (meant === undefined || !entry) {
    report(label, `${start} Write the Service, or the name of the one that is meant.`);
    return;
  }
  report(label, `${start} Did you mean ${quote(meant)}?`, {
    related: [{ entry, path: [], message: 'The Service is here.' }],
    fix: replaceBy(label.value, meant, 'suggested'),
  });
}

/** A prefix that a kustomization gives to names does not reach a label, and may be meant for one of them only. */
function isSure({ isClosed, isCertain, isLabeled, prefix, suffix }: Identity): boolean {
  return isClosed && isCertain && !isLabeled && prefix === '' && suffix === '';
}

/** True where the namespace has Services and none may be of that name, from here or from somebody who makes them. */
function mayLack(name: string, { namespace }: Identity, { at, names, entry }: RelatedObjects): boolean {
  const services = names('Service', namespace);
  if (services === undefined || services.length === 0 || services.includes(name)) return false;
  // Of one in another namespace nobody knows whether it is meant, and kubectl may decide on the namespace.
  const all = [...at(keys.anywhere('Service', name)), ...at(keys.anywhere('ServicePatch', name))];
  if (nearestObjects(all, entry.uri).length > 0) return false;
  return !mayBeMade(name, namespace, { at, names });
}

/** True where a controller may make the Service: of a release in the namespace, or of an object of that name. */
export function mayBeMade(
  name: string,
  namespace: string,
  { at, names }: Pick<RelatedObjects, 'at' | 'names'>,
): boolean {
  const releases = names('HelmRelease.helm.toolkit.fluxcd.io', namespace);
  if (releases === undefined || releases.length > 0) return true;
  return makers.some((kind) => at(keys.anywhere(kind, name)).length > 0);
}

const makers = ['Application.argoproj.io', 'HelmChart.helm.cattle.io', 'Service.serving.knative.dev'];
