/** Prints the plan of a roll-out: the files, commands and checks of each step, and what a person has to do. */
import { isWrittenName, objectName } from '../../readers/estate.ts';
import { rolloutSteps, type RolloutStep } from '../../readers/catalogue.ts';
import type { ReadObject, Reader } from '../../readers/reader.ts';
import type { ConversionOutcome } from '../../convert/outcome.ts';
import { fullName } from '../../convert/report/outcome-counts.ts';
import type { Rollout, RolloutChange, RolloutStage } from '../../convert/rollout/rollout.ts';
import { positionAtOffset } from '../../reports/locate.ts';
import { code, escaped } from '../../text/markdown.ts';
import { counted, grouped, withoutControls } from '../../text/quote.ts';
import { memoBy } from '../../text/memo.ts';
import { lineMap } from '../../text/moved-line.ts';
import { shellWord } from '../../text/shell-word.ts';
import { wrapped } from '../../text/wrap.ts';

export interface PlanWriting {
  readonly rollout: Rollout;
  readonly nameOf: (uri: string) => string;
  /** The text in which only readers have changed: tasks and outcomes have their places in it. */
  readonly textOf: (uri: string) => string;
  /** The text whose lines are shown. */
  readonly shownText: (uri: string) => string;
  /** The objects that kustomizations build of a file; undefined for a file that no kustomization names. */
  readonly builtOf: (uri: string) => readonly ReadObject[] | undefined;
  /** The directory of the patches; undefined without patches. */
  readonly steps: string | undefined;
}

interface StepWords {
  readonly title: string;
  readonly why: string;
}

const words: Readonly<Record<RolloutStep, StepWords>> = {
  access: {
    title: 'Access',
    why: 'Roles get rules for endpointslices. Slices are found by label, so who reads needs list. The rules for endpoints stay.',
  },
  kept: {
    title: 'What keeps its Endpoints',
    why: 'These objects stay Endpoints: what reads or writes them cannot use slices.',
  },
  policies: {
    title: 'Policies, projects and backups',
    why: 'They must know EndpointSlices before the first one is applied: otherwise it is refused, unguarded or not saved.',
  },
  slices: {
    title: 'Slices beside the Endpoints',
    why: 'The slices of the mirroring controller and these have the same addresses, and kube-proxy counts each once. Change no address until step 6 is done.',
  },
  readers: {
    title: 'Readers',
    why: 'Each reader moves to slices. The Endpoints are still there, so each change can be checked and taken back.',
  },
  deletion: {
    title: 'Delete the Endpoints',
    why: 'Only when the readers of step 5 are done. The mirroring controller deletes its slices with the Endpoints; these slices stay.',
  },
  controllers: {
    title: 'Later: stop the controllers of Endpoints',
    why: 'These read or write the Endpoints of the control plane. They work until the cluster stops its controllers.',
  },
};

export function patchName(step: RolloutStep): string {
  return `${rolloutSteps.indexOf(step) + 1}-${step}.patch`;
}

export function planMarkdown(writing: PlanWriting): string {
  const sections = writing.rollout.stages.map((stage, i) => {
    const { title, why } = words[stage.step];
    const blocks = [
      `## ${i + 1}. ${title}`,
      why,
      ...(stage.step === 'deletion' && stage.changes.length > 0 ? [gateOf(writing)] : []),
      ...changesMarkdown(stage, writing),
      ...byHandMarkdown(stage, writing),
      ...tasksMarkdown(stage, writing),
      ...(isEmpty(stage, writing) ? ['Nothing to do.'] : []),
      ...checksMarkdown(stage, writing),
    ];
    return blocks.join('\n\n');
  });
  const intro =
    'Each step is safe on its own. Commit and deliver one step before the next one: a controller that prunes, such as Argo CD or Flux, would do several steps at once.';
  return `${['# From Endpoints to EndpointSlice', summaryOf(writing), intro, ...sections].join('\n\n')}\n`;
}

function isEmpty(stage: RolloutStage, writing: PlanWriting): boolean {
  const { changes, tasks, outcomes } = stage;
  return changes.length + tasks.length + outcomes.length + byHandOf(stage, writing).length === 0;
}

function summaryOf({ rollout }: PlanWriting): string {
  const converted = rollout.outcomes.filter(({ what }) => what === 'converted').length;
  const tasks = rollout.stages.reduce((sum, each) => sum + each.tasks.length, 0);
  const files = new Set(rollout.stages.flatMap(({ changes }) => changes.map(({ uri }) => uri))).size;
  const person = rollout.outcomes.filter(({ what }) => what === 'person').length;
  const more = person > 0 ? `, and ${counted(person, 'object')} to convert by hand` : '';
  return `${counted(converted, 'object')} to convert, ${counted(files, 'file')} to change, ${counted(tasks, 'task')} for a person${more}.`;
}

function changesMarkdown(
  { step, changes, outcomes }: RolloutStage,
  { nameOf, steps, rollout, builtOf }: PlanWriting,
): readonly string[] {
  const listed = changes.map(({ uri }) => `- ${code(nameOf(uri))}`).join('\n');
  const kept =
    step === 'kept'
      ? outcomes.map((each) => `- ${code(fullName(each))}: ${escaped(each.reasons[0]?.message ?? '')}`)
      : [];
  const atOnce = step === 'slices' ? rollout.atOnce : [];
  return [
    ...(changes.length > 0 ? [`Files that change:\n\n${listed}`] : []),
    ...(kept.length > 0 ? [kept.join('\n')] : []),
    ...(atOnce.length > 0
      ? [
          `These cannot have slices beside them, because their patches change with them: ${atOnce.map((each) => code(fullName(each))).join(', ')}. Their slices come with step 6: turn pruning off for it, and delete the Endpoints after the slices are there.`,
        ]
      : []),
    ...commandsMarkdown(changes, steps === undefined ? [] : [`git apply ${shellWord(`${steps}/${patchName(step)}`)}`], {
      nameOf,
      builtOf,
    }),
  ];
}

/** The files that kubectl can apply; charts and kustomizations are delivered by other programs. */
function commandsMarkdown(
  changes: readonly RolloutChange[],
  first: readonly string[],
  { nameOf, builtOf }: Pick<PlanWriting, 'nameOf' | 'builtOf'>,
): readonly string[] {
  const applied = changes.filter(({ uri, after }) => builtOf(uri) === undefined && isApplied(nameOf(uri), after));
  const commands = limited(applied, ({ uri }) => `kubectl apply -f ${shellWord(nameOf(uri))}`);
  const lines = changes.length === 0 ? [] : [...first, ...commands];
  return lines.length > 0 ? [shell(lines)] : [];
}

function isApplied(name: string, text: string): boolean {
  const isManifest = /\.(?:ya?ml|json)$/i.test(name) && /(?:^|[{,])[ \t]*["']?kind["']?[ \t]*:/m.test(text);
  return (
    isManifest &&
    !/(?:^|\/)(?:templates\/|kustomization\.ya?ml$|values[\w.-]*\.ya?ml$)/.test(name) &&
    !text.includes('{{')
  );
}

function byHandMarkdown(stage: RolloutStage, writing: PlanWriting): readonly string[] {
  const rows = byHandOf(stage, writing).map(
    (each) =>
      `- [ ] ${code(placeOf(each, writing))} ${each.kind} ${code(fullName(each))}: ${escaped(each.reasons[0]?.message ?? '')}`,
  );
  return rows.length > 0 ? [`To convert by hand:\n\n${rows.join('\n')}`] : [];
}

function tasksMarkdown({ tasks }: RolloutStage, writing: PlanWriting): readonly string[] {
  if (tasks.length === 0) return [];
  const rows = tasks.map((task) => `- [ ] ${code(placeOf(task, writing))} ${code(task.kind)} ${escaped(task.message)}`);
  return [`For a person:\n\n${rows.join('\n')}`];
}

function placeOf({ uri, span }: Pick<Reader, 'uri' | 'span'>, writing: PlanWriting): string {
  const { file, movedLine } = linesOf(writing, uri);
  const { line, column } = positionAtOffset(file, span.start);
  return `${writing.nameOf(uri)}:${movedLine(line)}:${column}`;
}

/** A file may have thousands of tasks. */
const linesOf = memoBy(({ textOf, shownText }: PlanWriting, uri: string) => {
  const text = textOf(uri);
  return { file: { text }, movedLine: lineMap(text, shownText(uri)) };
});

/** Objects that a person converts. */
function byHandOf({ step }: RolloutStage, { rollout }: PlanWriting): readonly ConversionOutcome[] {
  return step === 'slices' ? rollout.outcomes.filter(({ what }) => what === 'person') : [];
}

function gateOf({ rollout }: PlanWriting): string {
  const but = rollout.atOnce.length > 0 ? ', except the patches (`patch-target`) that change in this step' : '';
  return `First, this must list no reader that loses these objects${but}:\n\n${shell(['endpoints readers --when replaced .'])}`;
}

/** The most objects whose commands are written. */
const mostCommands = 20;

function limited<T>(all: readonly T[], commandOf: (each: T) => string): readonly string[] {
  const left = all.length - mostCommands;
  return [...all.slice(0, mostCommands).map(commandOf), ...(left > 0 ? [`# … and ${grouped(left)} more`] : [])];
}

function checksMarkdown({ step, outcomes }: RolloutStage, { builtOf }: PlanWriting): readonly string[] {
  const objects = new Map(
    outcomes
      .flatMap((each): readonly NamedObject[] => builtOf(each.uri) ?? [each])
      .map((each) => [objectName(each), each]),
  );
  const named = [...objects.values()].filter(({ name }) => isWrittenName(name));
  if (step === 'slices' && named.length > 0)
    return [
      'Check that the slices are there and that traffic still arrives:',
      shell([
        ...limited(
          named,
          (each) =>
            `kubectl get endpointslices${namespaceOption(each)} -l ${shellWord(`kubernetes.io/service-name=${each.name}`)}`,
        ),
        'endpoints traffic .',
      ]),
    ];
  if (step === 'deletion' && named.length > 0)
    return [
      'Apply the files, and delete the objects:',
      shell([
        ...limited(named, (each) => `kubectl delete endpoints ${shellWord(each.name)}${namespaceOption(each)}`),
        'endpoints traffic .',
      ]),
    ];
  return [];
}

type NamedObject = Pick<ReadObject, 'namespace' | 'name'>;

function namespaceOption({ namespace }: NamedObject): string {
  return isWrittenName(namespace) ? ` -n ${shellWord(namespace)}` : '';
}

function shell(lines: readonly string[]): string {
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}

const width = 100;

/** A short form of the plan for a terminal. */
export function planText(writing: PlanWriting): string {
  const blocks = writing.rollout.stages.flatMap((stage, i) => {
    if (isEmpty(stage, writing)) return [];
    const files = stage.changes.map(({ uri }) => `    ${withoutControls(writing.nameOf(uri))}\n`);
    const kept = stage.step === 'kept' ? stage.outcomes.map((each) => `    ${objectName(each)}\n`) : [];
    const row = (place: Pick<Reader, 'uri' | 'span'>, what: string, message: string): readonly string[] => [
      `    ${withoutControls(`${placeOf(place, writing)}  ${what}`)}\n`,
      ...wrapped(withoutControls(message), width - 6).map((line) => `      ${line}\n`),
    ];
    const byHand = byHandOf(stage, writing).flatMap((each) =>
      row(each, `${each.kind} ${fullName(each)}`, each.reasons[0]?.message ?? ''),
    );
    const tasks = stage.tasks.flatMap((task) => row(task, task.kind, task.message));
    const parts = [
      files.length > 0 ? ['  Files that change:\n', ...files] : [],
      kept,
      byHand.length > 0 ? ['  To convert by hand:\n', ...byHand] : [],
      tasks.length > 0 ? ['  For a person:\n', ...tasks] : [],
    ];
    return [`${i + 1}. ${words[stage.step].title}\n${parts.flat().join('')}`];
  });
  return [...blocks, `${summaryOf(writing)}\n`].join('\n');
}
