/** Finds the object that a document is about, and notes what was asked for it. */
import { aroundsIn } from '../../analysis/workspace/places.ts';
import type { Answers, RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { Files, View } from '../../features/view.ts';
import { filesOf } from '../workspace/files.ts';
import type { Session } from '../session.ts';
import { signatureOf } from './shown-address.ts';
import type { ShownSubject } from './shown-subject.ts';

interface ShownObject {
  readonly files: Files;
  readonly view: View | undefined;
  /** Undefined where the file does not hold it any more. */
  readonly around: RelatedObjects | undefined;
  /** What was asked, and goes on being noted. */
  readonly answers: Answers;
}

export function findShown(session: Session, { uri, signature, place }: ShownSubject): ShownObject {
  const files = filesOf(session);
  const view = files.view(uri);
  const answers: Answers = new Map();
  const arounds = view ? aroundsIn(view, files.workspace, answers) : [];
  const around = arounds.filter(({ entry }) => signatureOf(entry) === signature)[place];
  return { files, view, around, answers };
}
