/** Reports targets of patches and replacements that match no object, which kustomize skips silently. */
import { rootNames } from '../lint/build-words.ts';
import type { BuildEvent } from '../lint/build-events.ts';
import { defineRule } from '../lint/rule.ts';
import { fieldBeside } from '../lint/written-fields.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import type { Origin } from '../tree/built.ts';

export const unmatchedTarget = defineRule({
  code: 'unmatched-target',
  summary: 'The target of a patch or a replacement should match an object.',
  enforcedBy: 'advice',
  on: 'build',
  check(event, { report }) {
    const { remark, build } = event;
    // A kustomization without objects is only a part of something, or an example.
    if (remark?.what !== 'unmatched-target' || build.objects.length === 0) return;
    const what = remark.field.includes('replacement') ? 'replacement' : 'patch';
    const meant = meantBy(remark.at, event);
    const wayOut = meant === undefined ? 'Correct the target, or remove it.' : `Did you mean ${quote(meant)}?`;
    const message = `This target matches no object in ${rootNames(event.roots)}, so kustomize silently skips the ${what}. ${wayOut}`;
    report(remark.at, message);
  },
});

/** The name of an object, or its kind, that is similar to the one of the target. */
function meantBy(at: Origin, { build: { objects }, textOf }: BuildEvent): string | undefined {
  const text = textOf(at.path) ?? '';
  const [kind, name] = ['kind', 'name'].map((field) => fieldBeside(text, inTarget(text, at), field)?.text);
  if (kind !== undefined && !objects.some((object) => object.kind === kind))
    return nearest(kind, new Set(objects.map((object) => object.kind)));
  const names = objects
    .filter((object) => kind === undefined || object.kind === kind)
    .map(({ written }) => written.name);
  return name === undefined || names.includes(name) ? undefined : nearest(name, new Set(names));
}

/** The place of the first field of a mapping. */
function inTarget(text: string, at: Origin): Origin {
  const start = at.span.start + (/^\{\s*/.exec(text.slice(at.span.start, at.span.end))?.[0].length ?? 0);
  return { ...at, span: { start, end: at.span.end } };
}
