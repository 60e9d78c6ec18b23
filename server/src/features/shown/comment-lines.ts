/** Writes the comment lines at the top of a shown document. */
import { withoutControls } from '../../text/quote.ts';

/** The document opens next to a file, in half of a window. In characters. */
const widest = 60;

/** The lines as comments. Longer lines are wrapped, and items of a list are indented. */
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
