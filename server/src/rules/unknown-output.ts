/** Reports expressions that read an output which an Endpoints or EndpointSlice resource does not have. */
import { deeperOutput, followOutput, type OutputType } from '../analysis/binding/output-types.ts';
import type { Type } from '../contract/type.ts';
import { defineRule } from '../lint/rule.ts';
import { isSameWord, nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';
import { contains, type Span } from '../text/span.ts';
import type { Document, InterpolationReference, ReferenceStep } from '../tree/document.ts';
import { pathText } from '../tree/path.ts';
import type { Fix } from '../tree/tree-edit.ts';
import type { Entry } from '../tree/value.ts';

export const unknownOutput = defineRule({
  code: 'unknown-output',
  summary: 'An expression must read an output that the resource has.',
  enforcedBy: 'pulumi',
  on: 'document',
  check(document, { report }) {
    if (document.references.length === 0) return;
    const types = ownTypes(document);
    // Components are left out, because they have their own names.
    const places = sectionsOf(document, ['variables', 'resources', 'outputs']).map(({ value }) => value.span);
    for (const reference of document.references) {
      const type = types.get(reference.root);
      // An incomplete expression may still become correct.
      if (type === undefined || !reference.isClosed) continue;
      if (!places.some((span) => contains(span, reference.rootSpan))) continue;
      const output = followOutput(
        type,
        reference.steps.map(({ step }) => step),
      );
      const step = 'wrong' in output ? reference.steps[output.wrong] : undefined;
      if (!('wrong' in output) || !step) continue;
      const { message, change } = problemOf(reference, step, output);
      report({ span: step.span }, message, { fix: change && fixOf(document, change) });
    }
  },
});

/** The top-level sections of the program. Pulumi matches their names case-insensitively. */
function sectionsOf({ root }: Document, names: readonly string[]): readonly Entry[] {
  if (root?.kind !== 'mapping') return [];
  return root.entries.filter(({ name, isMerged }) => !isMerged && names.includes(name.toLowerCase()));
}

/** The types of the checked resources by name, without names that are declared more than once. */
function ownTypes(document: Document): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  const declared = new Map<string, number>();
  const typeOf = new Map(document.resources.map(({ envelope, type }) => [envelope, type]));
  for (const { value } of sectionsOf(document, ['configuration', 'config', 'variables', 'resources'])) {
    if (value.kind !== 'mapping') continue;
    for (const entry of value.entries) {
      declared.set(entry.name, (declared.get(entry.name) ?? 0) + 1);
      const type = entry.value.kind === 'mapping' ? typeOf.get(entry.value) : undefined;
      if (type !== undefined) types.set(entry.name, type);
    }
  }
  return new Map([...types].filter(([name]) => declared.get(name) === 1));
}

interface Change {
  readonly span: Span;
  readonly by: string;
}

interface Problem {
  readonly message: string;
  readonly change?: Change | undefined;
}

type Wrong = Extract<OutputType, { wrong: number }>;

function problemOf(reference: InterpolationReference, step: ReferenceStep, output: Wrong): Problem {
  const before = reference.steps.slice(0, output.wrong);
  const owner = quote(pathText([reference.root, ...before.map((each) => each.step)]));
  const { kind } = output.owner;
  if (kind === 'list') return listProblem(owner, step, before.at(-1), output.owner);
  if (kind === 'object' && typeof step.step === 'string') return nameProblem(owner, step.step, step.span, output);
  const shown = pathText([step.step]);
  if (kind === 'object') {
    return { message: `${owner} is not a list, so ${shown} does not exist. ${choices(output.names)}` };
  }
  if (kind === 'map') {
    return {
      message: `${owner} is a map, so ${shown} does not exist. Write a key, such as .app or ["example.com/app"].`,
    };
  }
  return { message: `${owner} is ${words[kind]}, so it has no members. ${belowScalar(reference, output.wrong)}` };
}

const words = {
  string: 'a string',
  integer: 'a number',
  'integer or string': 'a number or a string',
  boolean: 'a boolean',
  any: 'a value',
} as const;

/** Keys of labels and annotations may contain dots, and must then be in brackets. */
function belowScalar({ steps }: InterpolationReference, wrong: number): string {
  const rest = steps.slice(wrong).map(({ step }) => step);
  const isOfMap = wrong === 3 && /^(?:labels|annotations)$/.test(String(steps[1]?.step));
  if (!isOfMap || !rest.every((step) => typeof step === 'string')) return 'End the expression after it.';
  const key = [steps[2]?.step, ...rest].join('.');
  return `Write a key with dots in brackets: [${quote(key)}].`;
}

function nameProblem(owner: string, name: string, span: Span, output: Wrong): Problem {
  const deeper = deeperOutput(output.owner, name);
  const meant =
    output.names.find((each) => isSameWord(each, name)) ?? (deeper && pathText(deeper)) ?? nearest(name, output.names);
  const start = `${owner} has no output ${quote(name)}`;
  if (meant === undefined) return { message: `${start}. ${choices(output.names)}` };
  return { message: `${start}. Did you mean ${quote(meant)}?`, change: { span, by: meant } };
}

function choices(names: readonly string[]): string {
  if (names.length < 9) return `Use ${listed(names, 'or')}.`;
  return `Use one of its outputs, such as ${listed(names.slice(0, 3), 'or')}.`;
}

/** The problem with a name where an index must come first. */
function listProblem(owner: string, { step }: ReferenceStep, list: ReferenceStep | undefined, type: Type): Problem {
  const item = type.kind === 'list' ? type.item : type;
  const isOfItem = item.kind === 'object' && Object.hasOwn(item.fields, String(step));
  const start = `${owner} is a list, and ${quote(String(step))} is`;
  if (!isOfItem) return { message: `${start} not an index. Use an index, such as [0].` };
  return {
    message: `${start} a member of its items. Use an index, such as [0].`,
    change: list && { span: list.span, by: `${list.step}[0]` },
  };
}

/** Undefined for a name in brackets that would become an expression: only a name after a dot can. */
function fixOf({ text }: Document, { span, by }: Change): Fix | undefined {
  if (text[span.start - 1] !== '.' && !/^\w+$/.test(by)) return undefined;
  return { title: `Replace by ${quote(by)}`, safety: 'suggested', edits: [{ kind: 'replace-text', span, by }] };
}
