/** The files of the session as a conversion to EndpointSlices would write them, beside the ones that are there. */
import { convertFiles } from '../../convert/convert.ts';
import { requiredEndpoints, requirementsIn } from '../../convert/required-endpoints.ts';
import type { EarlierFiles } from '../../features/traffic/picture-subject.ts';
import { shownFile } from '../../features/navigation/object-words.ts';
import { pathOfUri, settingsOf } from '../session.ts';
import { earlierFiles, type EarlierServer } from '../workspace/earlier-files.ts';
import { fileView, filesOf } from '../workspace/files.ts';
import { sessionRoots } from './session-roots.ts';

/** Converts all Endpoints of the files at `uris`. The settings are those of the file at `uri`. */
export async function convertedBeside(
  server: EarlierServer,
  uri: string,
  uris: ReadonlySet<string>,
): Promise<EarlierFiles> {
  const { session } = server;
  const files = filesOf(session);
  const { minor, minors, managedBy } = settingsOf(session, uri);
  const views = [...uris].sort().flatMap((each) => fileView(session, each) ?? []);
  const sources = views.map((view) => ({ uri: view.uri, path: pathOfUri(view.uri), file: view.file }));
  const run = convertFiles(
    sources,
    session.workspace,
    { to: 'endpointslice', mode: 'replace', minor, minors, managedBy },
    {
      requirementOf: requiredEndpoints(() =>
        [...files.texts()].flatMap(([at, text]) => requirementsIn({ uri: at, text })),
      ),
      roots: sessionRoots(session),
    },
  );
  const remarks = run.outcomes.flatMap(({ uri: at, span, kind, namespace, name, what, reasons, losses }) => {
    const line = (fileView(session, at)?.located.document.positionAt(span.start).line ?? 0) + 1;
    const title = `${kind} ${namespace === '' ? '' : `${namespace}/`}${name} (${shownFile(at, session)}:${line})`;
    return [
      ...(what === 'converted'
        ? []
        : [`${title} is not converted: ${reasons.map(({ message }) => message).join(' ')}`]),
      ...losses.map(({ message }) => `${title} loses a field: ${message}`),
    ];
  });
  const texts = run.files.map((file) => ({ uri: file.uri, text: file.after, shownAt: '' }));
  const beside = await earlierFiles(server, uri, { texts, uncompared: 0 });
  return { ...beside, remarks: [...beside.remarks, ...remarks] };
}
