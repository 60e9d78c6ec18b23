/** The diagnostics of every file, open or not, as the protocol shows them. */
import type { Diagnostic } from 'vscode-languageserver-types';
import type { DiagnosticOptions } from '../../features/diagnostics.ts';
import { locationOfField } from '../../features/navigation/field-location.ts';
import { rangeOf } from '../../features/lsp.ts';
import { checkDocuments } from '../../lint/check-documents.ts';
import { Checks } from '../../project/checks.ts';
import { unrelated } from '../../project/unrelated.ts';
import type { SourceFile } from '../../tree/document.ts';
import { fileView } from '../workspace/files.ts';
import type { Host } from '../host.ts';
import { itemsOf, type DiagnosticReport } from './items.ts';
import { settingsOf, type FileSettings, type OpenText, type Session } from '../session.ts';
import { loadKustomize } from '../workspace/surroundings.ts';
import { reportOnExpectations } from './expectation-report.ts';
import { settingsReporter } from './settings-report.ts';
import { withReaders } from '../readers/reader-report.ts';
import { countFindings, type FindingCounts } from './finding-counts.ts';

export interface Checking {
  /** Undefined for a file that is not checked and has no report. A promise for a settings file, and where a build is due. */
  reportOn(uri: string): DiagnosticReport | undefined | Promise<DiagnosticReport | undefined>;
  firstItemsOf(open: OpenText, file: SourceFile): readonly Diagnostic[];
  outdated(): ReadonlySet<string>;
  /** Resolves when the files are read that builds need. */
  settle(): Promise<void>;
}

interface Reported {
  readonly report: DiagnosticReport;
  readonly options: DiagnosticOptions;
  /** Only for an open text: reused after an edit. */
  readonly counts: FindingCounts | undefined;
}

interface Followers {
  /** Called with the keys of the index whose answers have changed. */
  readonly onChange: (keys: ReadonlySet<string>) => void;
  /** Called with each version of an open text whose report is asked for. */
  readonly onText: (open: OpenText) => void;
  /** Called when a kustomization is built that was not built before: its files may be unread. */
  readonly onRoots: () => void;
}

export function checking(session: Session, host: Host, { onChange, onText, onRoots }: Followers): Checking {
  const files = { view: (uri: string) => fileView(session, uri) };
  const locate: DiagnosticOptions['locate'] = (related) => {
    const place = 'entry' in related ? session.project.builds.placeOf(related.entry, related.path) : related;
    const view = place?.uri === undefined ? undefined : files.view(place.uri);
    if (place?.uri !== undefined) return view && { uri: place.uri, range: rangeOf(view.located, place.span) };
    return 'entry' in related ? locationOfField({ ...related.entry, path: related.path }, files) : undefined;
  };
  const optionsFor = (uri: string): DiagnosticOptions => {
    const { publishDiagnostics, diagnostic } = session.client.textDocument ?? {};
    const hasRelated = diagnostic?.relatedInformation ?? publishDiagnostics?.relatedInformation ?? false;
    const hasMarkup = diagnostic?.markupMessageSupport === true;
    return { uri, hasRelated, hasMarkup, pageUri: (code) => host.pageUri(code), locate };
  };
  const reportedSettings = (uri: string): FileSettings | undefined => {
    const settings = settingsOf(session, uri);
    return settings.isOn.diagnostics ? settings : undefined;
  };
  const reportOnSettings = settingsReporter(session, host);
  let reports = 0;
  const checks = new Checks<FileSettings, Reported>(session.project, {
    settingsOf: reportedSettings,
    onChange,
    resultOf({ uri, checked }, before) {
      const options = before?.options ?? optionsFor(uri);
      const counts = countFindings(checked, before?.counts);
      const view = fileView(session, uri);
      const items = view ? itemsOf(counts, view.located, options) : [];
      const isSame = before && areSame(before.report.items, items);
      const report = isSame ? before.report : { items, resultId: String(++reports) };
      return { report, options, counts: session.texts.has(uri) ? counts : undefined };
    },
  });
  let known: ReadonlyMap<string, unknown> = new Map();
  const followRoots = (): void => {
    session.project.settle();
    const { builds } = session.project;
    const { roots } = builds;
    if (roots === known) return;
    const isNew = [...roots.keys()].some((uri) => !known.has(uri));
    known = roots;
    if (isNew || builds.hasUnasked(session.workspace.buildRoots())) onRoots();
  };
  /** An edit can write the first delivery of a folder, or the first Endpoints beside a kustomization, which is then built. */
  const settleBuilds = (): Promise<void> | undefined => {
    followRoots();
    const isReady = !session.project.builds.needsEngine(session.workspace.buildRoots());
    if (isReady) return undefined;
    // Without what builds, files are checked as they are written.
    const onBug = (error: unknown): void => session.onBug('kustomize', error);
    return loadKustomize(session).then(followRoots).catch(onBug);
  };
  const checkedReport = (uri: string): DiagnosticReport | undefined => {
    const report = checks.of(uri)?.report;
    const open = session.texts.get(uri);
    if (open) onText(open);
    return report && open ? { ...report, resultId: `${report.resultId} ${open.edit}` } : report;
  };
  return {
    reportOn(uri) {
      const mistakes = reportOnSettings(uri) ?? reportOnExpectations(session, uri);
      // Only the mistakes are reported. A check takes the file out of the outdated ones, which are sent until none is left.
      if (mistakes && checks.outdated().has(uri)) checks.of(uri);
      if (mistakes) return mistakes;
      const loading = settleBuilds();
      const report = (): ReturnType<Checking['reportOn']> => withReaders(session, uri, checkedReport(uri));
      return loading ? loading.then(report) : report();
    },
    async settle() {
      await settleBuilds();
      await session.indexed;
    },
    firstItemsOf(open, file) {
      const settings = reportedSettings(open.uri);
      if (!settings) return [];
      const found = checkDocuments(file, settings, unrelated(file));
      return itemsOf(countFindings(found), open.located, optionsFor(open.uri));
    },
    outdated: () => checks.outdated(),
  };
}

function areSame(before: readonly Diagnostic[], after: readonly Diagnostic[]): boolean {
  const isSame = (item: Diagnostic, i: number): boolean =>
    item === after[i] ||
    (item.range.start.line === after[i]?.range.start.line && JSON.stringify(item) === JSON.stringify(after[i]));
  return before.length === after.length && before.every(isSame);
}
