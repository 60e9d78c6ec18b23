/** No rule throws, and each finding has its place, whatever is typed into related files of templates, slices and embedded texts. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Workspace } from '../server/src/analysis/workspace/workspace.ts';
import { fileFacts } from '../server/src/analysis/facts/file-facts.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import type { SourceFile } from '../server/src/tree/document.ts';
import { settingsFor } from './support/checking.ts';
import { mutate } from './support/mutate.ts';
import { times } from './support/runs.ts';
import { someText } from './support/some-manifests.ts';
import { paths, texts } from './support/workspace-texts.ts';

const edits = times(2_000);
/** Edits in a row, so that broken texts are mended and broken again. */
const editsInARow = 10;
const chart = 'file:///project/chart/Chart.yaml';
const own = texts.map(({ text }) => text).filter((text) => text !== '');
const someFile = fc.oneof(someText, fc.constantFrom(...own), fc.tuple(someText, fc.constantFrom(...own)).map((two) => two.join('---\n'))); // prettier-ignore

describe('related files of many kinds', () => {
  it(`survive ${edits} edits, as if they were read anew`, function () {
    this.timeout(300_000);
    const files = fc.array(someFile, { minLength: paths.length, maxLength: paths.length });
    const places = fc.array(fc.tuple(fc.nat(paths.length - 1), fc.nat(1_000_000)), {
      minLength: editsInARow,
      maxLength: editsInARow,
    });
    let found = 0;
    fc.assert(
      fc.property(files, places, (start, each) => {
        const now = new Map(paths.map((uri, i) => [uri, uri === chart ? 'name: c\n' : (start[i] ?? '')]));
        const workspace = new Workspace();
        const read = new Map<string, SourceFile>();
        const put = (uri: string, text: string): void => {
          const previous = read.get(uri);
          const file = readFile(uri, text, { isPartial: false, ...(previous && { previous }) });
          read.set(uri, file);
          workspace.set(uri, fileFacts(file));
        };
        for (const [uri, text] of now) put(uri, text);
        for (const [place, seed] of each) {
          const uri = paths[place] ?? '';
          put(uri, mutate(read.get(uri)?.text ?? '', seed));
          // The edit changes findings of this file, and of one that it may relate to.
          for (const checked of [uri, paths[seed % paths.length] ?? '']) found += check(read, checked, workspace);
        }
      }),
      { numRuns: Math.ceil(edits / editsInARow) },
    );
    assert.ok(found > edits, `Only ${found} findings.`);
  });
});

function check(read: ReadonlyMap<string, SourceFile>, uri: string, workspace: Workspace): number {
  const file = read.get(uri);
  if (!file) return 0;
  const findings = checkFile(file, settingsFor(36), workspace.around(uri, fileFacts(file)));
  const fresh = readFile(uri, file.text, { isPartial: false });
  const again = checkFile(fresh, settingsFor(36), workspace.around(uri, fileFacts(fresh)));
  assert.deepEqual(findings.map(shown), again.map(shown));
  for (const { span } of findings)
    assert.ok(0 <= span.start && span.start <= span.end && span.end <= file.text.length, 'a place outside of the text');
  return findings.length;
}

function shown({ diagnostic, span, severity }: ReturnType<typeof checkFile>[number]): string {
  return `${diagnostic.rule.code} ${span.start}-${span.end} ${severity} ${diagnostic.message}`;
}
