/** What other files need to know of an object, compared by value: only a change of it checks other files again. */
import { resourceType, typeNames } from '../../contract/contract.ts';
import { managedByLabel, serviceNameLabel, sliceControllers } from '../../contract/endpoint-slice.ts';
import { ignoredSliceLabel } from '../../contract/service.ts';
import { newestMinor } from '../../contract/version.ts';
import { memo } from '../../text/memo.ts';
import { chartValuesKind, type Document, type Embedding, type Form, type Resource } from '../../tree/document.ts';
import { stringOf, valueOf } from '../../tree/value.ts';
import { appliedOf, type Applied } from './apply-facts.ts';
import { trafficConfig } from './traffic-config.ts';
import type { SentConfig } from '../apply/field-config.ts';
import { chartUsesIn, type ChartUse } from './chart-uses.ts';
import { bindObjects } from '../binding/bind-document.ts';
import { deliveryOf, type DeliveryFacts } from './delivery-facts.ts';
import { volumesOf, type VolumeFacts } from './volume-facts.ts';
import { member, nodeAt, textOf, type Binding, type Bound } from '../binding/bind.ts';
import { hasAllItems, isStatic } from '../binding/static-value.ts';
import { mirrorBlocker } from '../slices/mirror-blockers.ts';
import { controllerOf, senderOf, type SenderFacts } from './sender-facts.ts';
import { sliceBackend, subsetFacts, type BackendFacts } from './backend-facts.ts';
import { groupOf, nameOf, namespaceOf, referredName, type ObjectName } from './naming.ts';
import { distinctPorts, type Ports } from './port-facts.ts';
import { serviceFacts, type ServiceFacts } from './service-facts.ts';

export interface EndpointsFacts extends Ports {
  readonly hasAddresses: boolean;
  readonly writesSubsets: boolean;
  /** False where a label or annotation certainly stops the mirroring controller. */
  readonly isMirrored: boolean;
  /** True where kube-proxy ignores the mirrored slices. */
  readonly isIgnored: boolean;
  readonly backends: readonly BackendFacts[];
}

export interface SliceFacts extends Ports {
  /** The Service that the label names; empty where it names none. */
  readonly service: string;
  /** The same, or the expression that the label has instead. */
  readonly target: ObjectName;
  /** True where the label names a controller of the control plane. */
  readonly isMade: boolean;
  /** True where kube-proxy ignores the slice because of its label. */
  readonly isIgnored: boolean;
  readonly backends: readonly BackendFacts[];
}

export interface Facts {
  /** `Service`, `Endpoints`, `EndpointsPatch`, …; a partial object for kustomize ends with `Patch`. */
  readonly kind: string;
  /** The API group; empty for the core group. */
  readonly group: string;
  readonly form: Form;
  readonly name: ObjectName;
  /** Undefined where it is absent. */
  readonly namespace: ObjectName | undefined;
  /** The expression of the option `provider` in a program; empty for the default provider. */
  readonly provider: string;
  readonly uid: string;
  /** True for a constructor call. All programs in a folder are one. */
  readonly isCall?: boolean;
  /** True for a constructor call that may run never or often. */
  readonly isUncertain?: boolean;
  /** True for an object in a plan or a state of Terraform. */
  readonly isPlanned?: boolean;
  /** For an object inside of another one: equal for those that are applied to one cluster. Not known together with others. */
  readonly carrier?: Pick<Embedding, 'key' | 'isByFolder'>;
  /** The condition of the file's template, or the text of `count` or `for_each`; undefined where there is none. */
  readonly condition?: string;
  readonly service?: ServiceFacts;
  readonly endpoints?: EndpointsFacts;
  readonly slice?: SliceFacts;
  /** `resource.exclusions` of Argo CD's ConfigMap; empty where it is absent, undefined for other objects. */
  readonly exclusions?: string;
  /** For an object that delivers folders to a cluster. */
  readonly delivery?: DeliveryFacts;
  /** The Endpoints that volumes of the object read. */
  readonly volumes?: readonly VolumeFacts[];
  /** For an object that sends traffic to Services. */
  readonly sender?: SenderFacts;
  /** The class that a Gateway names, or the controller that a class names. */
  readonly controller?: string;
  /** The chart's values that a template of a checked kind uses; undefined where it uses none. */
  readonly chartUses?: readonly ChartUse[];
  /** For the values of a chart: their names at the top. */
  readonly chartKeys?: readonly string[];
  /** For Services and Nodes: what decides on traffic. */
  readonly sent?: Pick<SentConfig, 'config' | 'isWhole'>;
  /** For Endpoints, EndpointSlices and patches. Nearly every edit changes it, so only `applied` keys compare it. */
  readonly applied?: Applied;
}

/** The facts of every object, in the order of `bindObjects`. */
export const factsOf = memo((document: Document): readonly Facts[] => {
  const objects = [...document.resources, ...document.neighbours];
  // Most objects only contribute their names, which need no binding.
  const bound = objects.some(({ type }) => detailed.has(type)) ? bindObjects(document, newestMinor) : [];
  return objects.map((resource, i) => {
    const binding = detailed.has(resource.type) ? bound[i]?.binding : undefined;
    return objectFacts(resource, { index: i, document, binding });
  });
});

const detailed: ReadonlySet<string> = new Set(['Service', ...typeNames, 'ConfigMap', 'Node']);

interface FactSource {
  readonly index: number;
  readonly document: Document;
  /** Undefined where only the name matters. */
  readonly binding: Binding | undefined;
}

function objectFacts(resource: Resource, { index, document, binding }: FactSource): Facts {
  const { type, form, isPartial, isJsonPatch } = resource;
  const isPatch = isPartial && !type.endsWith('Patch');
  const facts: Draft = {
    kind: isPatch ? `${type}Patch` : type,
    group: groupOf(resource.apiVersion),
    form,
    name: nameOf(resource, document),
    namespace: namespaceOf(resource, document),
    provider: providerOf(resource, document),
    uid: uidOf(resource),
  };
  if (document.syntax === 'code') facts.isCall = true;
  if (document.plan) facts.isPlanned = true;
  const condition = resource.terraform?.condition;
  if (condition !== undefined) facts.condition = condition;
  else if (resource.isUncertain) facts.isUncertain = true;
  if (isJsonPatch) return facts;
  const { embedding } = resource;
  if (embedding) facts.carrier = { key: embedding.key, isByFolder: embedding.isByFolder };
  const delivery = deliveryOf(resource, document);
  if (delivery) facts.delivery = delivery;
  const volumes = volumesOf(resource, document);
  if (volumes.length > 0) facts.volumes = volumes;
  const sender = senderOf(resource);
  if (sender) facts.sender = sender;
  const controller = controllerOf(resource);
  if (controller) facts.controller = controller;
  if (type === chartValuesKind && document.chartValues) facts.chartKeys = document.chartValues.keys;
  if (!binding) return facts;
  const uses = isTemplate(document) && resourceType(type) ? chartUsesIn(binding) : [];
  if (uses.length > 0) facts.chartUses = uses;
  addDetails(facts, type, binding.root, document);
  if (embedding) return facts;
  const sent = trafficConfig(resource, binding, document);
  if (sent) facts.sent = sent;
  const applied = appliedOf(document, index, binding);
  if (applied) facts.applied = applied;
  return facts;
}

const isTemplate = memo(({ text }: Document): boolean => text.includes('{{'));

type Draft = { -readonly [K in keyof Facts]: Facts[K] };

function uidOf({ properties }: Resource): string {
  const metadata = valueOf(properties, 'metadata');
  return (metadata?.kind === 'mapping' && stringOf(valueOf(metadata, 'uid'))) || '';
}

function addDetails(facts: Draft, type: string, root: Bound, document: Document): void {
  if (type === 'Service') facts.service = serviceFacts(root);
  if (type === 'Endpoints' || type === 'EndpointsPatch') {
    facts.endpoints = endpointsFacts(root, document.issues.length > 0);
  }
  if (type === 'EndpointSlice' || type === 'EndpointSlicePatch') facts.slice = sliceFacts(root, document);
  if (type === 'ConfigMap' && textOf(nodeAt(root, ['metadata', 'name'])) === 'argocd-cm')
    facts.exclusions = textOf(nodeAt(root, ['data', 'resource.exclusions'])) ?? '';
}

function endpointsFacts(root: Bound, isBroken: boolean): EndpointsFacts {
  const subsets = member(root, 'subsets');
  const isKnown = !isBroken && isStatic(root) && isStatic(subsets);
  const backends = (subsets?.children ?? []).map(subsetFacts);
  const filled = backends.filter(({ hasEndpoints }) => hasEndpoints);
  const isAll =
    isKnown && (subsets?.children ?? []).every((subset) => isStatic(subset) && hasAllItems(member(subset, 'ports')));
  return {
    hasAddresses: filled.length > 0,
    writesSubsets: subsets !== undefined,
    isMirrored: mirrorBlocker(root) === undefined,
    isIgnored: isIgnored(root),
    backends,
    ...distinctPorts(
      filled.flatMap(({ ports }) => ports),
      isAll,
    ),
  };
}

function sliceFacts(root: Bound, document: Document): SliceFacts {
  const manager = textOf(nodeAt(root, ['metadata', 'labels', managedByLabel]));
  const backend = sliceBackend(root);
  const label = nodeAt(root, ['metadata', 'labels', serviceNameLabel]);
  return {
    service: textOf(label) ?? '',
    target: label ? referredName(label.value, document) : { text: '', isKnown: true },
    isMade: sliceControllers.some((name) => name === manager),
    isIgnored: isIgnored(root),
    backends: [backend],
    ...distinctPorts(backend.ports, isStatic(root) && hasAllItems(member(root, 'ports'))),
  };
}

function isIgnored(root: Bound): boolean {
  return nodeAt(root, ['metadata', 'labels', ignoredSliceLabel]) !== undefined;
}

function providerOf({ envelope, terraform }: Resource, { text }: Document): string {
  const options = terraform?.options ?? (envelope && valueOf(envelope, 'options'));
  const provider = options?.kind === 'mapping' ? valueOf(options, 'provider') : undefined;
  // The provider of that name has no alias.
  if (terraform && stringOf(provider) === 'kubernetes') return '';
  if (provider?.kind === 'opaque' && provider.expression !== undefined) return provider.expression;
  return provider ? text.slice(provider.span.start, provider.span.end) : '';
}
