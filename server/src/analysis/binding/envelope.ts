/** Binds the block around a resource in a Pulumi program to its contract type. */
import { newestMinor } from '../../contract/version.ts';
import { PulumiResource } from '../../contract/pulumi.ts';
import type { Mapping } from '../../tree/value.ts';
import { bind, type Mismatch } from './bind.ts';
import { memo } from '../../text/memo.ts';

export const bindEnvelope = memo((envelope: Mapping) =>
  bind(envelope, PulumiResource, { minor: newestMinor, isPartial: false }),
);

/** The keys of the block, of its options and of `get` that Pulumi does not have. */
export function unknownKeysOf(envelope: Mapping | undefined): readonly Extract<Mismatch, { kind: 'unknown' }>[] {
  const mismatches = envelope ? bindEnvelope(envelope).mismatches : [];
  return mismatches.filter((mismatch) => mismatch.kind === 'unknown');
}
