/** What holds for every text that is formatted: it means the same, and formatting it again changes nothing. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatFile, contentText, type Formatted } from '../server/src/features/formatting.ts';
import { offsetOf } from '../server/src/features/lsp.ts';
import type { View } from '../server/src/features/view.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { applyEdits } from '../server/src/edits/apply-edits.ts';
import type { Span } from '../server/src/text/span.ts';
import { inputAt } from './support/gesture-page.ts';
import { mutate } from './support/mutate.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';

const options = { isPartial: false };
const examples = readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => ({ path: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') }));

describe('formatting', () => {
  for (const { path, text } of examples) {
    it(`keeps the meaning of ${path}, and changes nothing the second time`, () => holds(path, text));
  }

  it('keeps the meaning of mutated examples, and changes nothing the second time', async function () {
    this.timeout(600_000);
    let count = 0;
    for (let seed = 0; seed < times(600); seed++) {
      const { path, text } = examples[seed % examples.length] ?? { path: '', text: '' };
      if (await holds(path, mutate(text, seed), `seed ${seed}`)) count++;
    }
    assert.ok(count > 50, `${count} texts were formatted`);
  });

  it('of some lines keeps the meaning, and the other lines', async () => {
    for (const [seed, { path, text }] of [...examples, ...examples, ...examples].entries()) {
      const untidy = text.replaceAll(/: (?=\S)/g, (colon, at: number) => ((at + seed) % 3 === 0 ? ':   ' : colon));
      const view = inputAt(path, untidy, []).view;
      const [from, to] = [Math.floor(view.located.starts.length / 3), Math.floor(view.located.starts.length / 2)];
      const within = { start: view.located.starts[from] ?? 0, end: view.located.starts[to] ?? 0 };
      const after = textAfter(view, await format(path, view, within));
      if (after === undefined) continue;
      assert.equal(contentText(readFile(path, after, options)), contentText(view.file));
      assert.ok(after.startsWith(untidy.slice(0, within.start)), path);
      assert.ok(after.endsWith(untidy.slice(within.end)), path);
    }
  });
});

/** False where nothing was formatted. */
async function holds(path: string, text: string, name = path): Promise<boolean> {
  const view = inputAt(path, text, []).view;
  const after = textAfter(view, await format(path, view));
  if (after === undefined) return false;
  const what = `${name}:\n${text}\n=>\n${after}`;
  assert.equal(contentText(readFile(path, after, options)), contentText(view.file), what);
  const again = inputAt(path, after, []).view;
  assert.equal(textAfter(again, await format(path, again)), after, what);
  return true;
}

function format(path: string, view: View, within?: Span): Promise<Formatted | undefined> {
  const read = (text: string): View['file'] => readFile(path, text, options);
  return formatFile(view, { tabSize: 2, insertSpaces: true, ...(within ? { within } : {}), read });
}

function textAfter({ located }: View, formatted: Formatted | undefined): string | undefined {
  if (!formatted || 'problem' in formatted) return undefined;
  const edits = formatted.edits.map(({ range, newText }) => ({
    span: { start: offsetOf(located, range.start), end: offsetOf(located, range.end) },
    text: newText,
  }));
  return applyEdits(located.text, edits);
}
