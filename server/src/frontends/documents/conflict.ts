/** Recognizes the conflict markers that git writes into a file. */
import { lineStartAt } from '../../text/line.ts';

/** Describes the conflict marker on the line where reading stopped; undefined if that line is not one. */
export function conflictProblem(text: string, offset: number): string | undefined {
  const start = lineStartAt(text, offset);
  if (!/^(?:<{7}|={7}|>{7})(?:[ \r\n]|$)/.test(text.slice(start, start + 8))) return undefined;
  return 'A merge left a conflict here. Decide between its two sides, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>.';
}
