/** Words for roots and rejections in the messages of rules on builds. */
import { counted, listed } from '../text/quote.ts';
import type { BuildEvent } from './build-events.ts';

/** More names than these are counted. */
const mostNames = 3;

/** `overlays/prod`; `a, b, c and 2 more roots`. */
export function rootNames(roots: readonly string[]): string {
  const names = roots.map((name) => (name === '.' || name === '' ? 'the top folder' : name));
  const shown = names.length > mostNames + 1 ? names.slice(0, mostNames) : names;
  return listed(shown === names ? names : [...shown, counted(names.length - mostNames, 'more root')]);
}

/** The message of a failure, in the words that follow the name of the root. */
export function rejection(event: Pick<BuildEvent, 'roots'>, message: string): string {
  const problem = message
    .replace(/, so kustomize rejects it(?: here)?\./, '.')
    .replace(/^[A-Z](?=[a-z]* )/, (first) => first.toLowerCase());
  return `kustomize rejects ${rootNames(event.roots)}: ${problem}`;
}
