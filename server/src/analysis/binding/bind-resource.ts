/** Binds a resource. Where JSON repeats members, the API server decodes every copy, so all copies are bound as well. */
import type { Type } from '../../contract/type.ts';
import { memo } from '../../text/memo.ts';
import { mergeRepeats, keptEntries } from '../../tree/merge-repeats.ts';
import type { Resource } from '../../tree/document.ts';
import { pathText } from '../../tree/path.ts';
import type { Mapping } from '../../tree/value.ts';
import { bind, type Binding, type BindOptions, type Bound, type Mismatch } from './bind.ts';

/** The first minor version whose JSON decoder ignores a null that follows a string. */
const nullStringsSkippedSince = 23;

export function bindResource({ properties, written }: Resource, type: Type, options: BindOptions): Binding {
  if (!written) return bind(properties, type, options);
  const nullString = options.minor < nullStringsSkippedSince ? 'empty' : 'skipped';
  const binding = bind(mergeRepeats(written, type, nullString), type, options);
  const keptIn = memo(({ value, type: its }: Bound<Mapping>) => keptEntries(value, its, nullString));
  const copies = bind(written, type, {
    ...options,
    effectOf(owner, entry) {
      const kept = keptIn(owner).get(entry.name);
      if (!kept) return 'merged';
      return kept === entry ? undefined : 'ignored';
    },
  });
  const merged = new Set<unknown>(binding.nodes.map(({ value }) => value));
  return {
    ...binding,
    mismatches: [...binding.mismatches.filter(isOfMerged), ...mismatchesOfCopies(copies, merged)],
    replaced: copies.nodes.filter(({ value }) => !merged.has(value)),
  };
}

/** True for a mismatch that the merged object has in the place of its copies. */
function isOfMerged({ kind }: Mismatch): boolean {
  return kind !== 'unknown' && kind !== 'duplicate';
}

/** The API server names each path once. The last place is reported. */
function mismatchesOfCopies({ mismatches }: Binding, merged: ReadonlySet<unknown>): readonly Mismatch[] {
  const paths = new Set<string>();
  return mismatches.toReversed().filter((mismatch) => {
    if (mismatch.kind === 'missing') return false;
    if ('node' in mismatch) return !merged.has(mismatch.node.value);
    const path = `${mismatch.kind} ${pathText(mismatch.path)}`;
    return !paths.has(path) && paths.add(path);
  });
}
