/** Answers endpoints/services. Loaded with the first request, so a view that nobody opens costs nothing. */
import { DiagnosticSeverity } from 'vscode-languageserver-types';
import { keys } from '../../analysis/workspace/index-keys.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { serviceRows, type ObjectRow, type RowSources } from '../../features/hierarchy/service-rows.ts';
import { offsetOf } from '../../features/lsp.ts';
import { objectHolding } from '../../features/navigation/object-at-cursor.ts';
import type { TrafficOptions } from '../../features/traffic/service-traffic.ts';
import { memoWith } from '../../text/memo.ts';
import type { DiagnosticReport } from '../diagnostics/items.ts';
import { pacer } from '../pace.ts';
import type { ItemRequest, ServerContext } from '../protocol/request.ts';
import { settingsOf, viewOf, type Session } from '../session.ts';
import { fileView, filesOf } from '../workspace/files.ts';
import type { ListedObject, ServicesAnswer } from './services.ts';
import { trafficOptionsOf } from './traffic-options.ts';

/** What is known now; the client is told when that changes. */
export async function listServices(request: ItemRequest): Promise<ServicesAnswer> {
  const { session, checking } = request;
  session.areServicesShown = true;
  // While the folders are read, the answer has what was read.
  if (session.workspace.knowledge !== 'none') await checking.settle();
  // Texts that are read only on a question are read now.
  for (const kind of ['Service', 'EndpointSlice', 'Endpoints', 'Node']) session.workspace.at(keys.within(kind, ''));
  const { services, strays } = serviceRows(filesOf(session), sourcesIn(session));
  const { problems, isWhole } = await problemsIn(request, [
    ...services.flatMap((row) => [row, ...row.objects]),
    ...strays,
  ]);
  if (!isWhole) void askAgain(request).catch((error: unknown) => session.onBug('endpoints/services', error));
  const listed = <R extends ObjectRow>(row: R): R & ListedObject => {
    const { errors = 0, warnings = 0 } = problems.get(row.place.uri)?.get(row.place.ordinal) ?? {};
    return { ...row, errors, warnings };
  };
  const names = [...new Set([...services, ...strays].map(({ namespace }) => namespace))].sort();
  return {
    namespaces: names.map((name) => ({
      name,
      services: services
        .filter(({ namespace }) => namespace === name)
        .map((row) => ({ ...listed(row), objects: row.objects.map(listed) })),
      strays: strays.filter(({ namespace }) => namespace === name).map(listed),
    })),
    remark: remarkOn(session) || (isWhole ? '' : 'Files are still being checked, so problems may be missing.'),
  };
}

function remarkOn({ workspace, folders, programProblem }: Session): string {
  if (folders.length === 0) return 'No folder is open, so only open files are read.';
  if (workspace.knowledge === 'none') return 'The folders are still being read.';
  if (programProblem !== '') return `Some programs are not read: ${programProblem}`;
  return workspace.knowledge === 'all' ? '' : 'Not all files could be read, so Services may be missing.';
}

function sourcesIn(session: Session): RowSources {
  const { texts, disk, project } = session;
  const { roots } = project.builds;
  const known = new Map<string, TrafficOptions>();
  return {
    optionsOf(uri) {
      const [file = uri] = roots.get(uri)?.uris ?? [];
      const { minor, mirroring } = settingsOf(session, file);
      const key = `${minor} ${mirroring}`;
      const options = known.get(key) ?? trafficOptionsOf(session, file);
      known.set(key, options);
      return options;
    },
    sourceOf({ uri, ordinal }: IndexedObject) {
      const open = texts.get(uri);
      if (open) return objectsIn(viewOf(session, open).file)[ordinal]?.document;
      return disk.get(uri) ?? roots.get(uri);
    },
    buildOf: ({ uri }) => roots.get(uri)?.name ?? '',
  };
}

/** In ms: files that are not checked by then are counted in the next answer. */
const patience = 200;

async function askAgain({ session, connection, host }: ServerContext): Promise<void> {
  await host.delay(patience);
  if (!session.areServicesShown || session.isShutDown) return;
  session.areServicesShown = false;
  await connection.sendNotification('endpoints/didChangeServices', {});
}

type ProblemCounts = ReadonlyMap<number, { errors: number; warnings: number }>;

/** By file and ordinal of the object: the errors and warnings at its lines. */
async function problemsIn(
  { session, checking, host }: ServerContext,
  rows: readonly ObjectRow[],
): Promise<{ readonly problems: ReadonlyMap<string, ProblemCounts>; readonly isWhole: boolean }> {
  const pace = pacer(host);
  const start = host.now();
  const found = new Map<string, ProblemCounts>();
  for (const uri of new Set(rows.map(({ place }) => place.uri))) {
    if (host.now() - start > patience) return { problems: found, isWhole: false };
    const report = await checking.reportOn(uri);
    const source = session.texts.get(uri) ?? session.disk.get(uri);
    if (report && source && report.items.some(isProblem)) found.set(uri, problemsOf(report, source)(session, uri));
    await pace();
  }
  return { problems: found, isWhole: true };
}

function isProblem({ severity }: DiagnosticReport['items'][number]): boolean {
  return severity === DiagnosticSeverity.Error || severity === DiagnosticSeverity.Warning;
}

/** Counted once for each text with its findings. */
const problemsOf = memoWith(({ items }: DiagnosticReport, _source: object) => {
  let known: ProblemCounts | undefined;
  return (session: Session, uri: string): ProblemCounts => {
    if (known) return known;
    const counts = new Map<number, { errors: number; warnings: number }>();
    const view = fileView(session, uri);
    const objects = view ? objectsIn(view.file) : [];
    for (const item of items.filter(isProblem)) {
      const object = view && objectHolding(objects, offsetOf(view.located, item.range.start));
      if (!object) continue;
      const count = counts.get(object.ordinal) ?? { errors: 0, warnings: 0 };
      counts.set(object.ordinal, count);
      if (item.severity === DiagnosticSeverity.Error) count.errors++;
      else count.warnings++;
    }
    return (known = counts);
  };
});
