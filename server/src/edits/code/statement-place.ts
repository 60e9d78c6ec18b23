/** Finds where a statement can be added beside a constructor call of a program, so that it runs whenever the call does. */
import type { ProgramSyntax } from '../../frontends/code/read-code.ts';
import { ancestor, fieldOf, namedParts, nodeText, type SyntaxNode } from '../../frontends/code/syntax.ts';
import { lineEndAt, lineStartAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';

export interface StatementPlace {
  /** The start of a line, or the end of one. */
  readonly offset: number;
  readonly isBefore: boolean;
  /** The blanks before the statements of the block. */
  readonly indent: string;
  /** In Go, the name of the Pulumi context. */
  readonly context: string | undefined;
}

const blocks = new Set([
  'program',
  'statement_block',
  'module',
  'block',
  'statement_list',
  'compilation_unit',
  'constructor_body',
]);

/** What decides whether or when the call in it runs. */
const deciding =
  /function|lambda|arrow|method|class|field|comprehension|generator|conditional|ternary|binary|boolean|switch/;

/** Undefined for a call that is no part of a statement in a block, such as the value of a class's field. */
export function statementBeside(at: Span, { program, constructions }: ProgramSyntax): StatementPlace | undefined {
  const made = constructions.find(({ call }) => call.start === at.start && call.end === at.end);
  const statement = made && statementOf(made.call);
  if (!statement) return undefined;
  const { text } = program;
  const start = lineStartAt(text, statement.start);
  const indent = text.slice(start, statement.start);
  if (indent.trim() !== '') return undefined;
  const go = made.call.type === 'call_expression' && statement.parent?.type === 'statement_list';
  if (go && !returnsError(statement, text)) return undefined;
  const [first] = go ? namedParts(fieldOf(made.call, 'arguments') ?? made.call) : [];
  const context = first && nodeText(first, text);
  const next = go ? nextOf(statement) : undefined;
  if (statement.type.startsWith('return') || next?.type === 'return_statement')
    return { offset: startOfComments(text, start), isBefore: true, indent, context };
  const isChecked = next?.type === 'if_statement' && /^if err\b/.test(nodeText(next, text));
  const last = isChecked ? next : statement;
  return { offset: lineEndAt(text, last.end), isBefore: false, indent, context };
}

function statementOf(call: SyntaxNode): SyntaxNode | undefined {
  for (let at = call; at.parent && !deciding.test(at.type); at = at.parent) if (blocks.has(at.parent.type)) return at;
  return undefined;
}

function nextOf(statement: SyntaxNode): SyntaxNode | undefined {
  return statement.parent && namedParts(statement.parent).find(({ start }) => start > statement.start);
}

/** The check of an error returns it. */
function returnsError(statement: SyntaxNode, text: string): boolean {
  const around = ancestor(statement, ({ type }) =>
    /^(?:func_literal|function_declaration|method_declaration)$/.test(type),
  );
  const result = around && fieldOf(around, 'result');
  return result !== undefined && nodeText(result, text) === 'error';
}

/** The start of the lines of comments directly above a line. */
function startOfComments(text: string, lineStart: number): number {
  let start = lineStart;
  while (start > 0) {
    const before = lineStartAt(text, start - 1);
    if (!/^\s*(?:\/\/|#)/.test(text.slice(before, start))) break;
    start = before;
  }
  return start;
}
