/**
 * Reads JSON as the API server's decoder: no comments, and numbers as written (`80.0` is not an integer). A text may
 * contain several objects (JSON Lines).
 */
import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Issue } from '../../tree/document.ts';
import { emptyScalar, type Entry, type Scalar, type Value } from '../../tree/value.ts';
import { conflictProblem } from '../documents/conflict.ts';
import { mask } from '../template.ts';

const deepest = 500;

/** A number with this many digits is out of every range. */
const mostDigits = 400;

/** `SyntaxKind` of jsonc-parser, which exports it as a const enum only. */
const token = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 } as const;

/** The offsets of all top-level values except the first. Most files have one value. */
export function jsonCuts(text: string): readonly number[] {
  const cuts: number[] = [];
  const scanner = createScanner(text, true);
  let depth = 0;
  let isClosed = false;
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (depth === 0 && isClosed) {
      if (kind === token.openBrace) cuts.push(scanner.getTokenOffset());
      isClosed = false;
    }
    if (kind === token.openBrace || kind === token.openBracket) depth++;
    if ((kind === token.closeBrace || kind === token.closeBracket) && depth > 0) isClosed = --depth === 0;
  }
  return cuts;
}

/** `isTemplate`: actions may add or drop any part of the text. */
export function readJson(text: string, isTemplate = false): { root: Value | undefined; issues: readonly Issue[] } {
  const tooDeep = depthIssue(text);
  if (tooDeep) return { root: undefined, issues: [tooDeep] };
  const errors: ParseError[] = [];
  const node = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  // Later errors follow from the first one, and so do seemingly missing values.
  const issues = errors.slice(0, 1).map((error) => ({
    span: { start: error.offset, end: error.offset + error.length },
    message: conflictProblem(text, error.offset) ?? (isBehind(error, node, text) ? behind : errorMessage(error)),
  }));
  const isOpen = issues.length > 0 || isTemplate;
  return { root: node ? convert(node, text, isOpen) : undefined, issues };
}

const behind = 'This follows the end of the JSON object. Remove it.';

function isBehind({ offset }: ParseError, node: Node | undefined, text: string): boolean {
  const end = node ? node.offset + node.length : 0;
  return end <= offset && text[end - 1] === '}';
}

function depthIssue(text: string): Issue | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.openBrace || kind === token.openBracket) depth++;
    if (kind === token.closeBrace || kind === token.closeBracket) depth--;
    if (depth > deepest) {
      const start = scanner.getTokenOffset();
      const message = `The document nests deeper than ${deepest} levels from here on, and is not read.`;
      return { span: { start, end: start + 1 }, message };
    }
  }
  return undefined;
}

function convert(node: Node, text: string, isOpen: boolean): Value {
  const span = { start: node.offset, end: node.offset + node.length };
  if (node.type === 'array') {
    const items = (node.children ?? []).map((child) => convert(child, text, isOpen));
    return { kind: 'sequence', span, items, style: 'flow', isOpen, isAlias: false };
  }
  if (node.type === 'object') {
    const entries = (node.children ?? []).flatMap((child) => convertProperty(child, text, isOpen));
    const hasOpaqueKey = entries.some(({ isOpaqueKey }) => isOpaqueKey);
    return { kind: 'mapping', span, entries, style: 'flow', isOpen: isOpen || hasOpaqueKey, isAlias: false };
  }
  const written = text.slice(span.start, span.end);
  if (written.includes(mask)) return { kind: 'opaque', span, why: 'a template' };
  const isInteger = node.type === 'number' && /^-?\d+$/.test(written);
  // The remaining digits change no result, and computing with a million digits takes seconds.
  const value: Scalar['value'] = isInteger ? BigInt(written.slice(0, mostDigits)) : (node.value as Scalar['value']);
  return { kind: 'scalar', span, value, text: written, isAlias: false };
}

function convertProperty(node: Node, text: string, isOpen: boolean): Entry[] {
  const [keyNode, valueNode] = node.children ?? [];
  if (!keyNode) return [];
  const key = { start: keyNode.offset, end: keyNode.offset + keyNode.length };
  const keyText = text.slice(key.start, key.end);
  const end = (node.colonOffset ?? key.end - 1) + 1;
  const value: Value = valueNode ? convert(valueNode, text, isOpen) : emptyScalar(end);
  return [{ name: String(keyNode.value), keyText, key, value, isMerged: false, isOpaqueKey: keyText.includes(mask) }];
}

function errorMessage(error: ParseError): string {
  switch (printParseErrorCode(error.error)) {
    case 'InvalidCommentToken':
      return 'JSON has no comments. Remove it.';
    case 'CommaExpected':
      return 'A comma is missing before this. Add it.';
    case 'ColonExpected':
      return 'A colon is missing after the key. Add it.';
    case 'PropertyNameExpected':
      return 'A key in double quotes is expected here. Write one, or remove the comma before "}".';
    case 'ValueExpected':
      return 'A value is expected here. Write one, or remove the comma before "]".';
    case 'CloseBraceExpected':
      return 'The "{" of this object is never closed. Add "}".';
    case 'CloseBracketExpected':
      return 'The "[" of this list is never closed. Add "]".';
    case 'UnexpectedEndOfString':
      return 'This quote is never closed. Add the closing quote.';
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return 'This backslash escape does not exist in JSON. Write "\\\\" for a backslash.';
    case 'InvalidCharacter':
      return 'A control character cannot stand in a JSON string. Write it as an escape such as \\n.';
    default:
      return 'This is not JSON, as which a text that starts with "{" is read. Write keys and strings in double quotes.';
  }
}
