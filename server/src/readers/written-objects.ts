/** Finds the hand-written Endpoints in texts: those that the control plane does not make. */
import { readHcl } from '../frontends/hcl/read-hcl.ts';
import { treesIn } from '../frontends/trees.ts';
import { nestedValue, valueOf, type Mapping } from '../tree/value.ts';
import { isWrittenName } from './estate.ts';
import { foreignObjects, textAt } from './foreign-objects.ts';
import type { ReadObject } from './reader.ts';
import type { NamedText } from './searched-text.ts';
import { isTerraform, terraformModules } from './terraform-modules.ts';
import { terraformTrees, type ResolveReference } from './terraform-trees.ts';

/** Without those of Services with selectors, the API server's own, and assertions of tests. */
export function estateObjects(texts: readonly NamedText[]): readonly ReadObject[] {
  const modules = terraformModules(texts);
  const found = texts.flatMap(({ uri, text }) => {
    if (isTerraform(uri)) return terraformObjects({ uri, text }, modules(uri));
    const isObject = /\.(?:ya?ml|json)$/i.test(uri) && /\bEndpoints\b/.test(text) && !isAssertion(uri);
    if (!isObject) return [];
    return treesIn(uri, text, (part) => /\bEndpoints\b/.test(part)).flatMap((tree) =>
      foreignObjects(tree).flatMap(({ kind, mapping }) =>
        kind === 'Endpoints' ? [objectOf(uri, mapping, tree.text)] : [],
      ),
    );
  });
  return found.filter(({ name }) => name !== 'kubernetes');
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

function objectOf(uri: string, mapping: Mapping, text: string): ReadObject {
  const at = (name: string): string => {
    const value = nestedValue(valueOf(mapping, 'metadata'), [name]);
    return textAt(mapping, 'metadata', name) ?? (value ? text.slice(value.span.start, value.span.end) : '');
  };
  const namespace = at('namespace');
  return { uri, namespace: isWrittenName(namespace) ? namespace : '', name: at('name') };
}

/** Files of kuttl and chainsaw, by their names. */
export function isAssertion(uri: string): boolean {
  return /(?:^|\/)(?:\d+-)?(?:assert|errors?)[\w.-]*\.ya?ml$|-assert\.ya?ml$|-errors?\.ya?ml$/i.test(uri);
}
