/** What the specification of a Service says, as the API server reads it. Undefined where a template or an expression decides. */
import { integerOf, isEmpty, member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { isStatic } from '../analysis/binding/static-value.ts';

/** The type of the Service, with its default; undefined for an unknown type as well. */
export function serviceType(spec: Bound | undefined): string | undefined {
  if (!isStatic(spec)) return undefined;
  const type = spec && member(spec, 'type');
  const text = type ? textOf(type) : '';
  return text === '' ? 'ClusterIP' : types.find((each) => each === text);
}

const types = ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'] as const;

/** The cluster IPs: those of `clusterIPs`, or else that of `clusterIP`. */
export function clusterIpNodes(spec: Bound | undefined): readonly Bound[] {
  const [one, several] = spec ? [member(spec, 'clusterIP'), member(spec, 'clusterIPs')] : [];
  if (several && (several.children.length > 0 || !isStatic(several))) return several.children;
  return one && !isEmpty(one) ? [one] : [];
}

/** True for a Service without a cluster IP; undefined where that is not known. */
export function isHeadlessSpec(spec: Bound | undefined): boolean | undefined {
  if (!spec) return false;
  const [one, several] = [member(spec, 'clusterIP'), member(spec, 'clusterIPs')];
  const nodes = clusterIpNodes(spec);
  if (!isStatic(spec) || !isStatic(one) || !isStatic(several) || !nodes.every((each) => textOf(each) !== undefined))
    return undefined;
  return nodes.length === 1 && textOf(nodes[0]) === 'None';
}

/** A member that the API server sees: neither null, nor an empty list, string or number. */
export function setMember(owner: Bound, name: string): Bound | undefined {
  const node = member(owner, name);
  if (!node || isEmpty(node) || integerOf(node) === 0n) return undefined;
  return node.value.kind === 'sequence' && node.children.length === 0 && !node.value.isOpen ? undefined : node;
}

/** True where the API server of that version stores the member, and so validates it. */
export function isStoredIn({ field }: Bound, minor: number): boolean {
  return minor >= (field?.storedSince ?? 0);
}
