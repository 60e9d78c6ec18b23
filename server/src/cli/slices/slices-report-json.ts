/** The slices as JSON; docs/cli/slices.md says what its members mean. */
import type { MirrorStatus } from '../../analysis/slices/mirror-status.ts';
import { isUncertain } from '../../analysis/slices/slice-words.ts';
import type { Mirrored } from './mirrored.ts';

/** A list with an item for each Endpoints, with a line break at its end. */
export function slicesJson(all: readonly Mirrored[]): string {
  const list = all.map(({ entry, outlook }) => ({
    endpoints: { kind: entry.facts.kind, namespace: outlook.namespace || 'default', name: outlook.name },
    slices: slicesOf(outlook),
  }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** Those that there will be; null where it cannot be told. */
function slicesOf(outlook: MirrorStatus): unknown {
  const { outcome } = outlook;
  if (isUncertain(outlook)) return null;
  if (outcome.kind !== 'slices') return [];
  return outcome.slices
    .filter(({ refusal }) => !refusal)
    .map(({ addressType, labels, annotations, generateName, ports, endpoints }) => ({
      addressType,
      labels,
      annotations,
      generateName,
      ports,
      endpoints,
    }));
}
