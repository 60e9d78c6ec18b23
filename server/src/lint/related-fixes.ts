/** Fixes that need other files, for findings of rules that see only the object. */
import { member, type Bound } from '../analysis/binding/bind.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import type { Span } from '../text/span.ts';
import type { Fix } from '../tree/tree-edit.ts';
import { replaceBy } from './fix.ts';
import type { Diagnostic } from './rule.ts';
import { isCertainlyMeant, malformedPorts } from './unmatched-ports.ts';

/** A fix that replaces the fix of the finding with this code at this span of the document. */
export interface RelatedFix {
  readonly code: string;
  readonly span: Span;
  readonly fix: Fix;
}

/** A malformed port name becomes the name of the Service port that it means. */
export function relatedFixes(root: Bound, around: RelatedObjects): readonly RelatedFix[] {
  return malformedPorts(root, around).flatMap((port) => {
    const name = member(port.node, 'name');
    const safety = isCertainlyMeant(port, port.meant) ? 'safe' : 'suggested';
    const fix = name && replaceBy(name.value, port.meant.port.name, safety);
    return fix ? [{ code: 'malformed-port-name', span: name.value.span, fix }] : [];
  });
}

/** The same list where no fix concerns it. */
export function withRelatedFixes(
  diagnostics: readonly Diagnostic[],
  fixes: readonly RelatedFix[],
): readonly Diagnostic[] {
  if (fixes.length === 0) return diagnostics;
  return diagnostics.map((diagnostic) => {
    const { rule, span, fix } = diagnostic;
    const better = fix && fixes.find((each) => each.code === rule.code && each.span.start === span.start);
    return better ? { ...diagnostic, fix: better.fix } : diagnostic;
  });
}
