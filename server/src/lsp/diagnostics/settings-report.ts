/** Reports the mistakes in settings files: in open ones as the user types, and in those that the workspace uses. */
import { normalizedUri } from '../../config/location.ts';
import type { Host } from '../host.ts';
import { settingsOf, type Session } from '../session.ts';
import { isSettingsName } from '../workspace/settings-name.ts';
import type { DiagnosticReport } from './items.ts';

/** Returns the report of a settings file; undefined for any other file, without reading it. */
export function settingsReporter(
  session: Session,
  host: Host,
): (uri: string) => Promise<DiagnosticReport | undefined> | undefined {
  const known = new Map<string, DiagnosticReport>();
  const report = async (uri: string): Promise<DiagnosticReport | undefined> => {
    const { edit = 0 } = session.texts.get(uri) ?? {};
    const resultId = `settings ${session.settingsReads} ${edit}`;
    const before = known.get(uri);
    if (before?.resultId === resultId) return before;
    if (!settingsOf(session, uri).isOn.diagnostics) return undefined;
    const { settingsFindings } = await import('./settings-findings.ts');
    const found = { items: await settingsFindings(session, host, uri), resultId };
    known.set(uri, found);
    return found;
  };
  return (uri) => {
    const isSettings = session.texts.has(uri)
      ? isSettingsName(uri) || session.settingsFiles.has(normalizedUri(uri))
      : session.settingsInUse.has(uri);
    return isSettings ? report(uri) : undefined;
  };
}
