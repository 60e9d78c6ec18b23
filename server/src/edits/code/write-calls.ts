/** Writes objects as constructor calls in the places of others: the first in the call itself, the others in statements that follow it. */
import { kindOfType, resourceType } from '../../contract/contract.ts';
import { programSyntax, type ProgramSyntax } from '../../frontends/code/read-code.ts';
import { nodeText, type SyntaxNode } from '../../frontends/code/syntax.ts';
import type { TextEdit } from '../../text/edit.ts';
import { blanksAtStart, lineBreakOf, lineEndAt, lineStartAt } from '../../text/line.ts';
import { capitalized } from '../../text/quote.ts';
import { contains, shift, type Span } from '../../text/span.ts';
import type { CodeLanguage, Document } from '../../tree/document.ts';
import { forgetTwins } from './twin-classes.ts';
import { applyEdits } from '../apply-edits.ts';
import { indentAt } from '../parts/open-part.ts';
import type { CallObject, CallReplacement } from '../parts/calls.ts';
import { callSite, type CallSite, type CallStatement } from './call-site.ts';
import type { CodeStyle } from './code-style.ts';
import { keywordEdit } from './keyword-arguments.ts';
import { printPart } from './print-code.ts';
import { programStyle } from './program-style.ts';
import { typeWith } from './read-call.ts';
import { resourcePath, sdkClass } from './sdk-classes.ts';
import { outputPaths, suffixedText } from './suffixed-names.ts';

interface Writing {
  readonly document: Document;
  readonly syntax: ProgramSyntax;
  readonly style: CodeStyle;
  /** The names of variables that are added. */
  readonly names: Set<string>;
}

/** The edits, with the imports that they need. A call that cannot be written is left as it is. */
export function writeCalls(document: Document, calls: readonly CallReplacement[]): readonly TextEdit[] {
  const syntax = programSyntax(document);
  if (!syntax) return [];
  const writing = { document, syntax, style: programStyle(document), names: new Set<string>() };
  forgetTwins(calls, writing);
  const edits = calls.flatMap((call) => replaced(call, writing) ?? []);
  const { references } = writing.style;
  // A type that two calls share is changed once.
  const own = [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()];
  return own.length === 0 ? [] : [...own, ...references.edits];
}

function replaced({ resource, objects }: CallReplacement, writing: Writing): readonly TextEdit[] | undefined {
  const site = callSite(writing.syntax, resource);
  const [first, ...others] = objects;
  if (!first) return site?.statement && [removal(site.statement, writing.document.text)];
  if (!site) return undefined;
  const isSame = first.kind === kindOfType(resource.type);
  const own = callEdits(site, first, writing, { isSame, within: undefined });
  const copies = others.map((object) => copyOf(site, object, writing));
  if (!own || !copies.every((copy) => copy !== undefined)) return undefined;
  return [...own, ...(site.statement && copies.length > 0 ? [insertion(site.statement, copies, writing)] : [])];
}

/** With its lines, and with a blank line above it if one is below it too. */
function removal({ span }: CallStatement, text: string): TextEdit {
  const start = lineStartAt(text, span.start);
  const isAlone =
    text.slice(start, span.start).trim() === '' && text.slice(span.end, lineEndAt(text, span.end)).trim() === '';
  if (!isAlone) return { span, text: '' };
  const after = text.indexOf('\n', span.end);
  const end = after < 0 ? text.length : after + 1;
  const above = /(?<=\n)[ \t]*\r?\n$/.exec(text.slice(0, start));
  const isGap = above && /^[ \t]*(?:\r?\n|\}|$)/.test(text.slice(end));
  return { span: { start: isGap ? start - above[0].length : start, end }, text: '' };
}

interface CallShape {
  /** True if the class stays. */
  readonly isSame: boolean;
  /** For a copy, the edits beside its class and its properties. */
  readonly within: readonly TextEdit[] | undefined;
}

function callEdits(
  site: CallSite,
  object: CallObject,
  writing: Writing,
  { isSame, within }: CallShape,
): readonly TextEdit[] | undefined {
  const { document, style } = writing;
  const type = resourceType(object.kind);
  const known = sdkClass(type);
  const args = argumentsEdit(site, object, writing, within);
  if (args) noteOutputs(args.text, style);
  if (!known || !args) return undefined;
  if (isSame) return [args];
  const path = style.references.to(resourcePath(known, style.language));
  const classText = path.replace(/(?<=^|\.)New(?=\w+$)/, '');
  const { callee, types } = site;
  return [
    ...(callee ? [{ span: spanOf(callee), text: path }] : []),
    args,
    ...types.flatMap((written) => {
      const changed = typeWith(written, site, document.text, classText);
      return changed === undefined ? [] : [{ span: spanOf(written), text: changed }];
    }),
  ];
}

/** A name that is made of an output needs the module of Pulumi, and Go needs it for every text. */
function noteOutputs(text: string, { language, references }: CodeStyle): void {
  const isUsed = language === 'go' || /\binterpolate`|\bOutput\.(?:concat|[fF]ormat)\(/.test(text);
  if (isUsed) references.to(outputPaths[language]);
}

function spanOf({ start, end }: SyntaxNode): Span {
  return { start, end };
}

function argumentsEdit(
  { made, list, properties }: CallSite,
  { kind, part }: CallObject,
  { document, style }: Writing,
  within: readonly TextEdit[] | undefined,
): TextEdit | undefined {
  const { text } = document;
  const type = resourceType(kind);
  if (!properties || !made.properties) return undefined;
  if (properties === list) return keywordEdit(document, made, { part, type, edits: within }, style);
  const outer = text.slice(properties.start, properties.end);
  const inner = made.properties.node;
  const isScript = style.language === 'typescript' || style.language === 'javascript';
  const around = outer.replace(text.slice(inner.start, inner.end), '');
  // A cast to any type stays, one to the class of the arguments does not.
  const at = isScript && !/\bEndpoint/.test(around) ? inner : properties;
  const column = indentAt(text, at.start);
  const beside = at.start - lineStartAt(text, at.start) - column;
  const usesDictionaries = style.usesDictionaries || outer.startsWith('{');
  const lines = printPart(part, type, { ...style, usesDictionaries }, { column, beside });
  return lines && { span: spanOf(at), text: placed(lines, text, at.start) };
}

/** The lines with the indentation of the line of an offset. */
function placed(lines: readonly string[], text: string, at: number): string {
  const indent = blanksAtStart(text, at);
  return lines.map((line, i) => (i === 0 || line === '' ? line : indent + line)).join(lineBreakOf(text));
}

/** The statement with another object: with another name and variable, and without comments. */
function copyOf(site: CallSite, object: CallObject, writing: Writing): string | undefined {
  const { document, syntax } = writing;
  const { statement, made } = site;
  const { suffix = '' } = object;
  if (!statement || !made.name) return undefined;
  const { text, language = 'typescript' } = document;
  const { start, end } = statement.span;
  const name = suffixedText(nodeText(made.name, text), suffix, language, false);
  const notes = syntax.program.survey.comments
    .filter((note) => contains(statement.span, note))
    .map((note) => ({ span: withBlanks(text, note), text: '' }));
  const within = [{ span: spanOf(made.name), text: name }, ...notes];
  const own = callEdits(site, object, writing, { isSame: false, within });
  if (!own) return undefined;
  const others = within.filter(({ span }) => !own.some((edit) => contains(edit.span, span)));
  const edits = [
    ...own.filter(({ span }) => contains(statement.span, span)),
    ...others,
    ...headEdits(statement, suffix, writing, own),
  ];
  return applyEdits(
    text.slice(start, end),
    edits.map((edit) => ({ ...edit, span: shift(edit.span, -start) })),
  );
}

/** A comment with its line, where nothing else is on it. */
function withBlanks(text: string, { start, end }: SyntaxNode): Span {
  const from = lineStartAt(text, start);
  const to = lineEndAt(text, end);
  const isAlone = text.slice(from, start).trim() === '' && text.slice(end, to).trim() === '';
  if (isAlone) return { start: from, end: Math.min(text.length, text.indexOf('\n', end) + 1 || text.length) };
  return { start: from + text.slice(from, start).trimEnd().length, end };
}

/** What is declared gets another name. What is only assigned keeps its first object, and Go allows no unused variables. */
function headEdits(
  { variable, target, assignment, exported, span }: CallStatement,
  suffix: string,
  { document: { text, language }, names }: Writing,
  own: readonly TextEdit[],
): readonly TextEdit[] {
  const bare = exported ? [{ span: exported, text: '' }] : [];
  if (variable)
    return [
      ...bare,
      { span: spanOf(variable), text: freeName(nodeText(variable, text), suffix, { text, language, names }) },
    ];
  if (!target || !assignment) return bare;
  if (language !== 'go') {
    return own.some((edit) => contains(assignment, edit.span)) ? bare : [...bare, { span: assignment, text: '' }];
  }
  const isInIf = /^if\b/.test(text.slice(span.start, target.start));
  const written = text.slice(assignment.start, assignment.end).replace(/^[\w.]+/, '_');
  return [...bare, { span: assignment, text: isInIf ? written : written.replace(':=', '=') }];
}

interface NameContext {
  readonly text: string;
  readonly language: CodeLanguage | undefined;
  readonly names: Set<string>;
}

/** `dbIpv6` or `db_ipv6`, and `db2` for a further one of the same family: in the form of the name, and used nowhere. */
function freeName(name: string, suffix: string, { text, language, names }: NameContext): string {
  const [, word = '', count] = /^-?(.*?)(?:-(\d+))?$/.exec(suffix) ?? [];
  const isUpper = /_|^[A-Z]+$/.test(name) && name === name.toUpperCase();
  const isSnake = language === 'python' || name.includes('_');
  const words = word.replaceAll(/\W+/g, '_');
  const ending = isSnake ? `_${isUpper ? words.toUpperCase() : words}` : capitalized(words);
  const own = count === undefined ? name + ending : name;
  let free = count === undefined ? own : name + count;
  for (let number = 2; names.has(free) || new RegExp(String.raw`\b${free}\b`).test(text); number++) free = own + number;
  names.add(free);
  return free;
}

/** Behind the line of the statement, if nothing but a comment follows there. */
function insertion(
  { span, check }: CallStatement,
  copies: readonly string[],
  { document: { text, language }, syntax }: Writing,
): TextEdit {
  const end = lineEndAt(text, span.end);
  const rest = text.slice(span.end, end);
  const isLast =
    rest.trim() === '' ||
    syntax.program.survey.comments.some(
      ({ start }) => text.slice(span.end, start).trim() === '' && start >= span.end && start < end,
    );
  const at = isLast ? end : span.end;
  const newline = lineBreakOf(text);
  const indent = blanksAtStart(text, span.start);
  const isLong = language !== 'go' && copies.some((copy) => copy.includes('\n'));
  const gap = isLong ? newline + newline : newline;
  return {
    span: { start: at, end: at },
    text: copies.map((copy) => gap + [...check, copy].map((line) => indent + line).join(newline)).join(''),
  };
}
