/** Reads the objects inside of other objects, Ansible tasks and Helm values, as parts of the tree of their document. */
import type { Issue, Resource } from '../../tree/document.ts';
import { replaceValues } from '../../tree/rebuilt.ts';
import { childrenOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { findInManifest, type FoundResources, type ManifestReading } from '../resources/manifest.ts';
import { neighboursInManifest } from '../resources/neighbour-resources.ts';
import { carriedIn, type Carried } from './carriers.ts';
import { readCarriedText } from './carried-text.ts';

export interface EmbeddedObjects {
  /** The tree, in which the texts that were read are replaced by their own trees. */
  readonly root: Value;
  readonly found: FoundResources;
  readonly neighbours: readonly Resource[];
  readonly issues: readonly Issue[];
}

interface ReadOf {
  readonly text: string;
  readonly isItem: boolean;
  readonly reading: ManifestReading;
}

/** Undefined for a document that carries no object of a checked kind, and no Service. */
export function readEmbedded(root: Value | undefined, of: ReadOf): EmbeddedObjects | undefined {
  const all = root ? carriedIn(root, of.isItem) : [];
  if (!root || all.length === 0) return undefined;
  const trees = new Map<Value, Value>();
  const embedded = { root, found: { resources: [], misnamed: [] }, neighbours: [], issues: [] };
  for (const each of all) read(each, of, trees, embedded);
  return { ...embedded, root: replaceValues(root, trees) };
}

interface Finds {
  readonly found: FoundResources;
  readonly neighbours: Resource[];
  readonly issues: Issue[];
}

/** Adds the new trees of texts and of values with templates to `trees`. */
function read(carried: Carried, of: ReadOf, trees: Map<Value, Value>, finds: Finds): void {
  const { value, embedding } = carried;
  if (value.kind === 'sequence') {
    for (const item of value.items) read({ ...carried, value: item }, of, trees, finds);
    return;
  }
  const carriedText =
    value.kind === 'mapping' ? undefined : readCarriedText(value, of.text, carried.isAnyText === true);
  finds.issues.push(...(carriedText?.issues ?? []));
  const written = value.kind === 'mapping' ? [value] : (carriedText?.roots ?? []);
  const objects = written.filter((root) => valueOf(root, 'apiVersion') ?? valueOf(root, 'kind'));
  const isJinja = embedding.in === 'an Ansible task';
  const roots = isJinja ? objects.map((root) => withoutJinja(root, of.text)) : objects;
  const [first] = roots;
  if (first) trees.set(value, roots.length === 1 ? first : listOf(roots, value));
  const reading = { ...of.reading, isPartial: of.reading.isPartial || carried.isPartial === true };
  const { resources, misnamed } = findInManifest(roots, reading);
  const neighbours = neighboursInManifest(roots, reading, resources).filter(({ type }) => type === 'Service');
  finds.found.resources.push(...resources.map((resource) => ({ ...resource, embedding })));
  finds.found.misnamed.push(...misnamed);
  finds.neighbours.push(...neighbours.map((resource) => ({ ...resource, embedding })));
}

/** The documents of a text, as the items of a list. */
function listOf(items: readonly Mapping[], { span }: Value): Value {
  return { kind: 'sequence', span, items, style: 'block', isOpen: false, isAlias: false };
}

/** In Ansible, a template gives a value of any type, also in quotes. */
function withoutJinja(root: Mapping, text: string): Mapping {
  if (!/\{[{%]/.test(text.slice(root.span.start, root.span.end))) return root;
  const opaque = new Map<Value, Value>();
  const visit = (value: Value): void => {
    const { span } = value;
    if (value.kind === 'mapping' || value.kind === 'sequence') childrenOf(value).forEach(visit);
    else if (/\{[{%]/.test(text.slice(span.start, span.end)))
      opaque.set(value, { kind: 'opaque', span, why: 'a template' });
  };
  visit(root);
  const made = replaceValues(root, opaque);
  return made.kind === 'mapping' ? made : root;
}
