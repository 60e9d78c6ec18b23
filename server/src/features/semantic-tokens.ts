/**
 * textDocument/semanticTokens: what the contract knows of a text and a grammar cannot, inside our resources only. All
 * types and modifiers are standard ones, so that every theme has colours for them.
 */
import type { SemanticTokens, SemanticTokensLegend } from 'vscode-languageserver-types';
import { addressTypeOf } from '../analysis/address-type.ts';
import { bindEnvelope } from '../analysis/envelope.ts';
import type { Bound } from '../analysis/bind.ts';
import { lineAt, lineSpan } from '../text/line-index.ts';
import { overlaps, shift } from '../text/span.ts';
import type { Span } from '../text/span.ts';
import type { Located } from './lsp.ts';
import { positionOf } from './lsp.ts';
import type { LocatedResource, View } from './view.ts';
import { resourcesOf } from './view.ts';
import { fieldName, isAddress, writtenNodes } from './written.ts';

const types = ['type', 'property', 'enumMember', 'number', 'variable', 'macro'] as const;
const modifiers = ['readonly', 'deprecated'] as const;

type TokenType = (typeof types)[number];
type Modifier = (typeof modifiers)[number];

/**
 * `type`: kinds and type tokens. `property`: keys of the contract. `enumMember`: one of a closed set of values. `number`:
 * IP addresses and port numbers. `variable`: names of ports. `macro`: what is known only once a template is rendered or a
 * program runs.
 */
export const legend: SemanticTokensLegend = { tokenTypes: [...types], tokenModifiers: [...modifiers] };

/** The tokens that touch the span, or all; none over line ends, none on another. */
export function semanticTokens(view: View, span?: Span): SemanticTokens {
  const tokens = resourcesOf(view).flatMap((resource) => tokensOf(resource));
  const lines = tokens.flatMap((token) => splitLines(token, view.located));
  const asked = span ? lines.filter((token) => overlaps(token.span, span)) : lines;
  asked.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const data: number[] = [];
  let end = 0;
  let last = { line: 0, character: 0 };
  for (const token of asked) {
    if (token.span.start < end) continue;
    end = token.span.end;
    const { line, character } = positionOf(view.located, token.span.start);
    const length = positionOf(view.located, token.span.end).character - character;
    const column = line === last.line ? character - last.character : character;
    data.push(line - last.line, column, length, types.indexOf(token.type), bitsOf(token.modifiers));
    last = { line, character };
  }
  return { data };
}

interface Token {
  /** Of the file, once the token is on its line. */
  readonly span: Span;
  readonly type: TokenType;
  readonly modifiers: readonly Modifier[];
}

function tokensOf({ resource, binding, document, start }: LocatedResource): Token[] {
  const tokens: Token[] = [];
  const add = (span: Span, type: TokenType, modifiers: readonly Modifier[] = []): void => {
    tokens.push({ span: shift(span, start), type, modifiers });
  };
  const { text } = document;
  for (const node of writtenNodes(binding)) addTokens(node, text, add);
  if (!resource.envelope) return tokens;
  for (const node of writtenNodes(bindEnvelope(resource.envelope))) addTokens(node, text, add);
  return tokens;
}

type Add = (span: Span, type: TokenType, modifiers?: readonly Modifier[]) => void;

function addTokens(node: Bound, text: string, add: Add): void {
  const { entry, field, value } = node;
  if (entry && field) {
    const isDeprecated = field.deprecated !== undefined;
    add(entry.key, 'property', [
      ...(field.readOnly ? (['readonly'] as const) : []),
      ...(isDeprecated ? (['deprecated'] as const) : []),
    ]);
  }
  if (value.kind === 'mapping') {
    for (const { key, isOpaqueKey, isMerged } of value.entries) if (isOpaqueKey && !isMerged) add(key, 'macro');
  }
  if (value.kind === 'opaque' && isFilledIn(text.slice(value.span.start, value.span.end))) add(value.span, 'macro');
  const type = value.kind === 'scalar' && value.value !== null ? scalarType(node) : undefined;
  if (type) add(value.span, type);
}

/** Other values are not known because they are broken off. */
function isFilledIn(written: string): boolean {
  return /\{\{|\$|fn::/i.test(written);
}

const typesOfFields: Readonly<Record<string, TokenType>> = {
  'Endpoints.kind': 'type',
  'EndpointSlice.kind': 'type',
  'PulumiResource.type': 'type',
  'EndpointPort.port': 'number',
  'EndpointPort.name': 'variable',
  'EndpointSlicePort.port': 'number',
  'EndpointSlicePort.name': 'variable',
};

function scalarType(node: Bound): TokenType | undefined {
  const { type, value } = node;
  if (type.kind === 'integer' && value.kind === 'scalar' && typeof value.value !== 'bigint') return undefined;
  if (isAddress(node)) return addressTypeOf(rootOf(node)) === 'FQDN' ? undefined : 'number';
  const known = typesOfFields[fieldName(node)];
  if (known) return known;
  const isChoice =
    type.kind === 'string' && value.kind === 'scalar' && type.choices?.some((choice) => choice.value === value.value);
  return isChoice ? 'enumMember' : undefined;
}

function rootOf(node: Bound): Bound {
  return node.parent ? rootOf(node.parent) : node;
}

/** One token for each line, without the blanks around it. */
function splitLines(token: Token, { text, starts }: Located): Token[] {
  const first = lineAt(starts, token.span.start);
  const last = lineAt(starts, token.span.end);
  const split: Token[] = [];
  for (let line = first; line <= last; line++) {
    const whole = lineSpan(text, starts, line);
    let start = Math.max(whole.start, token.span.start);
    let end = Math.min(whole.end, token.span.end);
    while (start < end && isBlank(text.charCodeAt(start))) start++;
    while (start < end && isBlank(text.charCodeAt(end - 1))) end--;
    if (start < end) split.push({ ...token, span: { start, end } });
  }
  return split;
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9;
}

function bitsOf(set: readonly Modifier[]): number {
  return set.reduce((bits, modifier) => bits | (1 << modifiers.indexOf(modifier)), 0);
}
