/** Conditions of templates on whole objects. Objects that are not rendered together are not compared. */

import { memo } from '../../text/memo.ts';
import type { Document } from '../../tree/document.ts';

const controlLine = /^\{\{-?[ \t]*((?:if|with|range|else)\b.*?)-?\}\}/gm;

/** The control lines of the document, such as `if .Values.enabled`, with single spaces. */
export const templateControls = memo(({ text }: Document): readonly string[] => {
  if (!text.includes('{{')) return none;
  return [...text.matchAll(controlLine)].map(([, control = '']) => control.replace(/\s+/g, ' ').trimEnd());
});

const none: readonly string[] = [];

/** The condition for the objects of a file with these control lines: empty for none, `?` for several. */
export function conditionOf(controls: readonly string[]): string {
  return controls.length > 1 ? '?' : (controls[0] ?? '');
}

/** True where the conditions are equal, or one of them is empty. */
export function areRenderedTogether(a: string | undefined, b: string | undefined): boolean {
  return !a || !b || (a === b && a !== '?');
}
