/** Reads the value of --from: the place of a client. */
import type { WhyQuestion } from '../../analysis/traffic/explain/explanation.ts';
import { shown } from '../command-options.ts';
import { UsageError } from '../usage.ts';

/** `zone=eu-1a,node=worker-1`; `zone=` for a node without a zone. */
export function readFrom(text: string | undefined): Pick<WhyQuestion, 'node' | 'zone'> {
  let node = '';
  let zone: string | null | undefined;
  for (const part of text === undefined ? [] : text.split(',')) {
    const [, key, value = ''] = /^(zone|node)=(.*)$/.exec(part.trim()) ?? [];
    if (key === undefined || (key === 'node' && value === ''))
      throw new UsageError(
        `--from ${shown(text ?? '')} is not a place. Write zone=NAME, node=NAME, or both with a comma.`,
      );
    if (key === 'node') node = value;
    else zone = value === '' ? null : value;
  }
  return { node, zone };
}
