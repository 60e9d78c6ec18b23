/** Prints the slices as JSON, documented in docs/cli.md. */
import type { Outlook } from '../../analysis/slices/outlook.ts';
import { isUncertain } from '../../analysis/slices/slice-words.ts';
import { jsonText } from '../terminal.ts';
import type { Mirrored } from './mirrored.ts';

/** A list with an item for each Endpoints. */
export function slicesJson(all: readonly Mirrored[]): string {
  return jsonText(
    all.map(({ entry, outlook }) => ({
      endpoints: { kind: entry.facts.kind, namespace: outlook.namespace || 'default', name: outlook.name },
      slices: slicesOf(outlook),
    })),
  );
}

/** The slices that the API server accepts; null if they cannot be known. */
function slicesOf(outlook: Outlook): unknown {
  const { becomes } = outlook;
  if (isUncertain(outlook)) return null;
  if (becomes.kind !== 'slices') return [];
  return becomes.slices
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
