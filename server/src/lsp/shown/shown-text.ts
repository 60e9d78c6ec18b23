/** Writes the text of a shown document. The code that writes it is loaded with the first document. */
import type { DrawText, ShownSubject, ShownText } from '../../features/shown/shown-object.ts';
import { experimentIn } from '../protocol/experiments.ts';
import { filesOf } from '../workspace/files.ts';
import { setLatest } from '../../text/latest.ts';
import { settingsOf, type Session, type Shown } from '../session.ts';

/** Never empty: if nothing can be shown, the text explains why. */
export async function shownText(session: Session, subject: ShownSubject): Promise<ShownText> {
  const isOff = subject.what === 'apply' && !settingsOf(session, subject.uri).isOn.apply;
  const { commentText, shownTextOf } = await import('../../features/shown/draw-shown.ts');
  if (isOff) return commentText(['The setting "apply" is off.']);
  const hasHints = experimentIn(session.client, 'shownHints') === true;
  return shownTextOf(subject, filesOf(session), { draw: await loadDrawing(session, subject), hasHints });
}

/** Stores the text as well, so that the client is notified when it changes. */
export async function drawShown(session: Session, uri: string, subject: ShownSubject): Promise<Shown> {
  const shown = { ...(await shownText(session, subject)), subject };
  setLatest(session.shownTexts, uri, shown, mostTexts);
  return shown;
}

/** Clients do not report that such a document is closed, so only this many are refreshed. */
const mostTexts = 20;

async function loadDrawing(session: Session, { what, uri }: ShownSubject): Promise<DrawText> {
  if (what === 'traffic') {
    const { trafficOptionsOf } = await import('../requests/traffic-options.ts');
    return (await import('../../features/shown/traffic-text.ts')).drawTraffic(trafficOptionsOf(session, uri));
  }
  if (what === 'slices') return (await import('../../features/shown/slices-text.ts')).slicesText;
  if (what === 'built') return (await import('../../features/shown/built-text.ts')).drawBuilt;
  return (await import('../../features/shown/apply-text.ts')).applyText;
}
