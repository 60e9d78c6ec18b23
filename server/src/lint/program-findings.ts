/** Adapts findings to programs and Terraform: their words, and where the value is written. */
import { contains, type Span } from '../text/span.ts';
import type { Document, Resource } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import { stringOf, valueAtPath, type Value } from '../tree/value.ts';
import { programName } from '../tree/program-name.ts';
import { inProgramWords } from './program-words.ts';
import type { Diagnostic, RelatedPlace } from './rule.ts';
import { inTerraformWords } from './terraform-words.ts';

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
  const inWords = wordsOf(diagnostic, { trail, value, language });
  const { fix } = diagnostic;
  diagnostics.push({
    ...diagnostic,
    message: inWords(diagnostic.message),
    related,
    fix: fix && { ...fix, title: inWords(fix.title) },
    ...(isInOpenMap(diagnostic, trail) && { mayBeReplaced: true }),
  });
}

/** True for a label or an annotation in a map of Terraform to which `merge` adds what is not known: it may replace the known ones. */
function isInOpenMap({ resource, path = [] }: Diagnostic, trail: readonly Value[]): boolean {
  const isOfMap = path.length === 3 && path[0] === 'metadata' && /^(?:label|annotation)s$/.test(String(path[1]));
  const map = trail[2];
  return resource?.terraform !== undefined && isOfMap && map?.kind === 'mapping' && map.isOpen;
}

interface PlaceInCode {
  readonly trail: readonly Value[];
  readonly value: Value | undefined;
  readonly language: Document['language'];
}

/** What makes a message or a title one in the words of the text. */
function wordsOf(
  { resource, path = [], rule }: Diagnostic,
  { trail, value, language }: PlaceInCode,
): (message: string) => string {
  const terraform = resource?.terraform;
  // These rules name what is written, also by wrong names.
  if (rule.enforcedBy === 'terraform') return (message) => message;
  if (terraform) return (message) => inTerraformWords(message, { terraform, path, value: stringOf(value) });
  if (!language) return (message) => message;
  const words = { language, written: namesNear(trail, path, language), value: stringOf(value) };
  return (message) => inProgramWords(message, words);
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
  if (!value || !origin || !contains(span, value.span)) return [];
  const uri = value.originFile;
  if (uri === undefined && contains(span, origin)) return [];
  const isNamed = related.some((each) => 'span' in each && each.uri === uri && contains(origin, each.span));
  if (isNamed) return [];
  const message = 'The value is written here.';
  return [uri === undefined ? { span: origin, message } : { span: origin, uri, message }];
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
