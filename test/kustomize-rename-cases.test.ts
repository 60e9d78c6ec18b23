/** Renaming on the recorded builds of kustomize: the build after it has the same objects, with the new name. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits } from '../server/src/edits/apply-edits.ts';
import { renamesInKustomizations } from '../server/src/features/kustomize/rename-in-kustomizations.ts';
import { locateObject, serviceNameNode } from '../server/src/features/navigation/named-places.ts';
import { renameEdits, renamingAt } from '../server/src/features/rename/rename.ts';
import { isRefusal } from '../server/src/features/rename/renaming.ts';
import type { Files } from '../server/src/features/view.ts';
import type { TextEdit } from '../server/src/text/edit.ts';
import { filesOf, inputAt, projectUri } from './support/gesture-page.ts';
import { buildTexts, plainValue } from './support/kustomize-files.ts';
import { root } from './support/root.ts';

interface RecordedBuild {
  readonly id: string;
  readonly files: Readonly<Record<string, string>>;
  readonly root: string;
  readonly result?: readonly unknown[];
}

const cases = JSON.parse(
  readFileSync(join(root, 'test/data/kustomize/cases.json'), 'utf8'),
) as readonly RecordedBuild[];

/** Other references, such as those of an Ingress, stay. */
const kinds = new Set(['Service', 'Endpoints', 'EndpointSlice']);

describe('renaming on recorded builds', () => {
  it('changes nothing but the name', () => {
    let count = 0;
    for (const { id, files: texts, root: folder, result } of cases) {
      if (!result) continue;
      const read = (isPatch: (uri: string) => boolean): Files =>
        filesOf(
          Object.entries(texts).map(
            ([path, text]) => inputAt(path, text, [], 36, isPatch(`${projectUri}${path}`)).view,
          ),
        );
      const { workspace } = read(() => false);
      const files = read((uri) => workspace.isPatch(uri) !== false);
      for (const entry of files.workspace.all()) {
        if (entry.facts.kind !== 'Service') continue;
        const { view, object } = locateObject(entry, files) ?? {};
        const node = object && serviceNameNode(object);
        if (!view || !object || !node) continue;
        const renaming = renamingAt(view, object.start + node.value.span.start, files);
        if (!renaming || isRefusal(renaming)) continue;
        const to = 'renamed-service';
        const own = renameEdits(renaming, to, files);
        const renamed = renaming.renamed?.(to);
        if (isRefusal(own) || !renamed || isRefusal(renamed)) continue;
        const others = renamesInKustomizations(renamed, files);
        if (isRefusal(others)) continue;
        const after = applied(texts, [...own, ...others]);
        const built = buildTexts(after, folder);
        assert.equal(built.failure?.message, undefined, id);
        const text = JSON.stringify(
          built.objects.filter(({ kind }) => kinds.has(kind)).map((each) => plainValue(each.root)),
        );
        const before = JSON.stringify(
          buildTexts(texts, folder)
            .objects.filter(({ kind }) => kinds.has(kind))
            .map((each) => plainValue(each.root)),
        );
        assert.deepEqual(sorted(text.replaceAll(to, renaming.name)), sorted(before), id);
        count++;
      }
    }
    assert.ok(count > 100, String(count));
  });
});

function sorted(text: string): string {
  return (JSON.parse(text) as unknown[])
    .map((each) => JSON.stringify(each))
    .sort()
    .join('\n');
}

function applied(
  texts: Readonly<Record<string, string>>,
  edits: readonly { readonly view: { readonly uri: string }; readonly edit: TextEdit }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [
      path,
      applyEdits(
        text,
        edits.filter(({ view }) => view.uri === `${projectUri}${path}`).map(({ edit }) => edit),
      ),
    ]),
  );
}
