/** The text of a document that the server has. The words of each kind are loaded when they are asked for. */
import type { Session } from '../session.ts';
import type { ShownSubject, ShownText } from './shown-subject.ts';

/** Never empty: where nothing certain can be said, it says why. */
export async function shownText(session: Session, subject: ShownSubject): Promise<ShownText> {
  if (subject.what === 'slices') {
    const { shownSlicesText: slicesText } = await import('./slices-text.ts');
    return slicesText(session, subject);
  }
  const { shownApplyText: applyText } = await import('./apply-text.ts');
  return applyText(session, subject);
}
