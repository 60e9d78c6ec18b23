/** Adapts findings to programs: their words, where the value is written, and no fix, because edits know YAML and JSON only. */
import { contains } from '../text/span.ts';
import type { Document, Resource } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { valueAtPath, type Value } from '../tree/value.ts';
import { inProgramWords, programName } from './program-words.ts';
import type { Diagnostic, RelatedPlace } from './rule.ts';

/** Adds a finding on a program. One text that stands for several values has one finding, which names the first of them. */
export function addInProgram(diagnostic: Diagnostic, { language }: Document, diagnostics: Diagnostic[]): void {
  const { resource, path = [], span, rule } = diagnostic;
  const trail = resource ? valuesAlong(resource, path) : [];
  const related = [...diagnostic.related, ...originOf(diagnostic, trail.at(-1))];
  const isShared = trail.some((value) => value.isShared);
  const known = isShared
    ? diagnostics.findIndex(
        (each) => each.rule === rule && each.span.start === span.start && each.span.end === span.end,
      )
    : -1;
  const first = diagnostics[known];
  if (first) {
    diagnostics[known] = { ...first, related: [...first.related, ...related.filter((each) => !isIn(first, each))] };
    return;
  }
  const message = language
    ? inProgramWords(
        diagnostic.message,
        language,
        namesNear(trail, path, (name) => programName(name, language)),
      )
    : diagnostic.message;
  diagnostics.push({ ...diagnostic, message, related, fix: undefined });
}

function isIn({ related }: Diagnostic, { span }: RelatedPlace & { readonly span?: Diagnostic['span'] }): boolean {
  return related.some((each) => 'span' in each && each.span.start === span?.start && each.span.end === span.end);
}

/** The properties, and the values at each step of the path as far as they are written. */
function valuesAlong({ properties }: Resource, path: Path): readonly Value[] {
  const values = [[], ...path.map((_, i) => path.slice(0, i + 1))].map((each) => valueAtPath(properties, each));
  return values.filter((value) => value !== undefined);
}

/** The literal, for a value that is used here and written elsewhere. */
function originOf({ span, related }: Diagnostic, value: Value | undefined): readonly RelatedPlace[] {
  const origin = value && 'origin' in value ? value.origin : undefined;
  if (!value || !origin || !contains(span, value.span) || contains(span, origin)) return [];
  return related.some((each) => 'span' in each && contains(origin, each.span))
    ? []
    : [{ span: origin, message: 'The value is written here.' }];
}

/** How the program spells the names along the path and beside them, by their names in the contract. */
function namesNear(trail: readonly Value[], path: Path, spell: (name: string) => string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const step of path) if (typeof step === 'string') names.set(step, spell(step));
  for (const value of trail)
    for (const { name, keyText } of value.kind === 'mapping' ? value.entries : [])
      if (keyText !== '') names.set(name, bare(keyText));
  return names;
}

function bare(keyText: string): string {
  return keyText.replace(/^[^\w$]+|[^\w$]+$/g, '');
}
