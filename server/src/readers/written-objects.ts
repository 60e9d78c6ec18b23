/** Finds the hand-written objects: Endpoints and slices in the index, and Endpoints in Terraform, which it does not have. */
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { readHcl } from '../frontends/hcl/read-hcl.ts';
import type { Mapping } from '../tree/value.ts';
import { assertionTest } from './assertion-files.ts';
import { isWrittenName } from './estate.ts';
import { foreignObjects, textAt } from './foreign-objects.ts';
import type { ReadObject } from './reader.ts';
import type { NamedText } from './searched-text.ts';
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
  for (const { uri, facts, identities } of entries) {
    const file = byUri.get(uri);
    const service = facts.slice?.isMade === false && facts.slice.target.isKnown ? facts.slice.service : '';
    if ((facts.kind !== 'Endpoints' && service === '') || (file && isAssertion(file))) continue;
    for (const identity of identities) {
      // A manifest without a namespace may get any; a task or a script writes that of its object.
      const isOpen = identity.namespace === 'default' && facts.namespace === undefined;
      const written = facts.namespace?.isKnown === true ? facts.namespace.text : '';
      const namespace = isOpen || identity.namespace.startsWith('?') ? written : identity.namespace;
      if (service !== '') sliced.set(nameKey(namespace, service), { uri, namespace, name: service, isReplaced: true });
      else {
        const object = { uri, namespace, name: identity.name };
        found.set(JSON.stringify(object), object);
      }
    }
  }
  const there = new Set([...found.values()].map(({ namespace, name }) => nameKey(namespace, name)));
  return [...found.values(), ...[...sliced].flatMap(([key, object]) => (there.has(key) ? [] : [object]))];
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
