/** The method table's rows for documents on server-side apply, on mirrored slices, on traffic and on builds: commands and texts. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Location, Range } from 'vscode-languageserver-types';
import { applyTargetAt } from '../../features/shown/apply-target.ts';
import { builtTargetAt } from '../../features/shown/built-target.ts';
import { offsetOf } from '../../features/lsp.ts';
import { lensPlaces } from '../../features/outline/lens-places.ts';
import { mirrorTargetAt } from '../../features/shown/mirror-target.ts';
import { shownName } from '../../features/navigation/object-words.ts';
import type { View } from '../../features/view.ts';
import {
  explainRuleCommand,
  showApplyCommand,
  showBuiltCommand,
  showPlacesCommand,
  showSlicesCommand,
  showTrafficCommand,
  useOverlayCommand,
} from '../../features/vocabulary.ts';
import { listed, quote } from '../../text/quote.ts';
import { shownSubjectOf, type ShownSubject } from '../../features/shown/shown-object.ts';
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
import { showRulePage } from './rule-page.ts';
import { drawShown, shownText } from './shown-text.ts';
import { ownValue } from '../../text/own-value.ts';

export const shownRows: readonly RequestRow[] = [
  onWorkspace(
    {
      method: 'workspace/executeCommand',
      does: 'Opens the result of server-side apply, the mirrored slices, the traffic, or what overlays build of an object, in a document; other clients receive the text. Opens the page of a rule. Returns the places of the objects that belong to an object, or of what reads an Endpoints. Selects the overlay whose objects the first three show. Converts the workspace to EndpointSlices after the client confirms, and lists the remaining work.',
    },
    (params) => {
      const { command, argument } = commandIn(params);
      const converting = conversionCommand(command, argument);
      if (converting) return converting;
      if (command === useOverlayCommand) return useOverlay(argument);
      if (command === explainRuleCommand) return showRulePage(argument);
      if (command === showPlacesCommand) return placesFor(argument);
      const what = ownValue(commands, command);
      if (!what) throw new ResponseError(ErrorCodes.InvalidParams, `There is no command ${quote(command)}.`);
      const place = placeIn(argument);
      return (request) => showTarget(request, place, what);
    },
  ),
  onWorkspace(
    {
      method: 'workspace/textDocumentContent',
      does: 'Provides the text of these documents: the object after all patches with owners, conflicts and states; the slices, with what is dropped; which addresses of a Service get traffic, and why others do not; the built objects, with the place of each change; the report of a conversion.',
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
  return { text: (await drawShown(session, uri, subject)).text };
}

function useOverlay(argument: unknown): (request: ItemRequest) => Promise<null> {
  const overlay = overlayIn(argument);
  return async (request) => {
    await selectOverlay(overlay, request);
    return null;
  };
}

/** Chooses the overlay whose objects are shown, and refreshes what shows others. */
async function selectOverlay(overlay: string, { session, connection }: ItemRequest): Promise<void> {
  if (session.overlay === overlay) return;
  session.overlay = overlay;
  const { workspace } = session.client;
  if (experimentIn(session.client, 'status') === true)
    void connection.sendNotification('endpoints/didChangeSettings', {});
  if (session.pictureKeys.size > 0) void connection.sendNotification('endpoints/didChangePicture', {});
  if (workspace?.codeLens?.refreshSupport === true) await connection.sendRequest('workspace/codeLens/refresh');
  for (const [uri, shown] of session.shownTexts)
    if (workspace?.textDocumentContent && shown.subject.what !== 'built')
      await connection.sendRequest('workspace/textDocumentContent/refresh', { uri });
}

/** The places of the objects that the lens at the place names. The client shows them. */
function placesFor(argument: unknown): (request: ItemRequest) => Promise<Location[]> {
  const { uri, position } = placeIn(argument);
  const isOfReaders = membersOf(argument, 'params.arguments[0]')['of'] === 'readers';
  return async ({ session }) => {
    await session.indexed;
    if (isOfReaders) return locationsOfReaders(session, { uri, position });
    const files = filesOf(session);
    const view = files.view(uri);
    const places = view ? lensPlaces({ view, offset: offsetOf(view.located, position), files }) : [];
    if (places.length === 0) throw requestFailed('Nothing in the workspace belongs to the object at this place.');
    return places.map(locationOf);
  };
}

async function locationsOfReaders(session: Session, place: ReturnType<typeof placeIn>): Promise<Location[]> {
  const { readerLocations } = await import('../readers/reader-locations.ts');
  const found = readerLocations(session, place);
  if (found.length === 0) throw requestFailed('No readers of the object at this place are known.');
  return [...found];
}

const commands: { readonly [command: string]: ShownSubject['what'] | undefined } = {
  [showApplyCommand]: 'apply',
  [showSlicesCommand]: 'slices',
  [showBuiltCommand]: 'built',
  [showTrafficCommand]: 'traffic',
};

const kinds = {
  apply: {
    targetAt: applyTargetAt,
    kinds: ['Endpoints', 'EndpointSlice'],
    title: 'result of server-side apply',
    missing: 'There is no Endpoints, EndpointSlice or patch at this place.',
  },
  slices: {
    targetAt: mirrorTargetAt,
    kinds: ['Endpoints'],
    title: 'mirrored EndpointSlices',
    missing: 'There is no Endpoints at this place.',
  },
  traffic: {
    targetAt: builtTargetAt,
    kinds: ['Service', 'Endpoints', 'EndpointSlice'],
    title: 'traffic',
    missing: 'There is no Service, Endpoints or EndpointSlice at this place.',
  },
  built: {
    targetAt: builtTargetAt,
    kinds: ['Service', 'Endpoints', 'EndpointSlice'],
    title: 'built objects',
    missing: 'There is no object at this place that is built.',
  },
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
  const offset = view ? offsetOf(view.located, position) : 0;
  const object = view && kinds[what].targetAt(view, offset);
  // A patch in a kustomization is a part of what the overlay builds.
  const isPart = !object || object.resource.isPartial;
  const built = view && isPart ? await builtTarget(request, view, { offset, what }) : undefined;
  const found = built ?? (view && object && { view, ordinal: object.ordinal });
  const target = found && what === 'traffic' ? await serviceTarget(session, found) : found;
  const shown =
    target && (await show(request, target.view, { what, ordinal: target.ordinal, from: { uri, position } }));
  if (shown === undefined) throw requestFailed(kinds[what].missing);
  return shown;
}

interface Target {
  readonly view: View;
  readonly ordinal: number;
}

/** The written Service of the object, which has one document for all of its objects; else the object itself. */
async function serviceTarget(session: Session, target: Target): Promise<Target> {
  const { writtenService } = await import('../../features/traffic/service-traffic.ts');
  const { trafficOptionsOf } = await import('../requests/traffic-options.ts');
  const { view, ordinal } = target;
  const files = filesOf(session);
  const [entry] = files.workspace.entriesIn(view.uri).slice(ordinal, ordinal + 1);
  const at = entry && writtenService(entry, files, trafficOptionsOf(session, view.uri));
  const object = at && builtTargetAt(at.view, at.offset);
  return at && object ? { view: at.view, ordinal: object.ordinal } : target;
}

/** The object that an overlay builds with the text at the offset; its overlay is then selected. */
async function builtTarget(
  request: ItemRequest,
  view: View,
  { offset, what }: { readonly offset: number; readonly what: ShownSubject['what'] },
): Promise<Target | undefined> {
  const files = filesOf(request.session);
  const roots = files.rootsOf(view.uri);
  if (roots.length === 0) return undefined;
  const { builtFromFile } = await import('../../features/shown/built-from-file.ts');
  const [found, ...others] = builtFromFile(view, offset, { files, kinds: kinds[what].kinds });
  const source = found && files.view(found.entry.uri);
  if (!found || !source) return undefined;
  if (others.length > 0) {
    const names = [found, ...others].map(({ entry }) => shownName(entry));
    throw requestFailed(`${found.root.name} builds ${listed(names)}. Put the cursor on the path or the patch of one.`);
  }
  if (roots.length === 1) await selectOverlay(found.root.name, request);
  return { view: source, ordinal: found.entry.ordinal };
}

/** Null if the client opens the document, or else its text; undefined without such an object. */
async function show(
  { session, connection }: ItemRequest,
  view: View,
  which: Pick<ShownSubject, 'what'> & { readonly ordinal: number; readonly from: ReturnType<typeof placeIn> },
): Promise<string | null | undefined> {
  const entries = filesOf(session).workspace.entriesIn(view.uri);
  const subject = shownSubjectOf(view, entries, which);
  const entry = entries[which.ordinal];
  if (!subject || !entry) return undefined;
  if (!opensDocuments(session.client)) return (await shownText(session, subject)).text;
  const address = addressOf(subject, `${shownName(entry) || 'endpoints'}: ${kinds[which.what].title}`);
  const selection = which.what === 'traffic' ? await lineNaming(session, address, subject, which.from) : undefined;
  await connection.sendRequest('window/showDocument', {
    uri: address,
    takeFocus: true,
    ...(selection && { selection }),
  });
  return null;
}

/** The line of the document that names the line of the cursor, as an empty range; undefined where none does. */
async function lineNaming(
  session: Session,
  address: string,
  subject: ShownSubject,
  { uri, position }: ReturnType<typeof placeIn>,
): Promise<Range | undefined> {
  const shown = await drawShown(session, address, subject);
  const { lineOfPlace } = await import('../../features/shown/shown-marks.ts');
  const line = lineOfPlace(shown, { uri, line: position.line });
  const start = { line: line ?? 0, character: 0 };
  return line === undefined ? undefined : { start, end: start };
}
