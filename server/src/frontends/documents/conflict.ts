/** Knows the lines that git writes where two branches have changed the same place. */
import { lineStartAt } from '../../text/line.ts';

/** What is wrong where a text cannot be read any further; undefined where its line is none of them. */
export function conflictProblem(text: string, offset: number): string | undefined {
  const start = lineStartAt(text, offset);
  if (!/^(?:<{7}|={7}|>{7})(?:[ \r\n]|$)/.test(text.slice(start, start + 8))) return undefined;
  return 'A merge left a conflict here. Decide between its two sides, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>.';
}
