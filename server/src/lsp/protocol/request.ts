/** Defines the rows of the method table, and creates them: each row checks its parameters first. */
import type { CancellationToken, Connection } from 'vscode-languageserver';
import { offsetOf } from '../../features/lsp.ts';
import type { Switch } from '../../config/settings.ts';
import type { View } from '../../features/view.ts';
import type { Span } from '../../text/span.ts';
import { clientPreferences, type ClientOptions } from './client-options.ts';
import type { Checking } from '../diagnostics/checking.ts';
import type { Host } from '../host.ts';
import { positionParam, positionsIn, rangeIn } from './params.ts';
import type { OpenText, Session } from '../session.ts';

/** What every handler can use. */
export interface ServerContext {
  readonly connection: Connection;
  readonly session: Session;
  readonly host: Host;
  readonly checking: Checking;
}

/** A resolve request, about an item of an earlier answer. */
export interface ItemRequest extends ServerContext {
  readonly params: unknown;
  readonly token: CancellationToken;
  readonly client: ClientOptions;
}

/** A request about an open text. */
export interface TextRequest extends ItemRequest {
  readonly open: OpenText;
  /** Computed on first use. */
  readonly view: View;
}

interface Method {
  readonly method: string;
  /** What the method does here, for docs/features.md. */
  readonly does: string;
}

/** Checks the parameters and returns the handler. */
type Prepare<R> = (params: unknown) => (request: R) => unknown;

export interface TextRow extends Method {
  readonly about: 'text';
  /** The answer if the text is not open. */
  readonly empty: unknown;
  /** The setting that turns the method off; the answer is then the empty one. */
  readonly setting?: Switch;
  /** The answer about a document that the server provides, or about a file that is not open; undefined for another text. */
  readonly provided?: (server: ServerContext, uri: string, params: unknown) => unknown;
  /** Set if the method has an answer about a program or a file of Terraform, beside which another server answers everything else. */
  readonly hasPrograms?: true;
  /** Set if refreshes and the reading of the workspace wait for the answer. */
  readonly goesFirst?: true;
  /** Set if clients send the request again after each edit: equal ones are computed once, and an overtaken one is dropped. */
  readonly isRepeated?: true;
  /** True if the request names a position, which is invalid in another version of the text. */
  readonly isPlaced: boolean;
  readonly prepare: Prepare<TextRequest>;
}

export interface ItemRow extends Method {
  /** An item of an earlier answer, or all files together. */
  readonly about: 'item' | 'workspace';
  readonly prepare: Prepare<ItemRequest>;
}

export type RequestRow = TextRow | ItemRow;

type TextFacts = Omit<TextRow, 'about' | 'isPlaced' | 'prepare'>;

/** A row about a whole text. */
export function onText(facts: TextFacts, answer: (request: TextRequest) => unknown): TextRow {
  return { ...facts, about: 'text', isPlaced: false, prepare: () => answer };
}

/** A row about a position in a text. */
export function onPosition(facts: TextFacts, answer: (request: TextRequest, offset: number) => unknown): TextRow {
  const prepare: Prepare<TextRequest> = (params) => {
    const position = positionParam(params);
    return (request) => answer(request, offsetOf(request.open.located, position));
  };
  return { ...facts, about: 'text', isPlaced: true, prepare };
}

/** A row about several positions in a text. */
export function onPositions(
  facts: TextFacts,
  answer: (request: TextRequest, offsets: readonly number[]) => unknown,
): TextRow {
  const prepare: Prepare<TextRequest> = (params) => {
    const positions = positionsIn(params);
    return (request) =>
      answer(
        request,
        positions.map((position) => offsetOf(request.open.located, position)),
      );
  };
  return { ...facts, about: 'text', isPlaced: true, prepare };
}

/** A row about a range of a text. */
export function onRange(facts: TextFacts, answer: (request: TextRequest, span: Span) => unknown): TextRow {
  const prepare: Prepare<TextRequest> = (params) => {
    const range = rangeIn(params);
    return (request) => {
      const start = offsetOf(request.open.located, range.start);
      return answer(request, { start, end: Math.max(start, offsetOf(request.open.located, range.end)) });
    };
  };
  return { ...facts, about: 'text', isPlaced: true, prepare };
}

/** A row about all files together. */
export function onWorkspace(facts: Method, prepare: Prepare<ItemRequest>): ItemRow {
  const prepareLate: Prepare<ItemRequest> = (params) => {
    const answer = prepare(params);
    return async (request) => {
      await request.session.ready;
      return answer(request);
    };
  };
  return { ...facts, about: 'workspace', prepare: prepareLate };
}

/** A row that completes an item of an earlier answer. */
export function onItem(facts: Method, prepare: Prepare<ItemRequest>): ItemRow {
  return { ...facts, about: 'item', prepare };
}

export function itemRequest(server: ServerContext, params: unknown, token: CancellationToken): ItemRequest {
  return { ...server, params, token, client: clientPreferences(server.session.client) };
}
