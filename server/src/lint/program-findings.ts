/** Adapts findings to programs: their words, and where the value is written. */
import { contains, type Span } from '../text/span.ts';
import type { Document, Resource } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { stringOf, valueAtPath, type Value } from '../tree/value.ts';
import { programName } from '../tree/program-name.ts';
import { inProgramWords } from './program-words.ts';
import type { Diagnostic, RelatedPlace } from './rule.ts';

/** Of one text that stands for many values, this many are named. */
const mostPlaces = 10;

/** Adds a finding on a program. One text that stands for several values has one finding, which names the first of them. */
export function addInProgram(diagnostic: Diagnostic, { language }: Document, diagnostics: Diagnostic[]): void {
  const { resource, path = [], rule, span } = diagnostic;
  const trail = resource ? valuesAlong(resource, path) : [];
  const value = trail[path.length];
  const related = [...diagnostic.related, ...originOf(diagnostic, value)];
  const isShared = trail.some((each) => each.isShared);
  const known = isShared ? diagnostics.findIndex((each) => each.rule === rule && isSame(each.span, span)) : -1;
  const first = diagnostics[known];
  if (first) {
    const others = related.filter((place) => !first.related.some((each) => isSamePlace(each, place)));
    diagnostics[known] = { ...first, related: [...first.related, ...others].slice(0, mostPlaces) };
    return;
  }
  const words = language && { language, written: namesNear(trail, path, language), value: stringOf(value) };
  const message = words ? inProgramWords(diagnostic.message, words) : diagnostic.message;
  const { fix } = diagnostic;
  diagnostics.push({
    ...diagnostic,
    message,
    related,
    fix: fix && words ? { ...fix, title: inProgramWords(fix.title, words) } : fix,
  });
}

function isSamePlace(a: RelatedPlace, b: RelatedPlace): boolean {
  return 'span' in a && 'span' in b && a.uri === b.uri && isSame(a.span, b.span);
}

function isSame(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/** The properties, and the values at each step of the path as far as they are written. */
function valuesAlong({ properties }: Resource, path: Path): readonly Value[] {
  const paths = [[], ...path.map((_, i) => path.slice(0, i + 1))];
  return paths.map((each) => valueAtPath(properties, each)).filter((value) => value !== undefined);
}

/** The literal of a value that is used here and written elsewhere. */
function originOf({ span, related }: Diagnostic, value: Value | undefined): readonly RelatedPlace[] {
  const origin = value && 'origin' in value ? value.origin : undefined;
  if (!value || !origin || !contains(span, value.span) || contains(span, origin)) return [];
  const isNamed = related.some((each) => 'span' in each && contains(origin, each.span));
  return isNamed ? [] : [{ span: origin, message: 'The value is written here.' }];
}

/** How the program spells the names of the path, beside the place and in it, by their names in the contract. */
function namesNear(
  trail: readonly Value[],
  path: Path,
  language: NonNullable<Document['language']>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const step of path) if (typeof step === 'string') names.set(step, programName(step, language));
  for (const value of trail.slice(-2))
    for (const { name, keyText } of value.kind === 'mapping' ? value.entries : [])
      if (keyText !== '') names.set(name, withoutQuotes(keyText));
  return names;
}

function withoutQuotes(keyText: string): string {
  return keyText.replace(/^[^\w$]+|[^\w$]+$/g, '');
}
