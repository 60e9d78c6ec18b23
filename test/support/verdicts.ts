/** Compares findings with a recorded answer of an API server. */
import type { Reported } from './checking.ts';

export interface Verdict {
  readonly outcome: 'accepted' | 'rejected' | 'undecodable';
  readonly causes?: readonly { readonly field: string; readonly reason: string }[];
}

/** As the README of the recordings defines agreement. */
export function disagreements(reported: readonly Pick<Reported, 'code' | 'path'>[], verdict: Verdict): string[] {
  const paths = reported.map((one) => withoutIndices(one.path ?? ''));
  if (verdict.outcome === 'accepted') return paths.map((path, i) => `unexpected ${reported[i]?.code} at ${path}`);
  if (verdict.outcome === 'undecodable') return reported.length > 0 ? [] : ['nothing reported on an undecodable text'];
  // 1.20 calls the manager of an entry `metadata.fieldManager`. Later versions count entries as they sort them.
  const causes = (verdict.causes ?? []).map(({ field, reason }) => ({
    field: field === 'metadata.fieldManager' ? 'metadata.managedFields.manager' : withoutIndices(field),
    reason,
  }));
  const isBelow = (path: string, field: string): boolean =>
    path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
  const isByPrefix = causes.some(({ field }) => field === 'metadata.generateName');
  const unanswered = causes.filter(
    ({ field }) => !(field === 'metadata.name' && isByPrefix) && !paths.some((path) => isBelow(path, field)),
  );
  const unfounded = paths.filter((path) => !causes.some(({ field }) => isBelow(path, field)));
  return [
    ...unanswered.map(({ field, reason }) => `nothing at ${field} (${reason})`),
    ...unfounded.map((path) => `unexpected report at ${path}`),
  ];
}

function withoutIndices(path: string): string {
  return path.replace(/(ownerReferences|managedFields)\[\d+\]/g, '$1');
}
