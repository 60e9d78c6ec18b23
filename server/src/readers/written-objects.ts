/** Finds the hand-written Endpoints in texts: those that the control plane does not make. */
import { treesIn } from '../frontends/trees.ts';
import { nestedValue, valueOf, type Mapping } from '../tree/value.ts';
import { isWrittenName } from './estate.ts';
import { foreignObjects, textAt } from './foreign-objects.ts';
import type { ReadObject } from './reader.ts';
import type { NamedText } from './searched-text.ts';

/** Without those of Services with selectors, the API server's own, and assertions of tests. */
export function estateObjects(texts: readonly NamedText[]): readonly ReadObject[] {
  const found = texts.flatMap(({ uri, text }) => {
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
