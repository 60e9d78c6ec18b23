/** The rows of the method table that show what server-side apply makes of an object: a command, and the text of a document. */
import { ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { applyTargetAt, showApplyCommand } from '../features/apply-target.ts';
import { offsetOf } from '../features/lsp.ts';
import { shownName } from '../features/object-words.ts';
import { quote } from '../text/quote.ts';
import { addressOf, applyScheme, opensDocuments, subjectIn, subjectOf } from './apply-address.ts';
import type { ApplySubject } from './apply-address.ts';
import type { ApplyText } from './apply-text.ts';
import { experimentIn } from './client-options.ts';
import { filesOf } from './files.ts';
import { commandIn, membersOf, placeIn } from './params.ts';
import { onWorkspace } from './request.ts';
import type { ItemRequest, Row } from './request.ts';
import { settingsOf } from './session.ts';
import type { Session } from './session.ts';

export const applyRows: readonly Row[] = [
  onWorkspace(
    {
      method: 'workspace/executeCommand',
      does: 'Shows what server-side apply makes of Endpoints and their patches: opens a document where the client can, and else answers with its text.',
      // A client that has the command itself would have two of it.
      capability: (client) =>
        experimentIn(client, 'showApply') === true ? {} : { executeCommandProvider: { commands: [showApplyCommand] } },
    },
    (params) => {
      const { command, argument } = commandIn(params);
      if (command !== showApplyCommand)
        throw new ResponseError(ErrorCodes.InvalidParams, `There is no command ${quote(command)}.`);
      const place = placeIn(argument);
      return (request) => showApply(request, place);
    },
  ),
  onWorkspace(
    {
      method: 'workspace/textDocumentContent',
      does: 'Gives the text of that document: the object after all its patches, with the owner of each line, conflicts and states.',
      capability: ({ workspace }) =>
        workspace?.textDocumentContent ? { workspace: { textDocumentContent: { schemes: [applyScheme] } } } : {},
    },
    (params) => {
      const { uri } = membersOf(params, 'params');
      const subject = typeof uri === 'string' ? subjectIn(uri) : undefined;
      if (typeof uri !== 'string' || !subject)
        throw new ResponseError(ErrorCodes.InvalidParams, `params.uri must be an address that this server has given.`);
      return (request) => contentOf(request, uri, subject);
    },
  ),
];

async function contentOf(
  { session }: ItemRequest,
  uri: string,
  subject: ApplySubject,
): Promise<{ readonly text: string }> {
  await session.indexed;
  return { text: await noted(session, uri, subject) };
}

/** The text, and a note of it, so that the client hears when it is another one. */
async function noted(session: Session, uri: string, subject: ApplySubject): Promise<string> {
  const shown = await textOf(session, subject);
  session.applyTexts.delete(uri);
  session.applyTexts.set(uri, { ...shown, subject });
  const [oldest] = session.applyTexts.keys();
  if (session.applyTexts.size > mostTexts && oldest !== undefined) session.applyTexts.delete(oldest);
  return shown.text;
}

/** Nobody says when such a document is closed; more than these are not looked at. */
const mostTexts = 20;

async function showApply(
  { session, connection }: ItemRequest,
  { uri, position }: ReturnType<typeof placeIn>,
): Promise<string | null> {
  await session.indexed;
  if (!settingsOf(session, uri).isOn.apply) throw refused('The setting "apply" is off.');
  const files = filesOf(session);
  const view = files.view(uri);
  const object = view && applyTargetAt(view, offsetOf(view.located, position));
  const entries = files.workspace.entriesIn(uri);
  const subject = object && subjectOf(view, entries, object.ordinal);
  const entry = object && entries[object.ordinal];
  if (!subject || !entry) throw refused('There is no Endpoints and no EndpointsPatch at this place.');
  if (!opensDocuments(session.client)) return (await textOf(session, subject)).text;
  const address = addressOf(subject, `${shownName(entry) || 'endpoints'} after apply`);
  await connection.sendRequest('window/showDocument', { uri: address, takeFocus: true });
  return null;
}

/** The words are loaded when they are asked for. */
async function textOf(session: Session, subject: ApplySubject): Promise<ApplyText> {
  const { applyText } = await import('./apply-text.ts');
  return applyText(session, subject);
}

function refused(reason: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}
