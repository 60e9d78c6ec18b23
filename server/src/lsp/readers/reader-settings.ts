/** What the settings say of readers: whether they are searched, and the versions of the programs of the cluster. */
import type { Platform } from '../../contract/platform.ts';
import { settingsOf, withoutSlash, type Session } from '../session.ts';

/** Of several folders, the first one that sets a version counts. */
export function workspacePlatform(session: Session): Platform {
  const all = session.folders.map((folder) => settingsOf(session, `${withoutSlash(folder)}/`).platform);
  return Object.assign({}, ...all.toReversed()) as Platform;
}

/** True if readers in the file are reported or counted. */
export function areReadersOn(session: Session, uri: string): boolean {
  const { isOn } = settingsOf(session, uri);
  return isOn.readers && (isOn.diagnostics || isOn.codeLens);
}
