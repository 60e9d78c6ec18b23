/** The block around a resource in a Pulumi program, bound to its own small contract. */
import { newestMinor } from '../contract/contract.ts';
import { PulumiResource } from '../contract/pulumi.ts';
import type { Mapping } from '../tree/value.ts';
import { bind } from './bind.ts';
import { memo } from './memo.ts';

/** The binding of the block to `PulumiResource`. */
export const bindEnvelope = memo((envelope: Mapping) =>
  bind(envelope, PulumiResource, { minor: newestMinor, isPartial: false, isJson: false }),
);
