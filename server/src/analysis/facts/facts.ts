/** What other files need to know of an object, compared by value: only a change of it checks other files again. */
import { typeNames } from '../../contract/contract.ts';
import { managedByLabel, serviceNameLabel, sliceControllers } from '../../contract/endpoint-slice.ts';
import { canonicalIp, familyOfIp, parseIp } from '../../contract/ip.ts';
import { newestMinor } from '../../contract/version.ts';
import { memo } from '../../text/memo.ts';
import { chartValuesKind, type Document, type Form, type Resource } from '../../tree/document.ts';
import type { Path } from '../../tree/path.ts';
import { isNull, stringOf, valueOf } from '../../tree/value.ts';
import { appliedOf, type Applied } from './apply-facts.ts';
import { chartUsesIn, type ChartUse } from './chart-uses.ts';
import { bindObjects } from '../binding/bind-document.ts';
import { member, nodeAt, textOf, type Binding, type Bound } from '../binding/bind.ts';
import { isStatic } from '../binding/static-value.ts';
import { groupOf, nameOf, namespaceOf, type ObjectName } from './naming.ts';

export interface PortFacts {
  /** Empty for an unnamed port. */
  readonly name: string;
  readonly protocol: string;
  /** Undefined where it is opaque or absent. */
  readonly number: number | undefined;
  /** The `targetPort` of a Service, a number or a name; undefined where it is absent. */
  readonly target: number | string | undefined;
  readonly path: Path;
}

interface Ports {
  readonly ports: readonly PortFacts[];
  /** False where a template or an expression may add ports. */
  readonly hasAllPorts: boolean;
}

export interface ServiceFacts extends Ports {
  /** `ClusterIP` where it is absent; empty where it is opaque. */
  readonly type: string;
  readonly selector: 'none' | 'some' | 'unknown';
  readonly isHeadless: boolean;
  /** In canonical spelling. */
  readonly clusterIps: readonly string[];
  /** Undefined where the cluster decides, or where they are opaque. */
  readonly families: readonly string[] | undefined;
}

export interface EndpointsFacts extends Ports {
  readonly hasAddresses: boolean;
  readonly writesSubsets: boolean;
}

interface SliceFacts extends Ports {
  /** The Service that the label names; empty where it names none. */
  readonly service: string;
  /** True where the label names a controller of the control plane. */
  readonly isMade: boolean;
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
  /** The condition of the file's template; undefined where there is none. */
  readonly condition?: string;
  readonly service?: ServiceFacts;
  readonly endpoints?: EndpointsFacts;
  readonly slice?: SliceFacts;
  /** `resource.exclusions` of Argo CD's ConfigMap; empty where it is absent, undefined for other objects. */
  readonly exclusions?: string;
  /** The chart's values that a template of a checked kind uses; undefined where it uses none. */
  readonly chartUses?: readonly ChartUse[];
  /** For the values of a chart: their names at the top. */
  readonly chartKeys?: readonly string[];
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

const detailed: ReadonlySet<string> = new Set(['Service', ...typeNames, 'ConfigMap']);

interface FactSource {
  readonly index: number;
  readonly document: Document;
  /** Undefined where only the name matters. */
  readonly binding: Binding | undefined;
}

function objectFacts(resource: Resource, { index, document, binding }: FactSource): Facts {
  const { type, form, isPartial } = resource;
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
  if (type === chartValuesKind && document.chartValues) facts.chartKeys = document.chartValues.keys;
  if (!binding) return facts;
  const uses = document.text.includes('{{') ? chartUsesIn(binding) : [];
  if (uses.length > 0) facts.chartUses = uses;
  addDetails(facts, type, binding.root, document);
  const applied = appliedOf(document, index, binding);
  if (applied) facts.applied = applied;
  return facts;
}

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
  if (type === 'EndpointSlice' || type === 'EndpointSlicePatch') facts.slice = sliceFacts(root);
  if (type === 'ConfigMap' && textOf(nodeAt(root, ['metadata', 'name'])) === 'argocd-cm')
    facts.exclusions = textOf(nodeAt(root, ['data', 'resource.exclusions'])) ?? '';
}

function serviceFacts(root: Bound): ServiceFacts {
  const spec = member(root, 'spec');
  const isKnown = hasAllEntries(root) && hasAllEntries(spec);
  const isFixed = isStatic(root) && isStatic(spec);
  const type = spec && member(spec, 'type');
  const addresses = clusterIpsOf(spec);
  return {
    type: (isKnown ? (type ? isFixed && textOf(type) : 'ClusterIP') : '') || '',
    selector: selectorOf(spec, isKnown, isFixed),
    isHeadless: addresses[0] === 'None',
    clusterIps: addresses.flatMap(canonical),
    families: isFixed ? familiesOf(spec, addresses) : undefined,
    ...portsOf(spec ? [member(spec, 'ports')] : [], isKnown && !isChosen(spec, 'ports')),
  };
}

/** True where what is not written is not there. A template may still drop what is written. */
function hasAllEntries(node: Bound | undefined): boolean {
  return isStatic(node) || (node?.value.kind === 'mapping' && node.value.hasAllEntries === true);
}

/** True where a template chooses among several entries with the name. */
function isChosen(owner: Bound | undefined, name: string): boolean {
  return owner?.value.kind === 'mapping' && owner.value.entries.filter((entry) => entry.name === name).length > 1;
}

/** The API server stores an empty selector as none. */
function selectorOf(spec: Bound | undefined, isKnown: boolean, isFixed: boolean): ServiceFacts['selector'] {
  if (!isKnown) return 'unknown';
  const selector = spec && member(spec, 'selector')?.value;
  if (!selector || isNull(selector)) return 'none';
  if (!isFixed) return 'unknown';
  if (selector.kind !== 'mapping') return 'unknown';
  if (selector.entries.length > 0) return 'some';
  return selector.isOpen ? 'unknown' : 'none';
}

function clusterIpsOf(spec: Bound | undefined): readonly string[] {
  const one = spec && textOf(member(spec, 'clusterIP'));
  const several = spec && member(spec, 'clusterIPs')?.children.map((each) => textOf(each) ?? '');
  return [...new Set([...(one ? [one] : []), ...(several ?? [])])];
}

function canonical(text: string): string[] {
  const ip = parseIp(text);
  return ip ? [canonicalIp(ip)] : [];
}

/** The written families, or those of the cluster IPs; undefined where a dual-stack policy may add a family. */
function familiesOf(spec: Bound | undefined, addresses: readonly string[]): readonly string[] | undefined {
  const policy = spec && member(spec, 'ipFamilyPolicy');
  const written = spec && member(spec, 'ipFamilies');
  const isSingle = !policy || textOf(policy) === 'SingleStack';
  if (written && isStatic(written) && written.children.every((each) => textOf(each))) {
    const families = written.children.map((each) => textOf(each) ?? '');
    return families.length > 1 || isSingle ? families : undefined;
  }
  const families = [...new Set(addresses.flatMap(familyOf))];
  return families.length > 0 && isSingle ? families : undefined;
}

function familyOf(text: string): string[] {
  const ip = parseIp(text);
  return ip ? [familyOfIp(ip)] : [];
}

function endpointsFacts(root: Bound, isBroken: boolean): EndpointsFacts {
  const subsets = member(root, 'subsets');
  const isKnown = !isBroken && isStatic(root) && isStatic(subsets);
  const filled = (subsets?.children ?? []).filter(hasAddresses);
  const isAll = isKnown && (subsets?.children ?? []).every(isStatic);
  const { ports, hasAllPorts } = portsOf(
    filled.map((subset) => member(subset, 'ports')),
    isAll,
  );
  return { hasAddresses: filled.length > 0, writesSubsets: subsets !== undefined, ports, hasAllPorts };
}

function hasAddresses(subset: Bound): boolean {
  return isFilled(member(subset, 'addresses')) || isFilled(member(subset, 'notReadyAddresses'));
}

function isFilled(list: Bound | undefined): boolean {
  return list !== undefined && (list.children.length > 0 || !isStatic(list));
}

function sliceFacts(root: Bound): SliceFacts {
  const manager = textOf(nodeAt(root, ['metadata', 'labels', managedByLabel]));
  return {
    service: textOf(nodeAt(root, ['metadata', 'labels', serviceNameLabel])) ?? '',
    isMade: sliceControllers.some((name) => name === manager),
    ...portsOf([member(root, 'ports')], isStatic(root)),
  };
}

function portsOf(lists: readonly (Bound | undefined)[], isKnown: boolean): Ports {
  const ports = new Map<string, PortFacts>();
  let hasAllPorts = isKnown;
  for (const list of lists) {
    if (!isStatic(list)) hasAllPorts = false;
    for (const port of list?.children ?? []) {
      const facts = portFacts(port);
      const key = facts && `${facts.number} ${facts.protocol.length} ${facts.protocol} ${facts.name}`;
      if (!facts || !key) hasAllPorts = false;
      else if (!ports.has(key)) ports.set(key, facts);
    }
  }
  return { ports: [...ports.values()], hasAllPorts };
}

/** Undefined for a port whose name or protocol is opaque. */
export function portFacts(port: Bound): PortFacts | undefined {
  const name = textIn(port, 'name');
  const protocol = textIn(port, 'protocol');
  if (port.value.kind !== 'mapping' || !isStatic(port) || name === undefined || protocol === undefined) {
    return undefined;
  }
  const target = member(port, 'targetPort')?.value;
  return {
    name,
    protocol: protocol || 'TCP',
    number: numberOf(member(port, 'port')?.value),
    target: stringOf(target) ?? numberOf(target),
    path: port.path,
  };
}

/** Empty for an absent member, undefined for an opaque one. */
function textIn(owner: Bound, name: string): string | undefined {
  const node = member(owner, name);
  return node ? textOf(node) : '';
}

function numberOf(value: Bound['value'] | undefined): number | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'bigint' ? Number(value.value) : undefined;
}

function providerOf({ envelope }: Resource, { text }: Document): string {
  const options = envelope && valueOf(envelope, 'options');
  const provider = options?.kind === 'mapping' ? valueOf(options, 'provider') : undefined;
  return provider ? text.slice(provider.span.start, provider.span.end) : '';
}
