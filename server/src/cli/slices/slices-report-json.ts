/** Prints the slices as JSON, documented in docs/cli/slices.md. */
import type { MirrorStatus } from '../../analysis/slices/mirror-status.ts';
import { isUncertain } from '../../analysis/slices/slice-words.ts';
import { jsonText } from '../terminal.ts';
import type { Mirrored } from './mirrored.ts';

export function slicesJson(all: readonly Mirrored[]): string {
  return jsonText(
    all.map(({ entry, outlook }) => ({
      endpoints: { kind: entry.facts.kind, namespace: outlook.namespace || 'default', name: outlook.name },
      slices: slicesOf(outlook),
    })),
  );
}

/** The slices that the API server accepts; null if they cannot be known. */
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
