/** Finds the hand-written objects: Endpoints and slices in the index, and Endpoints in Terraform, which it does not have. */
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { readHcl } from '../frontends/hcl/read-hcl.ts';
import type { Mapping } from '../tree/value.ts';
import { assertionTest } from './assertion-files.ts';
import { isWrittenName } from './estate.ts';
import { foreignObjects, textAt } from './foreign-objects.ts';
import type { ReadObject } from './reader.ts';
import type { NamedText } from './searched-text.ts';
import { isWrittenSlice, namesInCluster } from './written-entries.ts';
import { isTerraform, terraformModules } from './terraform-modules.ts';
import { terraformTrees, type ResolveReference } from './terraform-trees.ts';

/** Without the API server's own, and without assertions of tests. Objects of Services with selectors are among them. */
export function writtenObjects(entries: Iterable<IndexedObject>, texts: readonly NamedText[]): readonly ReadObject[] {
  const modules = terraformModules(texts);
  const found = [
    ...indexedObjects(entries, texts),
    ...texts.flatMap((file) => (isTerraform(file.uri) ? terraformObjects(file, modules(file.uri)) : [])),
  ];
  return found.filter(({ namespace, name }) => name !== 'kubernetes' || (namespace !== 'default' && namespace !== ''));
}

/** One for each name in a cluster, in the order of the index; those of slices without Endpoints come last. */
function indexedObjects(entries: Iterable<IndexedObject>, texts: readonly NamedText[]): readonly ReadObject[] {
  const isAssertion = assertionTest(texts);
  const byUri = new Map(texts.map((each) => [each.uri, each]));
  const found = new Map<string, ReadObject>();
  const sliced = new Map<string, ReadObject>();
  for (const entry of entries) {
    const { uri, facts } = entry;
    const file = byUri.get(uri);
    const isEndpoints = facts.kind === 'Endpoints';
    if (!isEndpoints && !isWrittenSlice(entry)) continue;
    if (file && isAssertion(file)) continue;
    for (const { namespace, name } of namesInCluster(entry)) {
      if (isEndpoints) found.set(JSON.stringify([uri, namespace, name]), { uri, namespace, name });
      else {
        const service = facts.slice?.service ?? '';
        sliced.set(nameKey(namespace, service), { uri, namespace, name: service, isReplaced: true });
      }
    }
  }
  const written = [...found.values()].map((each): ReadObject =>
    sliced.has(nameKey(each.namespace, each.name)) ? { ...each, hasSlices: true } : each,
  );
  const there = new Set(written.map(({ namespace, name }) => nameKey(namespace, name)));
  return [...written, ...[...sliced].flatMap(([key, object]) => (there.has(key) ? [] : [object]))];
}

function nameKey(namespace: string, name: string): string {
  return JSON.stringify([namespace, name]);
}

/** An unknown name or namespace is empty. */
function terraformObjects({ uri, text }: NamedText, resolve: ResolveReference): readonly ReadObject[] {
  if (!/kubernetes_endpoints|\bEndpoints\b/.test(text)) return [];
  const source = { text, hcl: readHcl(text, 'terraform'), resolve };
  return terraformTrees({ ...source, isWanted: (part) => /\bEndpoints\b/.test(part) }).flatMap((tree) =>
    foreignObjects(tree).flatMap(({ kind, mapping }) =>
      kind === 'Endpoints' ? [{ uri, namespace: knownAt(mapping, 'namespace'), name: knownAt(mapping, 'name') }] : [],
    ),
  );
}

function knownAt(mapping: Mapping, field: string): string {
  const written = textAt(mapping, 'metadata', field) ?? '';
  return isWrittenName(written) ? written : '';
}
