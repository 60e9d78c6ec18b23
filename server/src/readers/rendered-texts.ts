/** Leaves out texts that `helm template` has rendered from a chart in sight: the template is the reader. */
import { plainPath } from '../analysis/workspace/placement.ts';
import type { NamedText } from './searched-text.ts';

/** Helm writes the template above each object. */
const source = /^# Source: (\S+\/templates\/\S+)[ \t\r]*$/m;

/** In characters; the first comment is at the start. */
const longestStart = 2_000;

export function withoutRendered<T extends NamedText>(texts: readonly T[]): readonly T[] {
  const sources = texts.map(({ text }) => source.exec(text.slice(0, longestStart))?.[1]);
  if (sources.every((each) => each === undefined)) return texts;
  const templates = texts.map(({ uri }) => plainPath(uri)).filter((path) => path.includes('/templates/'));
  return texts.filter((_, i) => {
    const from = sources[i];
    return from === undefined || !templates.some((path) => path.endsWith(`/${from}`));
  });
}
