/** Finds the Service that an EndpointSlice names and the workspace does not have. */
import { isLive } from '../analysis/binding/live.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { hasNeighbour } from '../analysis/workspace/neighbours.ts';
import { nearestPartner } from '../analysis/workspace/relations.ts';
import type { Identity } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { serviceNameLabel } from '../contract/endpoint-slice.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import { isTypo, similarNames } from '../text/similar-names.ts';
import { replaceBy } from './fix.ts';
import type { RelationContext, ReportOptions, ReportPlace } from './rule.ts';
import { problemOfServiceName } from './service-names.ts';
import { sliceLabel } from './slice-labels.ts';

/** An object whose Service is not in sight. */
export interface MissingService {
  readonly place: ReportPlace;
  readonly message: string;
  readonly more?: ReportOptions;
  /** True where a Service without endpoints has nearly the name. */
  readonly isMisspelled: boolean;
}

/** For a slice whose label names no Service of the namespace, if the workspace has all Services of that namespace. */
export function missingServiceOfSlice(context: RelationContext): MissingService | undefined {
  const { resource, binding, around } = context;
  const { identities, facts } = around.entry;
  const name = facts.slice?.service ?? '';
  const label = sliceLabel(binding.root, serviceNameLabel);
  if (!label || name === '' || problemOfServiceName(name, context) || resource.isPartial || isLive(binding))
    return undefined;
  if (!identities.every((identity) => isSure(identity) && mayLack(name, identity, around))) return undefined;
  const { namespace } = identities[0] ?? { namespace: '' };
  const services = around.names('Service', namespace) ?? [];
  const meant = nearest(name, similarNames(name, services));
  const entry =
    meant === undefined ? undefined : nearestPartner(around, around.at(keys.named('Service', namespace, meant)));
  const isMisspelled =
    meant !== undefined &&
    entry?.facts.service?.selector === 'none' &&
    isTypo(name, meant) &&
    !isServed(meant, namespace, around);
  if (!isMisspelled && identities.some((each) => mayBeMade(name, each.namespace, around))) return undefined;
  const start = `The namespace ${quote(namespace)} has no Service ${quote(name)}, so nothing routes to the endpoints of this slice.`;
  if (meant === undefined || !entry) {
    return { place: label, message: `${start} Create the Service, or correct this name.`, isMisspelled: false };
  }
  const related = [{ entry, path: [], message: 'The Service is here.' }];
  return {
    place: label,
    message: `${start} Did you mean ${quote(meant)}?`,
    more: { related, fix: replaceBy(label.value, meant, 'suggested') },
    isMisspelled,
  };
}

/** True for a Service with Endpoints or slices of its own. */
function isServed(name: string, namespace: string, { at }: RelatedObjects): boolean {
  return at(keys.named('Endpoints', namespace, name)).length > 0 || at(keys.slicesOf(namespace, name)).length > 0;
}

/** False where a kustomization adds a prefix or suffix to names: it does not change labels, so the name of the Service is not certain. */
function isSure({ isClosed, isCertain, isLabeled, prefix, suffix }: Identity): boolean {
  return isClosed && isCertain && !isLabeled && prefix === '' && suffix === '';
}

/** True where the namespace has Services but none of that name. */
function mayLack(name: string, { namespace }: Identity, { entry, at, names }: RelatedObjects): boolean {
  // Asked first, because the names change with each Service of the namespace.
  if (at(keys.named('Service', namespace, name)).length > 0) return false;
  const services = names('Service', namespace);
  if (services === undefined || services.length === 0) return false;
  // A Service in another namespace may be the right one, because kubectl may set the namespace.
  if (['Service', 'ServicePatch'].some((kind) => at(keys.anywhere(kind, name)).length > 0)) return false;
  return hasNeighbour(at(keys.within('Service', namespace)), entry);
}

/** True where a controller may create the Service: from a release or a published chart in the namespace, or from an object of that name. */
export function mayBeMade(
  name: string,
  namespace: string,
  { at, names }: Pick<RelatedObjects, 'at' | 'names'>,
): boolean {
  const releases = names('HelmRelease.helm.toolkit.fluxcd.io', namespace);
  if (releases === undefined || releases.length > 0) return true;
  if (at(keys.deliveredTo(namespace)).some(({ facts }) => facts.delivery?.isBlind)) return true;
  return makers.some((kind) => at(keys.anywhere(kind, name)).length > 0);
}

const makers = ['Application.argoproj.io', 'HelmChart.helm.cattle.io', 'Service.serving.knative.dev'];
