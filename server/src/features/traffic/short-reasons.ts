/** Says in a few words why an address gets no traffic, for a code lens and for notes beside addresses. */
import type { Reason } from '../../analysis/traffic/reasons.ts';

export function shortReason(reason: Reason): string {
  switch (reason.kind) {
    case 'no-label':
      return 'no Service label';
    case 'no-service':
      return 'no Service';
    case 'headless-label':
      return 'headless label';
    case 'overwritten':
    case 'deleted':
      return `${reason.kind} by the mirroring controller`;
    case 'family':
      return reason.addressType === 'FQDN' ? 'host name' : `no ${reason.addressType} cluster IP`;
    case 'no-ports':
      return 'slice without ports';
    case 'port-name':
      return 'other port name';
    case 'port-protocol':
      return 'other protocol';
    case 'port-number':
      return 'port without a number';
    case 'later-address':
      return 'not the first address of its endpoint';
    case 'replaced':
      return `replaced by another endpoint${reason.by.why ? ` (${shortReason(reason.by.why)})` : ''}`;
    case 'not-ready':
      return 'not ready';
    case 'ready-absent':
      return 'ready is absent';
    case 'not-serving':
      return 'not serving';
    case 'terminating':
      return 'terminating';
    case 'draining':
      return 'terminating, and others are ready';
    case 'not-local':
      return 'policy Local without nodeName';
    case 'node-hint':
      return 'hints for other nodes';
    case 'zone-hint':
      return 'hints for other zones';
    case 'unmirrored':
      return 'not mirrored';
    case 'unmirrored-address':
      return 'not in the mirrored slices';
    case 'consumer':
      return reason.code;
  }
}
