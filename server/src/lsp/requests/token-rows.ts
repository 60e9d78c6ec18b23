/** The rows of the method table for semantic tokens: all of them, those in sight, and what is different since they were asked for last. */
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
      setting: 'semanticTokens',
    },
    (request) => noted(request, semanticTokens(request.view)),
  ),
  onText(
    {
      method: 'textDocument/semanticTokens/full/delta',
      does: 'Sends only the changed tokens.',
      empty: { data: [] },
      setting: 'semanticTokens',
    },
    tokensSince,
  ),
  onRange(
    {
      method: 'textDocument/semanticTokens/range',
      does: 'Sends the tokens of the visible lines.',
      empty: { data: [] },
      setting: 'semanticTokens',
    },
    ({ view }, span) => semanticTokens(view, span),
  ),
];

/** All of them where the client has something else than what was sent last. */
function tokensSince(request: TextRequest): SemanticTokens | SemanticTokensDelta {
  const { previousResultId } = membersOf(request.params, 'params');
  const before = request.session.sentTokens.get(request.open.uri);
  const now = noted(request, semanticTokens(request.view));
  if (before === undefined || before.resultId !== previousResultId) return now;
  const { resultId = before.resultId, data } = now;
  return { resultId, edits: tokenEdits(before.data, data) };
}

/** The tokens with a name for them, by which a client that takes edits can ask for what is different. */
function noted({ session, open }: TextRequest, { data }: SemanticTokens): SemanticTokens {
  if (!takesTokenEdits(session.client)) return { data };
  const before = session.sentTokens.get(open.uri);
  const resultId = before?.data === data ? before.resultId : String(++session.tokenAnswers);
  session.sentTokens.set(open.uri, { resultId, data });
  return { resultId, data };
}
