/** Adds an option to the call of a constructor: to the options that it has, or as a new argument. */
import { programSyntax } from '../../frontends/code/read-code.ts';
import { namedParts, type SyntaxNode } from '../../frontends/code/syntax.ts';
import { blanksAtStart, lineBreakOf, lineEndAt } from '../../text/line.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { keyOf, resourceOptions } from '../../tree/program.ts';
import type { Draft, DraftEntry, DraftPart } from '../../tree/tree-edit.ts';
import type { Mapping, Sequence } from '../../tree/value.ts';
import { arranged, type Row } from './arrange-parts.ts';
import { callSite } from './call-site.ts';
import { codeLayout, type LaidOut } from './code-layout.ts';
import type { CodeStyle } from './code-style.ts';
import { dependencyText, optionArguments, optionText } from './option-texts.ts';
import { startsLine } from './read-code-parts.ts';

/** Undefined for a draft of something else, and where the option cannot be written. */
export function composeOptions(document: Document, draft: Draft, style: CodeStyle): readonly TextEdit[] | undefined {
  for (const resource of document.resources) {
    const options = resourceOptions(resource.envelope);
    const list = options?.kind === 'mapping' ? keyOf(options, 'dependsOn')?.value : undefined;
    if (draft.base === undefined) return undefined;
    if (draft.kind === 'list' && draft.base === list) return addItem(document, draft.base, draft.items, style);
    const added = draft.kind === 'mapping' ? draft.entries.filter(({ entry }) => !entry) : [];
    if (options?.kind === 'mapping' && draft.base === options)
      return addEntry(document, { resource, options }, added, style);
    const [only] = added;
    if (draft.base === resource.envelope && only?.value.kind === 'mapping')
      return addArgument(document, resource, only.value.entries, style);
  }
  return undefined;
}

/** The names of variables that hold resources. */
function variablesIn(part: DraftPart): readonly string[] {
  if (part.kind === 'expression') return [part.name];
  return part.kind === 'list' ? part.items.flatMap(variablesIn) : [];
}

function argumentsFor(entries: readonly DraftEntry[], style: CodeStyle): readonly string[] | undefined {
  const variables = entries.flatMap(({ value }) => variablesIn(value));
  const flags = entries.flatMap(({ name, value }) =>
    value.kind === 'plain' && typeof value.value === 'boolean' ? [{ name, value: value.value }] : [],
  );
  return flags.length + variables.length === entries.length ? optionArguments(flags, variables, style) : undefined;
}

/** Behind the last argument. */
function addArgument(
  document: Document,
  resource: Resource,
  entries: readonly DraftEntry[],
  style: CodeStyle,
): readonly TextEdit[] | undefined {
  const syntax = programSyntax(document);
  const list = syntax && callSite(syntax, resource)?.list;
  const last = list && namedParts(list).findLast(({ type }) => !type.includes('comment'));
  const texts = argumentsFor(entries, style);
  // A call without properties has no place for options.
  if (!last || !texts || namedParts(list).length < 2) return undefined;
  return [behind(document.text, last, texts)];
}

function behind(text: string, last: SyntaxNode, texts: readonly string[]): TextEdit {
  const comma = /^\s*,/.exec(text.slice(last.end, last.end + 500))?.[0];
  const isOnOwnLine = startsLine(text, last.start);
  const between = isOnOwnLine ? lineBreakOf(text) + blanksAtStart(text, last.start) : ' ';
  const added = texts.join(`,${between}`);
  if (comma === undefined) return { span: { start: last.end, end: last.end }, text: `,${between}${added}` };
  // A comment beside the last argument stays there.
  const after = last.end + comma.length;
  const end = lineEndAt(text, after);
  const isNote = /^[ \t]*(?:#|\/\/)/.test(text.slice(after, end));
  const at = isNote && isOnOwnLine ? end : after;
  return { span: { start: at, end: at }, text: `${between}${added},` };
}

/** Beside the other options. */
function addEntry(
  document: Document,
  { resource, options }: { readonly resource: Resource; readonly options: Mapping },
  entries: readonly DraftEntry[],
  style: CodeStyle,
): readonly TextEdit[] | undefined {
  // The options of Go are arguments.
  if (style.language === 'go') return addArgument(document, resource, entries, style);
  const layout = codeLayout(document, options);
  const made = entries.map(({ name, value }) => {
    if (value.kind !== 'plain') return dependencyText(variablesIn(value), style);
    return typeof value.value === 'boolean' ? optionText({ name, value: value.value }, style) : undefined;
  });
  if (!layout || layout.parts.length === 0 || !made.every((each) => each !== undefined)) return undefined;
  return arranged(document.text, layout, [...layout.parts.map(kept), ...made.map(added)], style);
}

function kept(part: LaidOut): Row {
  return { part, edits: [] };
}

function added(line: string): Row {
  return { above: [], beside: '', lines: [line] };
}

/** Behind the resources that the option has. */
function addItem(
  document: Document,
  list: Sequence,
  items: readonly DraftPart[],
  style: CodeStyle,
): readonly TextEdit[] | undefined {
  const layout = codeLayout(document, list);
  const lines = items.flatMap(variablesIn);
  if (!layout || layout.isSingle || layout.parts.length === 0 || lines.length === 0) return undefined;
  return arranged(document.text, layout, [...layout.parts.map(kept), ...lines.map(added)], style);
}
