/** Checks the parameters of requests, which can be anything. Rejects malformed parameters with a message. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { CompletionItem, Position, Range, WorkspaceSymbol } from 'vscode-languageserver-types';

export function uriParam(params: unknown): string {
  return stringMember(membersOf(params, 'params')['textDocument'], 'params.textDocument', 'uri');
}

/** The position that a request names. It can be outside of the text. */
export function positionParam(params: unknown): Position {
  return readPosition(membersOf(params, 'params')['position'], 'params.position');
}

/** Undefined without a position. */
export function positionIfAny(params: unknown): Position | undefined {
  return membersOf(params, 'params')['position'] === undefined ? undefined : positionParam(params);
}

export function rangeIn(params: unknown): Range {
  return readRange(membersOf(params, 'params')['range'], 'params.range');
}

export function positionsIn(params: unknown): readonly Position[] {
  const positions = membersOf(params, 'params')['positions'];
  if (!Array.isArray(positions)) throw malformed('params.positions', 'a list', positions);
  return positions.map((each, i) => readPosition(each, `params.positions[${i}]`));
}

/** The text that a notification opens. */
export function openedIn(params: unknown): {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  /** The client's name of the language. */
  readonly language: unknown;
} {
  const document = membersOf(params, 'params')['textDocument'];
  return {
    uri: uriParam(params),
    version: versionIn(params),
    text: stringMember(document, 'params.textDocument', 'text'),
    language: membersOf(document, 'params.textDocument')['languageId'],
  };
}

/** The version of the text; some clients have none. */
export function versionIn(params: unknown): number {
  const { version } = membersOf(membersOf(params, 'params')['textDocument'], 'params.textDocument');
  return typeof version === 'number' ? version : 0;
}

/** The objects in a list of the parameters, or of one of their members. */
export function membersOfEach(params: unknown, name: string, where = 'params'): readonly Members[] {
  const list = membersOf(params, where)[name];
  if (!Array.isArray(list)) throw malformed(`${where}.${name}`, 'a list', list);
  return list.map((each, i) => membersOf(each, `${where}.${name}[${i}]`));
}

export function textIn(change: unknown): string {
  return stringMember(change, 'contentChanges', 'text');
}

export function newNameIn(params: unknown): string {
  return stringMember(params, 'params', 'newName');
}

/** The formatting options; missing ones have the defaults of most editors. */
export function formattingIn(params: unknown): { readonly tabSize: number; readonly insertSpaces: boolean } {
  const { tabSize, insertSpaces } = membersOf(membersOf(params, 'params')['options'], 'params.options');
  const size = tabSize === undefined ? 2 : readCount(tabSize, 'params.options.tabSize');
  return { tabSize: Math.min(Math.max(size, 1), 16), insertSpaces: insertSpaces !== false };
}

/** The completion item to resolve. Only its strings are from this server. */
export function completionItemIn(params: unknown): CompletionItem {
  const label = stringMember(params, 'params', 'label');
  const { data, ...rest } = membersOf(params, 'params');
  const isOurs =
    typeof data === 'object' && data !== null && Object.values(data).every((each) => typeof each === 'string');
  return { ...rest, label, ...(isOurs ? { data } : {}) };
}

export function titleIn(params: unknown): string {
  return stringMember(params, 'params', 'title');
}

/** The view that a request for a picture names; empty where it names none. */
export function viewNameIn(params: unknown): string {
  return membersOf(params, 'params')['view'] === undefined ? '' : stringMember(params, 'params', 'view');
}

/** The language that resources are copied as. */
export function languageIn(params: unknown): string {
  return stringMember(params, 'params', 'language');
}

/** The text to paste. */
export function pastedIn(params: unknown): string {
  return stringMember(params, 'params', 'text');
}

export function queryIn(params: unknown): string {
  return stringMember(params, 'params', 'query');
}

/** The symbol to resolve. Its data can come from another server. */
export function symbolIn(params: unknown): WorkspaceSymbol {
  const name = stringMember(params, 'params', 'name');
  return { ...membersOf(params, 'params'), name } as unknown as WorkspaceSymbol;
}

export function commandIn(params: unknown): { readonly command: string; readonly argument: unknown } {
  const command = stringMember(params, 'params', 'command');
  const { arguments: all } = membersOf(params, 'params');
  if (!Array.isArray(all ?? [])) throw malformed('params.arguments', 'a list', all);
  return { command, argument: Array.isArray(all) ? (all as readonly unknown[])[0] : undefined };
}

export function placeIn(argument: unknown): { readonly uri: string; readonly position: Position } {
  const where = 'params.arguments[0]';
  const uri = stringMember(argument, where, 'uri');
  return { uri, position: readPosition(membersOf(argument, where)['position'], `${where}.position`) };
}

export function overlayIn(argument: unknown): string {
  return stringMember(argument, 'params.arguments[0]', 'overlay');
}

type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown, where: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(where, 'an object', value);
  return value as Members;
}

export function stringMember(value: unknown, where: string, name: string): string {
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

/** Editors send their largest number for "to the end", above the limit of the protocol. */
function readCount(value: unknown, where: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw malformed(where, 'a whole number from 0', value);
}

function malformed(where: string, expected: string, value: unknown): ResponseError {
  const sent = value === undefined ? missing(where) : `is ${shortOf(value)}`;
  return new ResponseError(ErrorCodes.InvalidParams, `${where} must be ${expected}, but ${sent}.`);
}

/** The library passes undefined if the parameters are an empty list. */
function missing(where: string): string {
  return where === 'params' ? 'is missing or an empty list' : 'is missing';
}

function shortOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
