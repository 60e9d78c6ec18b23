/** Tells apart the slice ports without a usable number that leave a Service port without a backend: unserved-port reports these. */
import type { Bound } from '../analysis/binding/bind.ts';
import { proxiedBackends } from '../analysis/traffic/service-backends.ts';
import { unservedPorts } from '../analysis/traffic/unserved-ports.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';

export function leavesPortUnserved(port: Bound, around: RelatedObjects): boolean {
  const all = proxiedBackends(around);
  const path = port.path.join();
  return (all ? unservedPorts(all) : []).some(
    ({ cause }) =>
      cause.kind === 'number' && cause.backend.entry === around.entry && cause.endpointPort.path.join() === path,
  );
}
