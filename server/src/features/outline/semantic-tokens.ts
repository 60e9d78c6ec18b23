/** textDocument/semanticTokens: colours our resources and Services by the contract, with standard types that every theme has. */
import type { Position, SemanticTokens, SemanticTokensEdit } from 'vscode-languageserver-types';
import { addressTypeOf } from '../../analysis/binding/address-type.ts';
import { bindDocument } from '../../analysis/binding/bind-document.ts';
import { bindEnvelope } from '../../analysis/binding/envelope.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import type { Field } from '../../contract/type.ts';
import { differenceOf } from '../../text/difference.ts';
import { memo } from '../../text/memo.ts';
import { comparePlaces, overlaps, shift, type Span } from '../../text/span.ts';
import type { Opaque } from '../../tree/value.ts';
import { positionOf, type Located } from '../lsp.ts';
import { servicesIn } from '../service-objects.ts';
import { tokenModifiers, tokenTypes } from '../vocabulary.ts';
import { writtenSpan, type LocatedDocument, type View } from '../view.ts';
import { qualifiedFieldName, isAddress, isNear, isWritten } from '../written-values.ts';

type TokenType = (typeof tokenTypes)[number];

/** The tokens that touch the span of the file, or all tokens. No token spans lines or overlaps another. */
export function semanticTokens(view: View, span?: Span): SemanticTokens {
  return span ? tokensOf(view, span) : allTokens(view);
}

/** Remembered, because editors request the tokens of an unchanged text again. */
const allTokens = memo((view: View) => tokensOf(view));

/** The edits that turn the earlier tokens into the later ones: at most one, because changes are close together. */
export function tokenEdits(before: readonly number[], after: readonly number[]): SemanticTokensEdit[] {
  const { start, before: end, after: endAfter } = differenceOf(before, after);
  if (start === end && start === endAfter) return [];
  return [{ start, deleteCount: end - start, data: after.slice(start, endAfter) }];
}

function tokensOf(view: View, span?: Span): SemanticTokens {
  const found: Token[] = [];
  for (const part of view.file.parts) if (isAsked(part, span)) collectTokens(part, view, { span, tokens: found });
  const tokens = inOrder(span ? found.filter((token) => overlaps(token, span)) : found);
  const data: number[] = [];
  let end = 0;
  let last = { line: 0, character: 0 };
  for (const token of tokens) {
    if (token.start < end) continue;
    end = token.end;
    const { line, character } = token.at;
    const column = line === last.line ? character - last.character : character;
    data.push(line - last.line, column, token.length, token.type, token.modifiers);
    last = token.at;
  }
  return { data };
}

/** Sorts the tokens. They are nearly always sorted, and checking that is much faster than sorting. */
function inOrder(tokens: readonly Token[]): readonly Token[] {
  let before = -1;
  for (const { start } of tokens) {
    if (start <= before) return tokens.toSorted(comparePlaces);
    before = start;
  }
  return tokens;
}

/** A part of one line without blanks around it. The span is in UTF-16 units of the file. */
interface Token extends Span {
  readonly at: Position;
  /** In the units of the client. */
  readonly length: number;
  readonly type: number;
  readonly modifiers: number;
}

function isAsked({ start, document }: LocatedDocument, span: Span | undefined): boolean {
  return !span || isNear({ start, end: start + document.text.length }, span);
}

function collectTokens(
  part: LocatedDocument,
  view: View,
  { span, tokens }: { readonly span: Span | undefined; readonly tokens: Token[] },
): void {
  const { document, start } = part;
  const near = span && shift(span, -start);
  const add = (own: Span, type: TokenType, bits = 0): void => {
    addLines(tokens, shift(own, start), { type: tokenTypes.indexOf(type), modifiers: bits }, view.located);
  };
  for (const { resource, binding } of [...bindDocument(document, view.minor), ...servicesIn(view, part)]) {
    addTokens(binding.root, { text: document.text, near, hasNames: addressTypeOf(binding.root) === 'FQDN', add });
    if (!resource.envelope) continue;
    addTokens(bindEnvelope(resource.envelope).root, { text: document.text, near, hasNames: false, add });
  }
}

interface Tokenizing {
  readonly text: string;
  readonly near: Span | undefined;
  /** True for a slice whose addresses are domain names. */
  readonly hasNames: boolean;
  readonly add: (span: Span, type: TokenType, bits?: number) => void;
}

function addTokens(node: Bound, asked: Tokenizing): void {
  const { entry, field, value } = node;
  const { text, near, add } = asked;
  if (!isWritten(node) || (near && !isNear(writtenSpan(node), near))) return;
  if (entry && field) add(entry.key, 'property', bitsOf(field));
  if (value.kind === 'mapping') {
    for (const { key, isOpaqueKey, isMerged } of value.entries) if (isOpaqueKey && !isMerged) add(key, 'macro');
  }
  if (value.kind === 'opaque' && isFilledIn(value, text)) add(value.span, 'macro');
  const type = value.kind === 'scalar' && value.value !== null ? scalarType(node, asked) : undefined;
  if (type) add(value.span, type);
  for (const child of node.children) addTokens(child, asked);
}

function bitsOf({ readOnly, deprecated }: Field): number {
  return (readOnly ? bitOf('readonly') : 0) | (deprecated === undefined ? 0 : bitOf('deprecated'));
}

function bitOf(modifier: (typeof tokenModifiers)[number]): number {
  return 1 << tokenModifiers.indexOf(modifier);
}

/** True for templates, placeholders and expressions; other opaque values are incomplete text. */
function isFilledIn({ why, span }: Opaque, text: string): boolean {
  return why === 'a placeholder' || /\{\{|\$|fn::/i.test(text.slice(span.start, span.end));
}

const typesOfFields: Readonly<Record<string, TokenType>> = {
  'Endpoints.kind': 'type',
  'EndpointSlice.kind': 'type',
  'Service.kind': 'type',
  'PulumiResource.type': 'type',
  'EndpointPort.port': 'number',
  'EndpointPort.name': 'variable',
  'EndpointSlicePort.port': 'number',
  'EndpointSlicePort.name': 'variable',
  'ServicePort.port': 'number',
  'ServicePort.name': 'variable',
};

function scalarType(node: Bound, { hasNames }: Tokenizing): TokenType | undefined {
  const { type, value } = node;
  if (type.kind === 'integer' && value.kind === 'scalar' && typeof value.value !== 'bigint') return undefined;
  if (isAddress(node)) return hasNames ? undefined : 'number';
  const known = typesOfFields[qualifiedFieldName(node)];
  if (known) return known;
  const isChoice =
    type.kind === 'string' && value.kind === 'scalar' && type.choices?.some((choice) => choice.value === value.value);
  return isChoice ? 'enumMember' : undefined;
}

function addLines(tokens: Token[], span: Span, what: Pick<Token, 'type' | 'modifiers'>, located: Located): void {
  const { text } = located;
  const { type, modifiers: bits } = what;
  for (let { start } = span; start < span.end;) {
    let end = lineEnd(text, start, span.end);
    const next = end + 1;
    while (start < end && isBlank(text.charCodeAt(start))) start++;
    while (start < end && isBlank(text.charCodeAt(end - 1))) end--;
    if (start < end) {
      const at = positionOf(located, start);
      const length = located.encoding === 'utf-16' ? end - start : positionOf(located, end).character - at.character;
      tokens.push({ start, end, at, length, type, modifiers: bits });
    }
    start = next;
  }
}

function lineEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at++;
  return at;
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9;
}
