/** Runs rules once for each Kubernetes version of the settings, and merges the same diagnostics of several versions into one. */
import { messageIn, versionName, type Versions } from '../contract/version.ts';
import { pathText } from '../tree/path.ts';
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
  return [...merged.values()].map((each) =>
    each.in.length === minors.length ? each.diagnostic : onlyIn(each.diagnostic, each.in),
  );
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
