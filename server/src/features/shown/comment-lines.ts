/** Lines of comment above what a document shows. */
import { withoutControls } from '../../text/quote.ts';

/** It stands beside a file, in half of a window. */
const widest = 60;

/** Lines of comment, the longer ones broken; one of a list goes on below its text. */
export function commented(lines: readonly string[]): string {
  return lines.flatMap((line) => broken(line).map((each) => `# ${each}`.trimEnd() + '\n')).join('');
}

function broken(line: string): readonly string[] {
  const [number = ''] = /^(\d+\.|-) /.exec(line) ?? [];
  const lines: string[] = [];
  let current = '';
  for (const word of withoutControls(line).split(' ')) {
    const next = current === '' ? word : `${current} ${word}`;
    if (next.length <= widest || current === '') current = next;
    else {
      lines.push(current);
      current = ' '.repeat(number.length) + word;
    }
  }
  return [...lines, current];
}
