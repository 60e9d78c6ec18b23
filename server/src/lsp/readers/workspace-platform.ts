/** The versions of the programs of the cluster, as the settings of the workspace folders name them. */
import type { Platform } from '../../contract/platform.ts';
import { settingsOf, withoutSlash, type Session } from '../session.ts';

/** Of several folders, the first one that sets a version counts. */
export function workspacePlatform(session: Session): Platform {
  const all = session.folders.map((folder) => settingsOf(session, `${withoutSlash(folder)}/`).platform);
  return Object.assign({}, ...all.toReversed()) as Platform;
}
