/** The ports of a slice, and those without a usable number that leave a Service port without a backend. */
import { member, type Bound } from '../analysis/binding/bind.ts';
import { isTooLong } from '../analysis/binding/overlong-lists.ts';
import { proxiedBackends } from '../analysis/traffic/service-backends.ts';
import { unservedPorts } from '../analysis/traffic/unserved-ports.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import type { Mapping } from '../tree/value.ts';
import { isMapping } from './subject.ts';

/** Empty for a list that the API server rejects for its length. */
export function portsOfSlice(root: Bound): readonly Bound<Mapping>[] {
  const list = member(root, 'ports');
  return list && !isTooLong(list) ? list.children.filter(isMapping) : [];
}

/** The rule unserved-port reports these. */
export function leavesPortUnserved(port: Bound, around: RelatedObjects): boolean {
  const all = proxiedBackends(around);
  const path = port.path.join();
  return (all ? unservedPorts(all) : []).some(
    ({ cause }) =>
      cause.kind === 'number' && cause.backend.entry === around.entry && cause.endpointPort.path.join() === path,
  );
}
