/** Findings on a built object that a finding on its build explains: at the same place, or by their rules. */
import { overlaps, type Span } from '../text/span.ts';

/** By the code of a rule on builds. */
const explained: ReadonlyMap<string, readonly string[]> = new Map([
  ['dropped-ports', ['missing-ports', 'not-mirrored', 'unserved-port']],
  ['overwritten-by-labels', ['overwritten-by-selector', 'slice-beside-selector']],
  ['unrenamed-reference', ['missing-service', 'misspelled-service', 'slice-without-service']],
]);

interface PlacedFinding {
  readonly rule: { readonly code: string };
  readonly uri: string;
  readonly span: Span;
}

/** A finding on a build, with the spans of its related places by URI. */
export interface BuildExplainer extends PlacedFinding {
  readonly related: readonly { readonly message: string; readonly uri?: string | undefined; readonly span?: Span }[];
}

/** True for a finding on a build that may explain findings in other files. */
export function mayExplain({ rule }: Pick<PlacedFinding, 'rule'>): boolean {
  return explained.has(rule.code);
}

/** What happens in the build explains what is wrong with its result. */
export function isExplainedByBuild(finding: PlacedFinding, { rule, uri, span, related }: BuildExplainer): boolean {
  const isHere = finding.uri === uri;
  if (isHere && overlaps(finding.span, span)) return true;
  if (!explained.get(rule.code)?.includes(finding.rule.code)) return false;
  // The ports are missing in the patch that drops them.
  if (isHere && rule.code === 'dropped-ports') return true;
  return related.some((each) => each.uri === finding.uri && each.span && overlaps(each.span, finding.span));
}
