/** Templates that leave out whole objects: two that are never rendered together say nothing of each other. */

import { memo } from '../../text/memo.ts';
import type { Document } from '../../tree/document.ts';

const controlLine = /^\{\{-?[ \t]*((?:if|with|range|else)\b.*?)-?\}\}/gm;

/** What decides on the objects of a document, as it is written. */
export const templateControls = memo(({ text }: Document): readonly string[] => {
  if (!text.includes('{{')) return none;
  return [...text.matchAll(controlLine)].map(([, control = '']) => control.replace(/\s+/g, ' ').trimEnd());
});

const none: readonly string[] = [];

/** What decides on the objects of a file that has these: empty for nothing, `?` for several things. */
export function conditionOf(controls: readonly string[]): string {
  return controls.length > 1 ? '?' : (controls[0] ?? '');
}

/** True where each of the two is there whenever the other one is, or one of them always. */
export function areRenderedTogether(a: string | undefined, b: string | undefined): boolean {
  return !a || !b || (a === b && a !== '?');
}
