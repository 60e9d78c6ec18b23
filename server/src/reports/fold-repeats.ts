/** Groups the findings of a file that repeat one rule in one object. */
import type { Notice } from './report.ts';

/** The first finding of a rule in an object, and the later ones. */
export interface FoldedNotice {
  readonly notice: Notice;
  readonly repeats: readonly Notice[];
}

/** In the order of the first findings. Only an object with a known name is recognized in several findings. */
export function foldRepeats(notices: readonly Notice[]): readonly FoldedNotice[] {
  if (notices.length < 2) return unfolded(notices);
  const groups = new Map<string, { readonly notice: Notice; readonly repeats: Notice[] }>();
  for (const [i, notice] of notices.entries()) {
    const { code, severity, resource, terraform } = notice;
    const known = resource?.name
      ? [code, severity, resource.kind, resource.namespace, resource.name, terraform?.address]
      : [i];
    const key = JSON.stringify(known);
    const group = groups.get(key);
    if (group) group.repeats.push(notice);
    else groups.set(key, { notice, repeats: [] });
  }
  return [...groups.values()];
}

/** The findings one by one. */
export function unfolded(notices: readonly Notice[]): readonly FoldedNotice[] {
  return notices.map((notice) => ({ notice, repeats: [] }));
}
