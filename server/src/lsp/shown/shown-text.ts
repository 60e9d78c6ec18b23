/** Writes the text of a shown document. The code that writes it is loaded with the first document. */
import { commented } from '../../features/shown/comment-lines.ts';
import { shownTextOf, type ShownSubject, type ShownText } from '../../features/shown/shown-object.ts';
import { filesOf } from '../workspace/files.ts';
import { settingsOf, type Session } from '../session.ts';

/** Never empty: if nothing can be shown, the text explains why. */
export async function shownText(session: Session, subject: ShownSubject): Promise<ShownText> {
  if (subject.what === 'slices') {
    const { slicesText } = await import('../../features/shown/slices-text.ts');
    return shownTextOf(subject, filesOf(session), slicesText);
  }
  if (subject.what === 'built') {
    const { drawBuilt } = await import('../../features/shown/built-text.ts');
    return shownTextOf(subject, filesOf(session), drawBuilt);
  }
  if (!settingsOf(session, subject.uri).isOn.apply)
    return { text: commented(['The setting "apply" is off.']), keys: new Set(), uris: new Set() };
  const { applyText } = await import('../../features/shown/apply-text.ts');
  return shownTextOf(subject, filesOf(session), applyText);
}
