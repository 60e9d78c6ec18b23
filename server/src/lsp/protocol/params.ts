/** Checks what a client sends with a request, which may be anything. What is malformed is refused with a sentence on it. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { CompletionItem, Position, Range, WorkspaceSymbol } from 'vscode-languageserver-types';

/** The text that a request is about. */
export function uriParam(params: unknown): string {
  return stringIn(membersOf(params, 'params')['textDocument'], 'params.textDocument', 'uri');
}

/** The place that a request is about. It may lie outside of the text. */
export function positionParam(params: unknown): Position {
  return readPosition(membersOf(params, 'params')['position'], 'params.position');
}

/** The stretch that a request is about. */
export function rangeIn(params: unknown): Range {
  return readRange(membersOf(params, 'params')['range'], 'params.range');
}

/** The places that a request is about. */
export function positionsIn(params: unknown): readonly Position[] {
  const positions = membersOf(params, 'params')['positions'];
  if (!Array.isArray(positions)) throw malformed('params.positions', 'a list', positions);
  return positions.map((each, i) => readPosition(each, `params.positions[${i}]`));
}

/** What is written in the place of a range. */
export function textIn(change: unknown): string {
  return stringIn(change, 'contentChanges', 'text');
}

/** What something is to be called from now on. */
export function newNameIn(params: unknown): string {
  return stringIn(params, 'params', 'newName');
}

/** What a client says about formatting; what it leaves out is as in most editors. */
export function formattingIn(params: unknown): { readonly tabSize: number; readonly insertSpaces: boolean } {
  const { tabSize, insertSpaces } = membersOf(membersOf(params, 'params')['options'], 'params.options');
  const size = tabSize === undefined ? 2 : readCount(tabSize, 'params.options.tabSize');
  return { tabSize: Math.min(Math.max(size, 1), 16), insertSpaces: insertSpaces !== false };
}

/** The item that a client wants to know more of. What it holds besides strings is not from us. */
export function completionItemIn(params: unknown): CompletionItem {
  const label = stringIn(params, 'params', 'label');
  const { data, ...rest } = membersOf(params, 'params');
  const isOurs =
    typeof data === 'object' && data !== null && Object.values(data).every((each) => typeof each === 'string');
  return { ...rest, label, ...(isOurs ? { data } : {}) };
}

/** The title of the action that a client wants to know more of. */
export function titleIn(params: unknown): string {
  return stringIn(params, 'params', 'title');
}

/** What somebody has typed to find a symbol. */
export function queryIn(params: unknown): string {
  return stringIn(params, 'params', 'query');
}

/** The symbol that a client wants to know more of. Its data may not be ours. */
export function symbolIn(params: unknown): WorkspaceSymbol {
  const name = stringIn(params, 'params', 'name');
  return { ...membersOf(params, 'params'), name } as unknown as WorkspaceSymbol;
}

/** The command that a client wants to be run, and the first of its arguments. */
export function commandIn(params: unknown): { readonly command: string; readonly argument: unknown } {
  const command = stringIn(params, 'params', 'command');
  const { arguments: all } = membersOf(params, 'params');
  if (!Array.isArray(all ?? [])) throw malformed('params.arguments', 'a list', all);
  return { command, argument: Array.isArray(all) ? (all as readonly unknown[])[0] : undefined };
}

/** A place in a text, as a command names it. */
export function placeIn(argument: unknown): { readonly uri: string; readonly position: Position } {
  const where = 'params.arguments[0]';
  const uri = stringIn(argument, where, 'uri');
  return { uri, position: readPosition(membersOf(argument, where)['position'], `${where}.position`) };
}

/** The members of an object. */
export function membersOf(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(where, 'an object', value);
  return value as Readonly<Record<string, unknown>>;
}

function stringIn(value: unknown, where: string, name: string): string {
  const member = membersOf(value, where)[name];
  if (typeof member !== 'string') throw malformed(`${where}.${name}`, 'a string', member);
  return member;
}

function readRange(value: unknown, where: string): Range {
  const { start, end } = membersOf(value, where);
  return { start: readPosition(start, `${where}.start`), end: readPosition(end, `${where}.end`) };
}

function readPosition(value: unknown, where: string): Position {
  const { line, character } = membersOf(value, where);
  return { line: readCount(line, `${where}.line`), character: readCount(character, `${where}.character`) };
}

/** Editors send the largest number they have for "to the end", beyond the limit of the protocol. */
function readCount(value: unknown, where: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw malformed(where, 'a whole number from 0 on', value);
}

function malformed(where: string, expected: string, value: unknown): ResponseError {
  const sent = value === undefined ? missing(where) : `is ${shortOf(value)}`;
  return new ResponseError(ErrorCodes.InvalidParams, `${where} must be ${expected}, and ${sent}.`);
}

/** The library passes nothing on where the parameters are a list without items. */
function missing(where: string): string {
  return where === 'params' ? 'is missing or an empty list' : 'is missing';
}

function shortOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
