/** Reports references that still have the old name of a Service that a prefix or suffix renames. */
import { addToList } from '../lint/build-edits.ts';
import type { BuildEvent, BuildFix } from '../lint/build-events.ts';
import { rootNames } from '../lint/build-words.ts';
import { placesFrom, type ValuePlace } from '../lint/built-objects.ts';
import { defineRule } from '../lint/rule.ts';
import { uniqueBy } from '../text/group.ts';
import { quote } from '../text/quote.ts';
import type { BuildRemark, BuiltObject } from '../tree/built.ts';
import { isKustomizationPath } from '../tree/kustomization.ts';
import type { Path } from '../tree/path.ts';

type UnrenamedReference = Extract<BuildRemark, { readonly what: 'unrenamed-reference' }>;

export const unrenamedReference = defineRule({
  code: 'unrenamed-reference',
  summary: 'A reference to a Service must have the name that a prefix or suffix gives to the Service.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'build',
  check(event, { report }) {
    const { remark, build } = event;
    if (remark?.what !== 'unrenamed-reference') return;
    const { by, from, to } = remark;
    const all = sameRenaming(build.remarks, remark);
    // One finding for all references to the Service.
    if (all[0] !== remark) return;
    const left = all.some(({ field }) => field === 'kubernetes.io/service-name')
      ? 'the label of its slices keeps the old name, so they have no Service'
      : 'backendRefs keep the old name, so they have no backend';
    const message = `In ${rootNames(event.roots)}, the Service ${quote(from)} becomes ${quote(to)}, but ${left}. Add a replacement, or a nameReference in configurations.`;
    const related = all.map(({ at, field }) => ({ at, message: `The old name is in ${field} here.` }));
    report(by, message, { related, fix: replacement(remark, event) });
  },
});

/** One replacement for all references to the Service, in the outermost kustomization that renames it. */
function replacement(remark: UnrenamedReference, { build, textOf }: BuildEvent): BuildFix | undefined {
  const { by: at, from, to } = remark;
  const services = build.objects.filter(({ kind, written }) => kind === 'Service' && written.name === from);
  const [service] = services;
  const text = isKustomizationPath(at.path) ? textOf(at.path) : undefined;
  if (services.length > 1 || service?.name !== to || text === undefined) return undefined;
  const targets = uniqueBy(sameRenaming(build.remarks, remark), ({ at: place }) => JSON.stringify(place)).flatMap(
    (each) => placesFrom(build, each.at).map((place) => targetFor(place, build.objects)),
  );
  const lines = targets.flatMap((target) => target ?? []);
  if (targets.length === 0 || targets.includes(undefined)) return undefined;
  const item = ['source:', '  kind: Service', `  name: ${from}`, 'targets:', ...lines.map((line) => `  ${line}`)];
  const edit = addToList(at.path, text, 'replacements', item);
  return edit && { title: `Add a replacement that writes ${quote(to)}`, safety: 'suggested', edits: [edit] };
}

/** The references to the same Service that the same prefix or suffix leaves behind. */
function sameRenaming(
  remarks: readonly BuildRemark[],
  { by, from, to }: UnrenamedReference,
): readonly UnrenamedReference[] {
  return remarks.flatMap((each) => {
    if (each.what !== 'unrenamed-reference' || each.from !== from || each.to !== to) return [];
    return each.by.path === by.path && each.by.span.start === by.span.start ? [each] : [];
  });
}

/** Undefined where other objects are selected as well, or the path is one that a replacement cannot express. */
function targetFor({ object, path }: ValuePlace, objects: readonly BuiltObject[]): readonly string[] | undefined {
  const { kind, written } = object;
  const same = objects.filter((each) => each.kind === kind && each.written.name === written.name);
  const field = fieldPath(path);
  if (same.length > 1 || field === undefined || !/^[a-z0-9-]+$/.test(written.name)) return undefined;
  return ['- select:', `    kind: ${kind}`, `    name: ${written.name}`, '  fieldPaths:', `    - ${field}`];
}

function fieldPath(path: Path): string | undefined {
  const steps = path.map((step) => (typeof step === 'string' && step.includes('.') ? `[${step}]` : String(step)));
  return steps.every((step) => /^(?:\w+|\[[\w./-]+\])$/.test(step)) ? steps.join('.') : undefined;
}
