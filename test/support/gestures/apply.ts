/** Prints the document on what server-side apply makes of the object at the cursor. */
import { applyTargetAt } from '../../../server/src/features/shown/apply-target.ts';
import { applyText } from '../../../server/src/features/shown/apply-text.ts';
import { shownTextOf } from '../../../server/src/features/shown/draw-shown.ts';
import { shownSubjectOf } from '../../../server/src/features/shown/shown-object.ts';
import type { Input } from '../gesture-page.ts';

export function drawApply({ view, files, offsets }: Input): string {
  const target = applyTargetAt(view, offsets[0] ?? 0);
  const entries = files.workspace.entriesIn(view.uri);
  const subject = target && shownSubjectOf(view, entries, { ordinal: target.ordinal, what: 'apply' });
  if (!subject) return '';
  return shownTextOf(subject, files, { draw: applyText, hasHints: false }).text.trimEnd();
}
