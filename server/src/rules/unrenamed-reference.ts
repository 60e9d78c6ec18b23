/** Reports references that still have the old name of a Service that a prefix or suffix renames. */
import { addToList } from '../lint/build-edits.ts';
import type { BuildEvent, BuildFix } from '../lint/build-events.ts';
import { placesFrom, rootNames, type BuiltPlace } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';
import { uniqueBy } from '../text/group.ts';
import { quote } from '../text/quote.ts';
import type { BuildRemark, BuiltObject } from '../tree/built.ts';
import type { Path } from '../tree/path.ts';

type LeftBehind = Extract<BuildRemark, { readonly what: 'left-behind' }>;

export const unrenamedReference = defineRule({
  code: 'unrenamed-reference',
  summary: 'A reference to a Service must have the name that a prefix or suffix gives to the Service.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'build',
  check(event, { report }) {
    const { remark, build } = event;
    if (remark?.what !== 'left-behind') return;
    const { at, by, from, to } = remark;
    const kind = placesFrom(build, at)[0]?.object.kind;
    const effect = kind === 'EndpointSlice' ? 'so its slice has no Service' : 'so it has no backend';
    const message = `In ${rootNames(event)}, the Service ${quote(from)} becomes ${quote(to)}, but this reference does not follow, ${effect}. Set it with replacements, or with a nameReference in configurations.`;
    const related = [{ at: by, message: 'The Service is renamed here.' }];
    report(at, message, { related, fix: replacement(remark, event) });
  },
});

/** One replacement for all references to the Service, in the outermost kustomization that renames it. */
function replacement({ by: at, from, to }: LeftBehind, { build, textOf }: BuildEvent): BuildFix | undefined {
  const services = build.objects.filter(({ kind, written }) => kind === 'Service' && written.name === from);
  const [service] = services;
  const text = textOf(at.path);
  if (services.length > 1 || service?.name !== to || text === undefined) return undefined;
  const targets = uniqueBy(leftBehind(build.remarks, to), (remark) => JSON.stringify(remark.at)).flatMap((remark) =>
    placesFrom(build, remark.at).map((place) => targetFor(place, build.objects)),
  );
  const lines = targets.flatMap((target) => target ?? []);
  if (targets.length === 0 || targets.includes(undefined)) return undefined;
  const item = ['source:', '  kind: Service', `  name: ${from}`, 'targets:', ...lines.map((line) => `  ${line}`)];
  const edit = addToList(at.path, text, 'replacements', item);
  return edit && { title: `Add a replacement that writes ${quote(to)}`, safety: 'suggested', edits: [edit] };
}

function leftBehind(remarks: readonly BuildRemark[], to: string): readonly LeftBehind[] {
  return remarks.flatMap((remark) => (remark.what === 'left-behind' && remark.to === to ? [remark] : []));
}

/** Undefined where other objects are selected as well, or the path is one that a replacement cannot express. */
function targetFor({ object, path }: BuiltPlace, objects: readonly BuiltObject[]): readonly string[] | undefined {
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
