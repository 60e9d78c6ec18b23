/** Draws the progress of a long run as one line on the terminal, and clears it at the end. */
import { beforeInterrupt } from '../../disk/interrupts.ts';
import { capitalized, counted, grouped } from '../../text/quote.ts';
import type { Terminal } from '../terminal.ts';
import type { Follow, Stage } from '../run-progress.ts';

/** In milliseconds: a shorter run shows nothing, and the line is redrawn at most this often. */
const patience = 500;
const pause = 100;

const clearLine = '\r\u001B[K';

/** Undefined without a terminal: the line must not get into a file or a log. */
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
      beforeInterrupt(undefined);
      return false;
    }
    const time = now();
    if (time < next) return false;
    next = time + pause;
    if (!isDrawn) beforeInterrupt(() => screen.err(clearLine));
    isDrawn = true;
    screen.err(`\r${lineOf(stage, done, total, width)}\u001B[K`);
    return true;
  };
}

const longestBar = 40;

/** Leaves the last column free, because some terminals wrap the line there. */
function lineOf(stage: Stage, done: number, total: number, width: number): string {
  const title = capitalized(stage);
  if (total === 0) return title.slice(0, width - 1);
  // Padded to a fixed width, so that the bar has a fixed width too.
  const count = `${grouped(done).padStart(grouped(total).length)} of ${counted(total, 'file')}`;
  const room = Math.min(longestBar, width - 1 - title.length - count.length - 2);
  if (room < 5) return `${title} ${count}`.slice(0, width - 1);
  const full = Math.floor((done / total) * room);
  return `${title} ${'█'.repeat(full)}${'░'.repeat(room - full)} ${count}`;
}
