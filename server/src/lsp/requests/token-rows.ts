/** The method table's rows for semantic tokens: of a text, of its visible lines, and changes of the last answer. */
import type { SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver-types';
import { semanticTokens, tokenEdits } from '../../features/outline/semantic-tokens.ts';
import { takesTokenEdits } from '../protocol/announced.ts';
import { membersOf } from '../protocol/params.ts';
import { onRange, onText, type RequestRow, type TextRequest } from '../protocol/request.ts';

export const tokenRows: readonly RequestRow[] = [
  onText(
    {
      method: 'textDocument/semanticTokens/full',
      does: 'Colors kinds, fields, enum values, addresses, ports, and values that are unknown before rendering.',
      empty: { data: [] },
      isRepeated: true,
      setting: 'semanticTokens',
    },
    (request) => noted(request, semanticTokens(request.view)),
  ),
  onText(
    {
      method: 'textDocument/semanticTokens/full/delta',
      does: 'Sends only the changed tokens.',
      empty: { data: [] },
      isRepeated: true,
      setting: 'semanticTokens',
    },
    tokensSince,
  ),
  onRange(
    {
      method: 'textDocument/semanticTokens/range',
      does: 'Sends the tokens of the visible lines.',
      empty: { data: [] },
      isRepeated: true,
      setting: 'semanticTokens',
    },
    ({ view }, span) => semanticTokens(view, span),
  ),
];

/** All tokens if the client does not have the last answer. */
function tokensSince(request: TextRequest): SemanticTokens | SemanticTokensDelta {
  const { previousResultId } = membersOf(request.params, 'params');
  const before = request.session.sentTokens.get(request.open.uri);
  const now = noted(request, semanticTokens(request.view));
  if (before === undefined || before.resultId !== previousResultId) return now;
  const { resultId = before.resultId, data } = now;
  return { resultId, edits: tokenEdits(before.data, data) };
}

/** Stores the tokens under an ID, so that a client can request the changes. */
function noted({ session, open }: TextRequest, { data }: SemanticTokens): SemanticTokens {
  if (!takesTokenEdits(session.client)) return { data };
  const before = session.sentTokens.get(open.uri);
  const resultId = before?.data === data ? before.resultId : String(++session.tokenAnswers);
  session.sentTokens.set(open.uri, { resultId, data });
  return { resultId, data };
}
