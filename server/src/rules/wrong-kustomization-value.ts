/** Reports values of a kustomization with another type than kustomize reads, such as numbers that must be strings. */
import type { BuildFix } from '../lint/build-events.ts';
import { rejection } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { Origin } from '../tree/built.ts';

/** Fields of a kustomization that are no strings. */
const otherFields = new Set(
  'resources bases components patches patchesStrategicMerge patchesJson6902 replacements vars configurations crds generators transformers validators labels commonLabels commonAnnotations images replicas count index create includeSelectors includeTemplates targets fieldPaths reject fields pairs options select source target helmCharts configMapGenerator secretGenerator generatorOptions sortOptions openapi metadata'.split(
    ' ',
  ),
);

export const wrongKustomizationValue = defineRule({
  code: 'wrong-kustomization-value',
  summary: 'A value of a kustomization must have the type that kustomize reads.',
  enforcedBy: 'kustomize',
  on: 'build',
  check(event, { report }) {
    const { failure, textOf } = event;
    if (failure?.cause !== 'field-type') return;
    const { at } = failure;
    const unquoted = unquotedAt(textOf(at.path) ?? '', at);
    const problem = unquoted ? problemOf(unquoted) : failure.message;
    report(at, rejection(event, problem), { fix: unquoted && quoting(at, unquoted) });
  },
});

interface Unquoted {
  readonly field: string;
  readonly text: string;
}

/** A plain scalar that YAML reads as another type than a string, in a field that must be one. */
function unquotedAt(text: string, { span }: Origin): Unquoted | undefined {
  const written = text.slice(span.start, span.end);
  const field = /(?:^|[\s{,])["']?([\w./-]+)["']?:[ \t]+$/.exec(
    text.slice(Math.max(0, span.start - 320), span.start),
  )?.[1];
  const isOther = /^(?:[-+]?\.?\d[\w.:+-]*|true|false|yes|no|on|off|y|n|null|~)$/i.test(written);
  return field === undefined || otherFields.has(field) || !isOther ? undefined : { field, text: written };
}

function problemOf({ field, text }: Unquoted): string {
  const type = /^(?:null|~)$/i.test(text) ? 'null' : /^[a-z]/i.test(text) ? 'a boolean' : 'a number';
  return `${text} without quotes is ${type}, and ${quote(field)} must be a string. Write "${text}".`;
}

function quoting(at: Origin, { text }: Unquoted): BuildFix {
  return { title: `Replace with "${text}"`, safety: 'safe', edits: [{ at, text: `"${text}"` }] };
}
