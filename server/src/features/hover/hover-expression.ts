/** Hovers on an expression of a program, `${db.metadata.name}`: what it reads, and the value where the program writes it. */
import { followOutput } from '../../analysis/binding/output-types.ts';
import { resourceType } from '../../contract/contract.ts';
import { code } from '../../text/markdown.ts';
import type { Span } from '../../text/span.ts';
import type { Document, InterpolationReference } from '../../tree/document.ts';
import type { Path } from '../../tree/path.ts';
import { pathText } from '../../tree/path.ts';
import type { Entry, Value } from '../../tree/value.ts';
import { isCollection, stringOf, valueOf } from '../../tree/value.ts';
import { findingIn } from './hover-finding.ts';
import type { Described, HoverOptions } from './hover.ts';
import { programDeclarations, isInComponent } from '../navigation/program-names.ts';
import type { Declaration } from '../navigation/program-names.ts';
import type { LocatedDocument, View } from '../view.ts';
import { shownLine } from '../written.ts';

/** The expression that holds the place; undefined where there is none, or its name is not declared in the program. */
export function describeExpression(
  view: View,
  part: LocatedDocument,
  at: number,
  options: HoverOptions,
): Described | undefined {
  const { document } = part;
  for (const reference of document.references) {
    const span = extentOf(reference, document);
    if (at < span.start || at > span.end) continue;
    const wrong = findingIn(view, part, span, options);
    if (wrong) return { markdown: wrong.markdown, span };
    const declared = declarationOf(document, reference);
    if (!declared) return undefined;
    const shown = code(shownLine(document.text.slice(span.start, span.end)));
    return { markdown: `${shown}: ${wordsOf(declared, reference, document)}`, span };
  }
  return undefined;
}

/** From `${` to the brace, where it is written. */
function extentOf({ root, rootSpan, steps, isClosed }: InterpolationReference, { text }: Document): Span {
  const opening = text.lastIndexOf('${', rootSpan.start);
  const last = steps.at(-1)?.span.end ?? rootSpan.end;
  const closing = isClosed ? text.indexOf('}', last) : -1;
  const isNear = opening >= 0 && rootSpan.start - opening < 10 + root.length;
  return { start: isNear ? opening : rootSpan.start, end: closing < 0 ? last : closing + 1 };
}

function declarationOf(document: Document, reference: InterpolationReference): Declaration | undefined {
  if (isInComponent(document, reference)) return undefined;
  return programDeclarations(document).find(({ entry }) => entry.name === reference.root);
}

function wordsOf({ section, entry }: Declaration, { steps }: InterpolationReference, document: Document): string {
  const path = steps.map(({ step }) => step);
  const name = code(entry.name);
  const below = path.length === 0 ? 'the' : `${code(pathText(path))} of the`;
  if (section === 'resources') return resourceWords(entry, path, `${below} resource ${name}`, document);
  if (section === 'variables') {
    return sentences(`${below} variable ${name}.`, valueNote(valueAt(entry.value, path), document));
  }
  const about = entry.value.kind === 'mapping' ? entry.value : undefined;
  const type = about && stringOf(valueOf(about, 'type'));
  const isSecret = about && valueOf(about, 'secret') !== undefined;
  const fallback = about && !isSecret ? plainValue(valueOf(about, 'default')) : undefined;
  return sentences(
    `${below} configuration value ${name}${type === undefined ? '' : ` (${code(type)})`}.`,
    fallback === undefined
      ? 'It is set for each stack, so nothing is checked here.'
      : `Where the stack does not set it, it is ${fallback}.`,
  );
}

function resourceWords(entry: Entry, path: Path, head: string, document: Document): string {
  const { value } = entry;
  const resource = document.resources.find(({ envelope }) => envelope === value);
  if (!resource) {
    const block = value.kind === 'mapping' ? value : undefined;
    const token = block && stringOf(valueOf(block, 'type'));
    const written = block && valueAt(valueOf(block, 'properties'), path);
    const note = path.length > 0 ? valueNote(written, document) : undefined;
    return sentences(`${head}${token === undefined ? '' : ` (${code(token)})`}.`, note);
  }
  const output = followOutput(resource.type, path);
  const doc = path.length === 0 ? resourceType(resource.type)?.doc : 'wrong' in output ? undefined : output.doc;
  const note = path.length > 0 ? valueNote(valueAt(resource.properties, path), document) : undefined;
  return sentences(`${head} (${resource.type}).`, doc, note);
}

function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}

/** What the program writes at a path; undefined where nothing is, or it cannot be known. */
function valueAt(value: Value | undefined, path: Path): Value | undefined {
  let found = value;
  for (const step of path) {
    if (found?.kind === 'mapping' && typeof step === 'string') found = valueOf(found, step);
    else if (found?.kind === 'sequence' && typeof step === 'number' && !found.isOpen) found = found.items[step];
    else return undefined;
  }
  return found;
}

function valueNote(value: Value | undefined, { text }: Document): string | undefined {
  const plain = plainValue(value);
  if (plain !== undefined) return `The program writes ${plain} there.`;
  if (isCollection(value)) return undefined;
  if (value?.kind !== 'opaque') return 'The value is known only when the program runs, so nothing is checked here.';
  const written = code(shownLine(text.slice(value.span.start, value.span.end)));
  return `The program writes ${written} there, which is known only when it runs.`;
}

function plainValue(value: Value | undefined): string | undefined {
  if (value?.kind !== 'scalar' || value.value === null || value.value === '') return undefined;
  return code(shownLine(String(value.value)));
}
