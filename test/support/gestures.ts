/** How each gesture's answer is drawn in the fixture pages, by the name of its fence. */
import type { Render } from './gesture-page.ts';

export const gestures: Readonly<Record<string, Render>> = {};
