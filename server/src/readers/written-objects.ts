/** Finds the hand-written Endpoints in texts: those that the control plane does not make. */
import { folderOf, plainPath, resolvePath, surroundingKind } from '../analysis/workspace/placement.ts';
import { readKustomization } from '../frontends/read-kustomization.ts';
import { treesIn } from '../frontends/trees.ts';
import { nestedValue, valueOf, type Mapping } from '../tree/value.ts';
import { assertionTest } from './assertion-files.ts';
import { isWrittenName } from './estate.ts';
import { foreignObjects, textAt } from './foreign-objects.ts';
import type { ReadObject } from './reader.ts';
import type { NamedText } from './searched-text.ts';

/** Without those of Services with selectors, the API server's own, patches of kustomize, and assertions of tests. */
export function estateObjects(texts: readonly NamedText[]): readonly ReadObject[] {
  const isAssertion = assertionTest(texts);
  const patches = patchFiles(texts);
  const found = texts.flatMap((file) => {
    const { uri, text } = file;
    const isObject = /\.(?:ya?ml|json)$/i.test(uri) && /\bEndpoints\b/.test(text);
    if (!isObject || patches.has(plainPath(uri)) || isAssertion(file)) return [];
    return treesIn(uri, text, (part) => /\bEndpoints\b/.test(part)).flatMap((tree) =>
      foreignObjects(tree).flatMap(({ kind, mapping }) =>
        kind === 'Endpoints' ? [objectOf(uri, mapping, tree.text)] : [],
      ),
    );
  });
  return found.filter(({ name }) => name !== 'kubernetes');
}

function objectOf(uri: string, mapping: Mapping, text: string): ReadObject {
  const at = (name: string): string => {
    const value = nestedValue(valueOf(mapping, 'metadata'), [name]);
    return textAt(mapping, 'metadata', name) ?? (value ? text.slice(value.span.start, value.span.end) : '');
  };
  const namespace = at('namespace');
  return { uri, namespace: isWrittenName(namespace) ? namespace : '', name: at('name') };
}

/** The paths of files that kustomizations name as patches, and not as resources. */
function patchFiles(texts: readonly NamedText[]): ReadonlySet<string> {
  const patches = new Set<string>();
  const resources = new Set<string>();
  for (const { uri, text } of texts) {
    if (surroundingKind(uri) !== 'kustomization') continue;
    const folder = folderOf(plainPath(uri));
    const read = readKustomization(text);
    for (const each of read.patches) if (!each.includes('\n')) patches.add(resolvePath(folder, each));
    for (const each of read.resources) resources.add(resolvePath(folder, each));
  }
  return new Set([...patches].filter((path) => !resources.has(path)));
}
