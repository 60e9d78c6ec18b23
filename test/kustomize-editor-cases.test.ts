/** Editors on the recorded builds of kustomize: every place is explained, and the note on a place names the value that is built. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hoverBuilt } from '../server/src/features/kustomize/hover-built.ts';
import { hoverKustomize } from '../server/src/features/kustomize/hover-kustomization.ts';
import {
  kustomizeDefinition,
  pathLinks,
  targetReferences,
} from '../server/src/features/kustomize/kustomization-places.ts';
import { plainText } from '../server/src/text/markup.ts';
import { filesOf, inputAt } from './support/gesture-page.ts';
import { completions } from './support/gestures/completion.ts';
import { root } from './support/root.ts';

interface RecordedBuild {
  readonly id: string;
  readonly files: Readonly<Record<string, string>>;
  readonly result?: readonly unknown[];
  readonly from?: readonly {
    readonly object: number;
    readonly path: string;
    readonly places: readonly { readonly file: string; readonly line: number; readonly column: number }[];
  }[];
}

const cases = JSON.parse(
  readFileSync(join(root, 'test/data/kustomize/cases.json'), 'utf8'),
) as readonly RecordedBuild[];

describe('editors on recorded builds', () => {
  it('answer at every place, and name what is built of a value', async function () {
    this.timeout(120_000);
    let noted = 0;
    for (const { id, files: texts, from = [], result = [] } of cases) {
      const inputs = Object.entries(texts).map(([path, text]) => inputAt(path, text, []));
      const files = filesOf(inputs.map(({ view }) => view));
      for (const input of inputs) {
        const { view } = input;
        const { length } = view.located;
        pathLinks(view, files);
        for (let offset = 0; offset <= length; offset += 7) {
          const at = { view, offset, files };
          hoverBuilt(hoverKustomize(null, { ...at, markup: plainText }), at, plainText);
          kustomizeDefinition(at);
          targetReferences(at);
          if (offset % 5 === 0) await completions({ ...input, files }, { offset });
        }
      }
      for (const { object, path, places } of from) {
        const built = String(valueAt(result[object], path));
        for (const { file, line, column } of places) {
          const view = inputs.find((each) => each.path === file)?.view;
          const offset = (view?.located.starts[line - 1] ?? 0) + column;
          const found = view && hoverBuilt(null, { view, offset, files }, plainText);
          if (!found) continue;
          assert.ok(JSON.stringify(found.contents).includes(built), `${id} ${path}: ${JSON.stringify(found.contents)}`);
          noted++;
        }
      }
    }
    assert.ok(noted > 100, String(noted));
  });
});

function valueAt(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce(
    (at, step) => (at as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    value,
  );
}
