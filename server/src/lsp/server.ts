/** The language server over any connection: keeps the session in step and answers by the method table. */
import { surroundingKind } from '../analysis/workspace/placement.ts';
import {
  ErrorCodes,
  ResponseError,
  WorkDoneProgressCancelNotification,
  type Connection,
  type InitializeParams,
} from 'vscode-languageserver';
import { loadServices } from '../contract/service-table.ts';
import { mayConcern } from '../frontends/concern.ts';
import { errorText } from '../text/error-text.ts';
import { isShownAddress } from './shown/shown-address.ts';
import { answerRequests, firstAnswersSent } from './protocol/answer.ts';
import { notInitialized } from './protocol/errors.ts';
import { checking } from './diagnostics/checking.ts';
import { isReportAddress } from './conversion/conversion-store.ts';
import { extendHost } from './client-host.ts';
import { follower } from './workspace/follow.ts';
import { outerSettingsWatcher } from './workspace/outer-settings.ts';
import { formatters } from './workspace/formatters.ts';
import { encodingFor, introduction } from './protocol/capabilities.ts';
import { handlers } from './requests/handlers.ts';
import { loadAhead } from './requests/later.ts';
import type { Host } from './host.ts';
import { publisher, type Publisher } from './diagnostics/publish.ts';
import { shownRefresher, relationRefresher, servicesRefresher } from './refresh.ts';
import { membersOf, membersOfEach, openedIn, uriParam, versionIn } from './protocol/params.ts';
import { rejectMalformed } from './protocol/initialize-params.ts';
import { register } from './protocol/register.ts';
import type { ServerContext } from './protocol/request.ts';
import {
  changedText,
  dropText,
  keepText,
  locate,
  newSession,
  settingsOf,
  withoutSlash,
  type Session,
} from './session.ts';
import { indexer } from './workspace/indexing.ts';
import { claimSpelling } from './spelling.ts';
import { isProgramUri, isProgramLanguage, readOpenProgram } from './workspace/programs.ts';
import { isTerraformLanguage, isTerraformUri } from './workspace/terraform.ts';
import { readSurroundings } from './workspace/surroundings.ts';
import { registerWatchers } from './workspace/watch.ts';
import { readerWatch } from './readers/reader-watch.ts';
import { reloadSettings, type SentSettings } from './workspace/workspace-settings.ts';

/** In ms after a text was opened: what its user asks for first is then loaded. */
const idle = 300;

export function startServer(connection: Connection, platform: Host): void {
  serve(connection, platform);
  connection.listen();
}

/** The methods whose overtaken requests need no answer. */
export const repeatedMethods = handlers.flatMap((row) => (row.about === 'text' && row.isRepeated ? [row.method] : []));

/** Serves a listening connection; `asked` is the `initialize` request that was already answered. */
export function serve(connection: Connection, platform: Host, asked?: InitializeParams): void {
  const session = newSession((where, error) =>
    connection.console.error(`Internal error in ${where}: ${errorText(error)}`),
  );
  const host = extendHost(platform, connection, session);
  const refreshRelations = relationRefresher({ connection, session, host });
  const applies = shownRefresher({ connection, session, host });
  const refreshServices = servicesRefresher({ connection, session, host });
  const formatting = formatters({ connection, session });
  const checks = checking(session, host, {
    onChange(keys) {
      refreshRelations();
      applies.keysChanged(keys);
      refreshServices();
      readers.schedule();
    },
    onText: (open) => formatting.follow(open),
    onRoots: () => indexing.readForBuilds(),
  });
  const server = { connection, session, host, checking: checks };
  const publish = publisher(connection, session, host, checks);
  const indexing = indexer(server, () => {
    publish.refreshFiles();
    refreshServices();
    readers.schedule();
  });
  const readers = readerWatch(server, ({ uris, hasPlaces }) => {
    publish.refreshSome(uris);
    if (hasPlaces) refreshRelations();
  });
  const follow = follower(server);
  const watchOuterSettings = outerSettingsWatcher(connection, session);
  let indexed = '';
  let sent: SentSettings = { initial: undefined, pushed: undefined };

  /** Lets later requests wait for the task. Its failure is an internal error and is logged. */
  const before = (task: () => Promise<void>): void => {
    session.ready = session.ready.then(task).catch((error: unknown) => session.onBug('settings', error));
  };
  const read = (): void => {
    before(async () => {
      await reloadSettings(connection, session, host, sent);
      applies.allChanged();
      follow();
      watchOuterSettings();
      formatting.followAll();
      publish.refreshSettings();
      refreshServices();
      const wanted = searches(session);
      if (wanted !== indexed) indexing.restart();
      indexed = wanted;
      readers.schedule();
    });
    before(() => readSurroundings(session, host, [...session.texts.keys()]));
  };
  const reload = (): void => {
    read();
    publish.refreshAll();
  };

  const begin = (params: InitializeParams): void => {
    sent = { ...sent, initial: params.initializationOptions };
    initialize(params, session);
  };
  if (asked) begin(asked);
  connection.onInitialize((params) => {
    if (session.isInitialized)
      throw new ResponseError(ErrorCodes.InvalidRequest, '"initialize" must be sent only once.');
    rejectMalformed(params);
    begin(params);
    return introduction(params.capabilities, host.version);
  });
  connection.onInitialized(() => {
    // The library otherwise handles this notification itself, and the server would not receive it.
    connection.onNotification(
      WorkDoneProgressCancelNotification.type,
      ({ token }) => void session.cancelled.add(token),
    );
    register(connection, session, reload);
    read();
  });
  connection.onDidChangeConfiguration((params) => {
    sent = { ...sent, pushed: membersOf(params, 'params')['settings'] };
    reload();
  });
  registerWatchers(connection, { session, indexing, readers, reload });
  connection.onShutdown(() => {
    if (!session.isInitialized) throw notInitialized();
    session.isShutDown = true;
  });
  keepTexts(connection, session, publish, {
    refreshShown(uri) {
      applies.fileChanged(uri);
      refreshServices();
    },
    onEdit: () => readers.schedule(),
    onClose: (uri) => formatting.close(uri),
    readAround: (uri) => before(() => readSurroundings(session, host, [uri])),
    reread: (uri) => indexing.follow({ changed: [uri], deleted: [] }),
    readForBuilds: () => indexing.readForBuilds(),
    readModule: (uri) => indexing.readModule(uri),
    readProgram: (uri) =>
      void readOpenProgram(server, uri, () => publish.refreshAll()).catch((error: unknown) =>
        session.onBug('programs', error),
      ),
    warmUp: () => void warmUp(server),
  });
  answerRequests(server, handlers);
}

/** Does not delay the first findings. */
async function warmUp(server: Pick<ServerContext, 'session' | 'host'>): Promise<void> {
  await server.host.delay(idle);
  await firstAnswersSent(server);
  await Promise.all([loadServices(), loadAhead()]);
}

function initialize(params: InitializeParams, session: Session): void {
  session.client = params.capabilities;
  session.clientName = params.clientInfo?.name ?? '';
  session.isInitialized = true;
  session.encoding = encodingFor(params.capabilities);
  const folders = params.workspaceFolders?.map((folder) => folder.uri) ?? (params.rootUri ? [params.rootUri] : []);
  session.folders.push(...folders);
  session.workspace.setKnowledge(folders.length > 0 ? 'none' : 'some');
}

/** The searched folders and the exclusions as text: equal for equal searches. */
function searches(session: Session): string {
  return JSON.stringify(
    session.folders.map((folder) => {
      const { exclude, maxFileSize } = settingsOf(session, `${withoutSlash(folder)}/`);
      return [withoutSlash(folder), exclude, maxFileSize];
    }),
  );
}

interface TextActions {
  /** Called when a text is opened, edited or closed. */
  readonly onEdit: () => void;
  /** Removes what the client has registered for the text. */
  readonly onClose: (uri: string) => void;
  /** Refreshes documents that contain line numbers of the text. */
  readonly refreshShown: (uri: string) => void;
  /** Reads the kustomizations and charts around a text that can contain a relevant object. */
  readonly readAround: (uri: string) => void;
  /** Loads the code of requests about Endpoints and the table of service names, because such requests will follow. */
  readonly warmUp: () => void;
  /** Loads what reads a program, and then reads it again. */
  readonly readProgram: (uri: string) => void;
  /** Reads the file on the disk, which is valid again after its text is closed. */
  readonly reread: (uri: string) => void;
  /** Reads the files that a kustomization names now, if they are not known. */
  readonly readForBuilds: () => void;
  /** Reads the other files of the Terraform module of a text, if they are not known. */
  readonly readModule: (uri: string) => void;
}

function keepTexts(
  connection: Connection,
  session: Session,
  publish: Publisher,
  { readAround, warmUp, reread, readForBuilds, readModule, readProgram, refreshShown, onEdit, onClose }: TextActions,
): void {
  const isOurs = (text: string): boolean => /endpoint/i.test(text);
  const isKustomization = (uri: string): boolean => surroundingKind(uri) === 'kustomization';
  /** The texts that can contain a relevant object; they are not searched for one again. */
  const concerned = new Set<string>();
  connection.onDidOpenTextDocument((params) => {
    const { uri, version, text, language } = openedIn(params);
    if (isShownAddress(uri) || isReportAddress(uri)) return;
    // The name decides how a text is read, and a program without one is no manifest.
    if (!isProgramUri(uri) && isProgramLanguage(language)) return;
    // Variable files give values that only one run has.
    if (!isTerraformUri(uri) && isTerraformLanguage(language)) return;
    claimSpelling(session, uri);
    keepText(session, uri, version, locate(session, text));
    publish.schedule(uri);
    onEdit();
    if (isProgramUri(uri)) return readProgram(uri);
    readModule(uri);
    if (mayConcern(text)) {
      concerned.add(uri);
      readAround(uri);
    }
    if (isKustomization(uri)) readForBuilds();
    if (isOurs(text)) warmUp();
  });
  connection.onDidChangeTextDocument((params) => {
    const uri = uriParam(params);
    const open = session.texts.get(uri);
    if (!open) return;
    const { located, change } = changedText(open, membersOfEach(params, 'contentChanges'));
    keepText(session, uri, versionIn(params), located, change);
    readModule(uri);
    if (isProgramUri(uri)) readProgram(uri);
    else if (!concerned.has(uri) && mayConcern(located.text)) {
      concerned.add(uri);
      readAround(uri);
    }
    if (isKustomization(uri)) readForBuilds();
    publish.scheduleTyped(uri);
    refreshShown(uri);
    onEdit();
  });
  connection.onDidCloseTextDocument((params) => {
    const uri = uriParam(params);
    if (!session.texts.has(uri)) return;
    const isMissed = isProgramUri(uri) && session.workspace.entriesIn(uri).length > 0;
    dropText(session, uri);
    concerned.delete(uri);
    publish.close(uri);
    onClose(uri);
    onEdit();
    reread(uri);
    // The search may leave out its file.
    if (isMissed) publish.refreshAll();
  });
}
