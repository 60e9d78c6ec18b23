/** The method table's rows for documents on server-side apply, on mirrored slices and on builds: commands and texts. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Location } from 'vscode-languageserver-types';
import { applyTargetAt } from '../../features/shown/apply-target.ts';
import { builtTargetAt } from '../../features/shown/built-target.ts';
import { offsetOf } from '../../features/lsp.ts';
import { lensPlaces } from '../../features/outline/lens-places.ts';
import { mirrorTargetAt } from '../../features/shown/mirror-target.ts';
import { shownName } from '../../features/navigation/object-words.ts';
import type { View } from '../../features/view.ts';
import {
  showApplyCommand,
  showBuiltCommand,
  showPlacesCommand,
  showSlicesCommand,
  useOverlayCommand,
} from '../../features/vocabulary.ts';
import { quote } from '../../text/quote.ts';
import { shownSubjectOf, type ShownSubject } from '../../features/shown/shown-object.ts';
import { setLatest } from '../../text/latest.ts';
import { addressOf, opensDocuments, subjectIn } from './shown-address.ts';
import { isReportAddress, reportAt } from '../conversion/conversion-store.ts';
import { conversionCommand } from '../conversion/convert-rows.ts';
import { locationOf } from '../requests/links.ts';
import { filesOf } from '../workspace/files.ts';
import { commandIn, membersOf, overlayIn, placeIn } from '../protocol/params.ts';
import { experimentIn } from '../protocol/experiments.ts';
import { requestFailed } from '../protocol/errors.ts';
import { onWorkspace, type ItemRequest, type RequestRow } from '../protocol/request.ts';
import { settingsOf, type Session } from '../session.ts';
import { shownText } from './shown-text.ts';

export const shownRows: readonly RequestRow[] = [
  onWorkspace(
    {
      method: 'workspace/executeCommand',
      does: 'Opens the result of server-side apply, the mirrored slices, or what overlays build of an object, in a document; other clients receive the text. Returns the places of the objects that belong to an object. Selects the overlay whose objects the result of server-side apply shows. Converts the workspace to EndpointSlices after the client confirms, and lists the remaining work.',
    },
    (params) => {
      const { command, argument } = commandIn(params);
      const converting = conversionCommand(command, argument);
      if (converting) return converting;
      if (command === useOverlayCommand) return useOverlay(argument);
      if (command === showPlacesCommand) return placesFor(argument);
      const what = Object.hasOwn(commands, command) ? commands[command] : undefined;
      if (!what) throw new ResponseError(ErrorCodes.InvalidParams, `There is no command ${quote(command)}.`);
      const place = placeIn(argument);
      return (request) => showTarget(request, place, what);
    },
  ),
  onWorkspace(
    {
      method: 'workspace/textDocumentContent',
      does: 'Provides the text of these documents: the object after all patches with owners, conflicts and states; the slices, with what is dropped; the built objects, with the place of each change; the report of a conversion.',
    },
    (params) => {
      const { uri } = membersOf(params, 'params');
      if (typeof uri === 'string' && isReportAddress(uri))
        return ({ session }) => ({ text: reportAt(session.conversions, uri) });
      const subject = typeof uri === 'string' ? subjectIn(uri) : undefined;
      if (typeof uri !== 'string' || !subject)
        throw new ResponseError(ErrorCodes.InvalidParams, `params.uri must be a URI that this server created.`);
      return (request) => contentOf(request, uri, subject);
    },
  ),
];

async function contentOf(
  { session }: ItemRequest,
  uri: string,
  subject: ShownSubject,
): Promise<{ readonly text: string }> {
  await session.indexed;
  return { text: await noted(session, uri, subject) };
}

/** Returns the text and stores it, so that the client is notified when it changes. */
async function noted(session: Session, uri: string, subject: ShownSubject): Promise<string> {
  const shown = await shownText(session, subject);
  setLatest(session.shownTexts, uri, { ...shown, subject }, mostTexts);
  return shown.text;
}

/** Clients do not report that such a document is closed, so only this many are refreshed. */
const mostTexts = 20;

/** Chooses the overlay of the preview of server-side apply, which then shows other objects. */
function useOverlay(argument: unknown): (request: ItemRequest) => Promise<null> {
  const overlay = overlayIn(argument);
  return async ({ session, connection }) => {
    session.overlay = overlay;
    const { workspace } = session.client;
    if (experimentIn(session.client, 'status') === true)
      void connection.sendNotification('endpoints/didChangeSettings', {});
    if (workspace?.codeLens?.refreshSupport === true) await connection.sendRequest('workspace/codeLens/refresh');
    for (const [uri, shown] of session.shownTexts)
      if (workspace?.textDocumentContent && shown.subject.what === 'apply')
        await connection.sendRequest('workspace/textDocumentContent/refresh', { uri });
    return null;
  };
}

/** The places of the objects that the lens at the place names. The client shows them. */
function placesFor(argument: unknown): (request: ItemRequest) => Promise<Location[]> {
  const { uri, position } = placeIn(argument);
  return async ({ session }) => {
    await session.indexed;
    const files = filesOf(session);
    const view = files.view(uri);
    const places = view ? lensPlaces({ view, offset: offsetOf(view.located, position), files }) : [];
    if (places.length === 0) throw requestFailed('Nothing in the workspace belongs to the object at this place.');
    return places.map(locationOf);
  };
}

const commands: { readonly [command: string]: ShownSubject['what'] | undefined } = {
  [showApplyCommand]: 'apply',
  [showSlicesCommand]: 'slices',
  [showBuiltCommand]: 'built',
};

const kinds = {
  apply: {
    targetAt: applyTargetAt,
    title: 'after apply',
    missing: 'There is no Endpoints, EndpointSlice or patch at this place.',
  },
  slices: { targetAt: mirrorTargetAt, title: 'as slices', missing: 'There is no Endpoints at this place.' },
  built: { targetAt: builtTargetAt, title: 'as built', missing: 'There is no object at this place that is built.' },
} as const;

async function showTarget(
  request: ItemRequest,
  { uri, position }: ReturnType<typeof placeIn>,
  what: ShownSubject['what'],
): Promise<string | null> {
  const { session } = request;
  await session.indexed;
  if (what === 'apply' && !settingsOf(session, uri).isOn.apply) throw requestFailed('The setting "apply" is off.');
  const view = filesOf(session).view(uri);
  const object = view && kinds[what].targetAt(view, offsetOf(view.located, position));
  const shown = view && object && (await show(request, view, { what, ordinal: object.ordinal }));
  if (shown === undefined) throw requestFailed(kinds[what].missing);
  return shown;
}

/** Null if the client opens the document, or else its text; undefined without such an object. */
async function show(
  { session, connection }: ItemRequest,
  view: View,
  which: Pick<ShownSubject, 'what'> & { readonly ordinal: number },
): Promise<string | null | undefined> {
  const entries = filesOf(session).workspace.entriesIn(view.uri);
  const subject = shownSubjectOf(view, entries, which);
  const entry = entries[which.ordinal];
  if (!subject || !entry) return undefined;
  if (!opensDocuments(session.client)) return (await shownText(session, subject)).text;
  const address = addressOf(subject, `${shownName(entry) || 'endpoints'} ${kinds[which.what].title}`);
  await connection.sendRequest('window/showDocument', { uri: address, takeFocus: true });
  return null;
}
