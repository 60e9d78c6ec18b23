/** Reports kustomizations that kustomize cannot build, for causes that have no rule of their own. */
import type { BuildEvent, BuildFix } from '../lint/build-events.ts';
import { rejection } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import type { BuildCause, BuildFailure } from '../tree/built.ts';

/** Causes with rules of their own. */
const others: ReadonlySet<BuildCause> = new Set([
  'unmatched-patch',
  'ambiguous-patch',
  'patch-namespace',
  'field-type',
]);

export const rejectedKustomization = defineRule({
  code: 'rejected-kustomization',
  summary: 'A kustomization must be one that kustomize can build.',
  enforcedBy: 'kustomize',
  on: 'build',
  check(event, { report }) {
    const { failure } = event;
    if (!failure || others.has(failure.cause)) return;
    const { message, fix }: Problem =
      failure.cause === 'unknown-field' ? unknownField(failure, event) : { message: failure.message };
    report(failure.at, rejection(event, message), { fix });
  },
});

interface Problem {
  readonly message: string;
  readonly fix?: BuildFix;
}

function unknownField({ at, known = [], message }: BuildFailure, { textOf }: BuildEvent): Problem {
  const written = textOf(at.path)?.slice(at.span.start, at.span.end) ?? '';
  const meant = /^\w+$/.test(written) ? nearest(written, known) : undefined;
  if (meant === undefined) return { message };
  const fix: BuildFix = { title: `Rename to ${quote(meant)}`, safety: 'suggested', edits: [{ at, text: meant }] };
  return { message: `${quote(written)} is not a field of a kustomization. Did you mean ${quote(meant)}?`, fix };
}
