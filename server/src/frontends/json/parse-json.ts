/**
 * Reads JSON as the API server's decoder: no comments, and numbers as written (`80.0` is not an integer). A text may
 * contain several objects (JSON Lines).
 */
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Issue } from '../../tree/document.ts';
import { emptyScalar, type Entry, type Scalar, type Value } from '../../tree/value.ts';
import { conflictProblem } from '../documents/conflict.ts';
import { mask } from '../template.ts';
import { dividedArray } from './json-blocks.ts';
import { tokenAfter, visitStructure } from './structure.ts';

const deepest = 500;

/** A number with this many digits is out of every range. */
const mostDigits = 400;

/** The offsets of all top-level values except the first. Most files have one value. */
export function jsonCuts(text: string): readonly number[] {
  const cuts: number[] = [];
  let depth = 0;
  visitStructure(text, {
    onOpen: () => void depth++,
    onClose: (offset) => {
      if (depth === 0 || --depth > 0) return;
      const next = tokenAfter(text, offset + 1);
      if (text[next] === '{') cuts.push(next);
    },
  });
  return cuts;
}

interface JsonOptions {
  /** Actions may add or drop any part of the text. */
  readonly isTemplate?: boolean;
  /** Divides long arrays into blocks of items, where nothing is missing. */
  readonly isDivided?: boolean;
}

export interface JsonRead {
  readonly root: Value | undefined;
  readonly issues: readonly Issue[];
}

export function readJson(text: string, { isTemplate = false, isDivided = false }: JsonOptions = {}): JsonRead {
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
  const manner = { isOpen, isDivided: isDivided && !isOpen };
  return { root: node ? convert(node, text, manner) : undefined, issues };
}

const behind = 'This follows the end of the JSON object. Remove it.';

function isBehind({ offset }: ParseError, node: Node | undefined, text: string): boolean {
  const end = node ? node.offset + node.length : 0;
  return end <= offset && text[end - 1] === '}';
}

function depthIssue(text: string): Issue | undefined {
  let depth = 0;
  let start: number | undefined;
  visitStructure(text, {
    onOpen: (offset) => {
      if (++depth > deepest) start ??= offset;
    },
    onClose: () => void depth--,
  });
  if (start === undefined) return undefined;
  const message = `The document nests deeper than ${deepest} levels from here on, and is not read.`;
  return { span: { start, end: start + 1 }, message };
}

interface Manner {
  readonly isOpen: boolean;
  readonly isDivided: boolean;
}

function convert(node: Node, text: string, manner: Manner): Value {
  const { isOpen, isDivided } = manner;
  const span = { start: node.offset, end: node.offset + node.length };
  if (node.type === 'array') {
    const items = (node.children ?? []).map((child) => convert(child, text, manner));
    const divided = isDivided ? dividedArray(items, text, span) : undefined;
    return divided ?? { kind: 'sequence', span, items, style: 'flow', isOpen, isAlias: false };
  }
  if (node.type === 'object') {
    const entries = (node.children ?? []).flatMap((child) => convertProperty(child, text, manner));
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

function convertProperty(node: Node, text: string, manner: Manner): Entry[] {
  const [keyNode, valueNode] = node.children ?? [];
  if (!keyNode) return [];
  const key = { start: keyNode.offset, end: keyNode.offset + keyNode.length };
  const keyText = text.slice(key.start, key.end);
  const end = (node.colonOffset ?? key.end - 1) + 1;
  const value: Value = valueNode ? convert(valueNode, text, manner) : emptyScalar(end);
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
