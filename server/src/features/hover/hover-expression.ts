/** Explains an expression of a program, such as `${db.metadata.name}`: what it reads, and its value where the program has it. */
import { followOutput } from '../../analysis/binding/output-types.ts';
import { resourceType } from '../../contract/contract.ts';
import type { Markup } from '../../text/markup.ts';
import { contains, type Span } from '../../text/span.ts';
import type { Document, InterpolationReference } from '../../tree/document.ts';
import { pathText, type Path } from '../../tree/path.ts';
import { isCollection, stringOf, valueOf, type Entry, type Value } from '../../tree/value.ts';
import { describeUnknown } from './hover-finding.ts';
import type { HoverAnswer, HoverOptions } from './hover-target.ts';
import { pathInLanguage } from '../program/field-words.ts';
import { programDeclarations, isInComponent } from '../navigation/program-names.ts';
import type { LocatedDocument, View } from '../view.ts';
import { shownLine } from '../written-values.ts';

/** Explains the expression that holds the offset; undefined where there is none, or the program does not declare its name. */
export function describeExpression(
  view: View,
  part: LocatedDocument,
  at: number,
  options: HoverOptions,
): HoverAnswer | undefined {
  const { document } = part;
  for (const reference of document.references) {
    const span = expressionSpan(reference, document);
    if (at < span.start || at > span.end) continue;
    const wrong = describeUnknown(view, part, options, (each) => contains(span, each));
    if (wrong) return { text: wrong.text, span };
    const { markup } = options;
    const words = expressionWords(reference, document, markup);
    if (words === undefined) return undefined;
    const shown = markup.code(shownLine(document.text.slice(span.start, span.end)));
    return { text: `${shown}: ${words}`, span };
  }
  return undefined;
}

function expressionSpan({ root, rootSpan, steps, isClosed }: InterpolationReference, { text }: Document): Span {
  const opening = text.lastIndexOf('${', rootSpan.start);
  const last = steps.at(-1)?.span.end ?? rootSpan.end;
  const closing = isClosed ? text.indexOf('}', last) : -1;
  const isNear = opening >= 0 && rootSpan.start - opening < 10 + root.length;
  return { start: isNear ? opening : rootSpan.start, end: closing < 0 ? last : closing + 1 };
}

function expressionWords(reference: InterpolationReference, document: Document, markup: Markup): string | undefined {
  return isInComponent(document, reference) ? undefined : outputWords(reference, document, markup);
}

/** What the program declares under the name, and the value that is read of it; undefined where it declares nothing. */
export function outputWords(
  { root, steps }: Pick<InterpolationReference, 'root' | 'steps'>,
  document: Document,
  markup: Markup,
): string | undefined {
  const declared = programDeclarations(document).find(({ entry }) => entry.name === root);
  if (!declared) return undefined;
  const { section, entry } = declared;
  const path = steps.map(({ step }) => step);
  const written = document.language ? pathInLanguage(pathText(path), document.language) : pathText(path);
  // What a program's resource is called here has its place where its name is repeated or not known.
  const ownName = document.syntax === 'code' ? entry.name.replace(/#\d+$/, '') : entry.name;
  const name = ownName === '' ? '' : ` ${markup.code(ownName)}`;
  const below = path.length === 0 ? 'the' : `${markup.code(written)} of the`;
  if (section === 'resources') {
    return resourceWords(entry, path, { head: `${below} resource${name}`, document, markup });
  }
  if (section === 'variables') {
    return paragraphs(`${below} variable${name}.`, valueNote(valueAt(entry.value, path), document, markup));
  }
  const about = entry.value.kind === 'mapping' ? entry.value : undefined;
  const type = about && stringOf(valueOf(about, 'type'));
  const isSecret = about && valueOf(about, 'secret') !== undefined;
  const fallback = about && !isSecret ? scalarText(valueOf(about, 'default'), markup) : undefined;
  return paragraphs(
    `${below} configuration value${name}${type === undefined ? '' : ` (${markup.code(type)})`}.`,
    fallback === undefined
      ? 'Each stack sets it, so this value is not checked.'
      : `Where a stack does not set it, it is ${fallback}.`,
  );
}

interface ResourceContext {
  readonly head: string;
  readonly document: Document;
  readonly markup: Markup;
}

function resourceWords(entry: Entry, path: Path, { head, document, markup }: ResourceContext): string {
  const { value } = entry;
  const resource = document.resources.find(({ envelope }) => envelope === value);
  const noteOn = (properties: Value | undefined): string | undefined =>
    path.length > 0 ? valueNote(valueAt(properties, path), document, markup) : undefined;
  if (!resource) {
    const block = value.kind === 'mapping' ? value : undefined;
    const token = block && stringOf(valueOf(block, 'type'));
    const shownToken = token === undefined ? '' : ` (${markup.code(token)})`;
    return paragraphs(`${head}${shownToken}.`, noteOn(block && valueOf(block, 'properties')));
  }
  const output = followOutput(resource.type, path);
  const doc = path.length === 0 ? resourceType(resource.type)?.doc : 'wrong' in output ? undefined : output.doc;
  return paragraphs(`${head} (${resource.type}).`, doc && markup.doc(doc), noteOn(resource.properties));
}

function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}

/** The value that the program has at a path; undefined where there is none, or it cannot be known statically. */
function valueAt(value: Value | undefined, path: Path): Value | undefined {
  let found = value;
  for (const step of path) {
    if (found?.kind === 'mapping' && typeof step === 'string') found = valueOf(found, step);
    else if (found?.kind === 'sequence' && typeof step === 'number' && !found.isOpen) found = found.items[step];
    else return undefined;
  }
  return found;
}

function valueNote(value: Value | undefined, { text }: Document, markup: Markup): string | undefined {
  const shown = scalarText(value, markup);
  if (shown !== undefined) return `The program sets it to ${shown}.`;
  if (isCollection(value)) return undefined;
  if (value?.kind !== 'opaque') return 'The value is known only when the program runs, so it is not checked.';
  const written = markup.code(shownLine(text.slice(value.span.start, value.span.end)));
  return `The program sets it to ${written}, which is known only when the program runs.`;
}

function scalarText(value: Value | undefined, markup: Markup): string | undefined {
  if (value?.kind !== 'scalar' || value.value === null || value.value === '') return undefined;
  return markup.code(shownLine(String(value.value)));
}
