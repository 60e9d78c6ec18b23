/** Reads which kind of object the target of a patch means. */
import { isNull, stringOf, valueOf, type Value } from '../../tree/value.ts';
import { ownValue } from '../../text/own-value.ts';

/** What is known of the object that a patch changes. */
export interface PatchTarget {
  /** False where the patch itself names its object. */
  readonly isGiven: boolean;
  /** `Endpoints`, `EndpointSlice` or `Service`; empty where several kinds are possible. */
  readonly kind: string;
}

/** With their API groups. */
const groups: { readonly [kind: string]: string } = {
  Endpoints: '',
  Service: '',
  EndpointSlice: 'discovery.k8s.io',
};

/** Undefined for a target of another kind. A regular expression may mean any kind. */
export function readTarget(target: Value | undefined): PatchTarget | undefined {
  if (!target || isNull(target)) return { isGiven: false, kind: '' };
  const unknown = { isGiven: true, kind: '' };
  if (target.kind !== 'mapping' || target.isOpen) return unknown;
  const part = (name: string): string | undefined => {
    const value = valueOf(target, name);
    return value === undefined || isNull(value) ? '' : stringOf(value)?.replace(/^\^(.*)\$$/, '$1');
  };
  const [kind, group, version] = ['kind', 'group', 'version'].map(part);
  if (kind === undefined || !/^\w+$/.test(kind)) return unknown;
  const own = ownValue(groups, kind);
  if (own === undefined) return undefined;
  const isOwn = (group === '' || group === own) && (version === '' || version === 'v1');
  return isOwn ? { isGiven: true, kind } : unknown;
}
