/** The cursors of the pages on completion in programs with our proposals, for a comparison with the servers of the languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completions } from './gestures/completion.ts';
import { answersOf } from './gesture-page.ts';
import { loadGrammarsOf } from './programs.ts';
import { root } from './root.ts';

export { goStandIns, pythonStandIns } from './sdk-stand-ins.ts';

export interface CompletionCursor {
  /** The page and the heading. */
  readonly name: string;
  /** `ts`, `js`, `py`, `go`. */
  readonly ending: string;
  readonly text: string;
  readonly offset: number;
  /** Our labels. */
  readonly labels: readonly string[];
}

export async function completionCursors(): Promise<readonly CompletionCursor[]> {
  await loadGrammarsOf('a.ts', 'a.js', 'a.py', 'a.go');
  const folder = join(root, 'test/fixtures/features');
  const pages = readdirSync(folder).filter((page) => page.startsWith('program-completion-'));
  const found: CompletionCursor[] = [];
  for (const page of pages) {
    const answers = answersOf(readFileSync(join(folder, page), 'utf8')).filter(
      ({ gesture }) => gesture === 'completion',
    );
    for (const { heading, input } of answers) {
      const ending = /[^.]+$/.exec(input.path)?.[0] ?? '';
      if (!/^(?:ts|js|py|go)$/.test(ending)) continue;
      const labels = (await completions(input)).items.map(({ label }) => label);
      const name = `${page.replace(/^program-completion-|\.md$/g, '')}: ${heading}`;
      found.push({ name, ending, text: input.view.located.text, offset: input.offsets[0] ?? 0, labels });
    }
  }
  return found;
}
