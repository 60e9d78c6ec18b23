/** Runs rules once for each Kubernetes version of the settings, and merges the same diagnostics of several versions into one. */
import { messageIn, versionName, type Versions } from '../contract/version.ts';
import { groupBy } from '../text/group.ts';
import { pathText } from '../tree/path.ts';
import type { Fix } from '../tree/tree-edit.ts';
import type { Diagnostic } from './rule.ts';

/** The diagnostics of all versions. Those of the newest version come first. */
export function runPerVersion(
  { minor, minors }: Versions,
  run: (minor: number) => readonly Diagnostic[],
): readonly Diagnostic[] {
  if (!minors) return run(minor);
  const merged = new Map<string, { readonly diagnostic: Diagnostic; readonly in: number[] }>();
  for (const each of minors.toReversed()) {
    const seen = new Map<string, number>();
    for (const diagnostic of run(each)) {
      const text = identityOf(diagnostic);
      const count = seen.get(text) ?? 0;
      seen.set(text, count + 1);
      const key = `${count} ${text}`;
      const known = merged.get(key);
      if (known) known.in.unshift(each);
      else merged.set(key, { diagnostic, in: [each] });
    }
  }
  const all = [...merged.values()];
  // A text can have thousands of findings, so only those at the same offset are compared.
  const atOffset = groupBy(all, ({ diagnostic: { span } }) => span.start);
  return all.map(({ diagnostic, in: own }) => {
    const { fix, span } = diagnostic;
    if (own.length === minors.length) return diagnostic;
    const same = atOffset.get(span.start)?.filter((each) => fix && isSameFix(each.diagnostic.fix, fix)) ?? [];
    const isInAll = new Set(same.flatMap((each) => each.in)).size === minors.length;
    return isInAll ? { ...diagnostic, minors: own } : onlyIn(diagnostic, own);
  });
}

/** True for the same edits of the same values: two rules can offer a fix, each for some of the versions. */
function isSameFix(fix: Fix | undefined, other: Fix): boolean {
  const [a, b] = [fix, other].map((each) => each && [each.safety, ...each.edits.flatMap(Object.values)]);
  return a?.length === b?.length && a?.every((part, i) => part === b?.[i]) === true;
}

function identityOf({ rule, span, path, message }: Diagnostic): string {
  return JSON.stringify([rule.code, span.start, span.end, path && pathText(path), message]);
}

/** The diagnostic in some versions only. Its fix can change the meaning in the other versions, so it needs a decision. */
export function onlyIn(diagnostic: Diagnostic, minors: readonly number[]): Diagnostic {
  const { fix } = diagnostic;
  return { ...diagnostic, minors, fix: fix && { ...fix, safety: 'suggested' } };
}

/** The message for a place that shows no versions. */
export function shownMessage({ message, minors }: Diagnostic): string {
  return messageIn(message, minors?.map(versionName));
}
