/** What a simulation of traffic asks of the session. Loaded with the first one. */
import type { TrafficOptions } from '../../features/traffic/service-traffic.ts';
import { namesBefore } from '../../project/names-before.ts';
import { rejectionsIn } from '../../project/rejections.ts';
import { reportedFindings } from '../../project/reported-findings.ts';
import { settingsOf, type Session } from '../session.ts';

/** What the settings of the file say of its cluster. */
export function trafficOptionsOf(session: Session, uri: string): TrafficOptions {
  const { minor, mirroring } = settingsOf(session, uri);
  const { project } = session;
  return {
    minor,
    isMirroring: mirroring === 'on',
    rejectionsOf: rejectionsIn(project, minor),
    findingsOf: (noteKey) => reportedFindings(project, (at) => settingsOf(session, at), noteKey),
    nameBefore: namesBefore(project.builds),
  };
}
