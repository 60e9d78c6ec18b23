/** One line on a terminal that says how far a long run is, drawn again and again, and cleared in the end. */
import { capitalized, counted, grouped } from '../../text/quote.ts';
import type { Terminal } from '../terminal.ts';
import type { Follow, Stage } from '../run-progress.ts';

/** In milliseconds: a run that ends sooner shows nothing, and the line is drawn no more often. */
const patience = 500;
const pause = 100;

const clearLine = '\r\u001B[K';

/** What draws the line; undefined where it would be seen by nobody, or get into a file. */
export function progressLine(
  screen: Pick<Terminal, 'err' | 'errWidth'>,
  now: () => number = () => performance.now(),
): Follow | undefined {
  const width = screen.errWidth;
  if (width === undefined) return undefined;
  let next = now() + patience;
  let isDrawn = false;
  return (stage, done, total) => {
    if (stage === 'reporting') {
      if (isDrawn) screen.err(clearLine);
      isDrawn = false;
      return;
    }
    const time = now();
    if (time < next) return;
    next = time + pause;
    isDrawn = true;
    screen.err(`\r${lineOf(stage, done, total, width)}\u001B[K`);
  };
}

const longestBar = 40;

/** Fits the width, without its last column, where some terminals break the line. */
function lineOf(stage: Stage, done: number, total: number, width: number): string {
  const title = capitalized(stage);
  if (total === 0) return title.slice(0, width - 1);
  // Of the same width at all times, so that the bar is, too.
  const count = `${grouped(done).padStart(grouped(total).length)} of ${counted(total, 'file')}`;
  const room = Math.min(longestBar, width - 1 - title.length - count.length - 2);
  if (room < 5) return `${title} ${count}`.slice(0, width - 1);
  const full = Math.floor((done / total) * room);
  return `${title} ${'█'.repeat(full)}${'░'.repeat(room - full)} ${count}`;
}
