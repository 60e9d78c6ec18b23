/** Adds the readers that lose objects to the diagnostics of a file, also of one that is not checked otherwise. */
import type { DiagnosticReport } from '../diagnostics/items.ts';
import { settingsOf, type Session } from '../session.ts';

/** The report itself, at once, for a file without such readers. */
export function withReaders(
  session: Session,
  uri: string,
  report: DiagnosticReport | undefined,
): DiagnosticReport | undefined | Promise<DiagnosticReport> {
  const found = session.readers.files.get(uri);
  if (!found) return report;
  const { isOn } = settingsOf(session, uri);
  if (!isOn.diagnostics || !isOn.readers) return report;
  return import('./reader-items.ts').then(({ addReaderItems }) => addReaderItems(session, uri, { found, report }));
}
