/** Whether kube-proxy certainly routes the traffic of an object: its Service has a cluster IP and no selector. */
import { hasManualEndpoints, servicesFor } from '../analysis/workspace/pairing.ts';
import type { PairedService } from '../analysis/workspace/slice-pairing.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';

/** The first Service of the endpoints; undefined where kube-proxy may not serve one of them. */
export function proxiedService(around: RelatedObjects): PairedService | undefined {
  const services = servicesFor(around);
  const isServed = services.every(
    ({ service }) => hasManualEndpoints(service) && !service.isHeadless && !service.isForeign,
  );
  return isServed ? services[0] : undefined;
}
