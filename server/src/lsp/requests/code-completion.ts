/** What completes programs: loaded with the first completion in one. */
import { codeSlotAt } from '../../frontends/code-slot/code-slot.ts';
import type { Slot } from '../../tree/slot.ts';

export { proposeInCode } from '../../features/completion/complete-code.ts';

export function codeSlotsAt(path: string, text: string, offset: number): readonly Slot[] {
  const slot = codeSlotAt(path, text, offset);
  return slot ? [slot] : [];
}
