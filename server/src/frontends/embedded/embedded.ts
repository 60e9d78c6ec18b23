/** Reads the objects inside of other objects, tasks, values and scripts, as parts of the tree of their document. */
import type { Embedding, Issue, Resource } from '../../tree/document.ts';
import type { JsonPatch } from '../../tree/json-patch.ts';
import { replaceValues } from '../../tree/rebuilt.ts';
import { childrenOf, isCollection, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { findInManifest, type FoundResources, type ManifestReading } from '../resources/manifest.ts';
import { neighboursInManifest } from '../resources/neighbour-resources.ts';
import type { HeldPatch } from '../patches/patch-holders.ts';
import { patchedObjects, targetedTree } from '../patches/read-patch.ts';
import { carriedIn, type Carried } from './carriers.ts';
import { readCarriedScript, readCarriedText, readPatchText, type CarriedText, type OuterText } from './carried-text.ts';

export interface EmbeddedObjects {
  /** The tree, in which the texts that were read are replaced by their own trees. */
  readonly root: Value;
  readonly found: FoundResources;
  readonly neighbours: readonly Resource[];
  readonly issues: readonly Issue[];
  readonly jsonPatches: readonly JsonPatch[];
  /** The language of a carried text that is not read, though it seems to hold a checked object. */
  readonly unreadLanguage: string | undefined;
}

interface ReadOf extends OuterText {
  readonly isItem: boolean;
  readonly reading: ManifestReading;
}

/** Undefined for a document that carries no object of a checked kind, and no Service. */
export function readEmbedded(root: Value | undefined, of: ReadOf): EmbeddedObjects | undefined {
  if (!root) return undefined;
  const all = carriedIn(root, of.text, of.isItem);
  const scripts = of.text.includes('<<') && hasScripts.test(of.text) ? scriptsIn(root, of.text) : [];
  if (all.length + scripts.length === 0) return undefined;
  const trees = new Map<Value, Value>();
  const finds: Finds = {
    found: { resources: [], misnamed: [] },
    neighbours: [],
    issues: [],
    unreadLanguage: undefined,
    jsonPatches: [],
  };
  for (const each of all) readCarried(each, of, trees, finds);
  for (const [i, value] of scripts.entries()) if (!trees.has(value)) readScript({ value, i }, of, trees, finds);
  return { ...finds, root: replaceValues(root, trees) };
}

interface Finds {
  readonly found: FoundResources;
  readonly neighbours: Resource[];
  readonly issues: Issue[];
  readonly jsonPatches: JsonPatch[];
  unreadLanguage: string | undefined;
}

/** Adds the new trees of texts and of values with templates to `trees`. */
function readCarried(carried: Carried, of: ReadOf, trees: Map<Value, Value>, finds: Finds): void {
  const { value, embedding, target } = carried;
  if (target) {
    readPatch({ value, embedding, target }, of, trees, finds);
    return;
  }
  if (value.kind === 'sequence') {
    for (const item of value.items) readCarried({ ...carried, value: item }, of, trees, finds);
    return;
  }
  const isText = value.kind !== 'mapping';
  const carriedText = isText ? readCarriedText(value, of, carried.isAnyText === true) : undefined;
  finds.issues.push(...(carriedText?.issues ?? []));
  finds.unreadLanguage ??= carriedText?.unreadLanguage;
  const written = isText ? mappingsIn(carriedText?.roots) : [value];
  const objects = written.filter((root) => valueOf(root, 'apiVersion') ?? valueOf(root, 'kind'));
  const isTyped = typedTemplates.has(embedding.in);
  const roots = isTyped ? objects.map((root) => withoutTemplates(root, of.text)) : objects;
  const [first] = roots;
  if (!first) return;
  trees.set(value, roots.length === 1 ? first : listOf(roots, value));
  addObjects(
    roots,
    { embedding, reading: { ...of.reading, isPartial: of.reading.isPartial || carried.isPartial === true } },
    finds,
  );
}

function mappingsIn(roots: CarriedText['roots'] = []): readonly Mapping[] {
  return roots.flatMap((root) => (root.kind === 'mapping' ? root : []));
}

function readPatch({ value, embedding, target }: HeldPatch, of: ReadOf, trees: Map<Value, Value>, finds: Finds): void {
  const read = isCollection(value) ? undefined : readPatchText(value, of, target);
  const written = isCollection(value) ? [value] : (read?.roots ?? []);
  finds.issues.push(...(read?.issues ?? []));
  finds.unreadLanguage ??= read?.unreadLanguage;
  const roots = written.map((root) => targetedTree(root, target));
  const [first] = roots;
  if (!first) return;
  trees.set(value, roots.length === 1 ? first : listOf(roots, value));
  for (const root of roots) {
    const { resources, neighbours, misnamed, jsonPatches } = patchedObjects(root, target, {
      ...of.reading,
      isPartial: true,
    });
    finds.found.resources.push(...resources.map((resource) => ({ ...resource, embedding })));
    finds.found.misnamed.push(...misnamed);
    finds.neighbours.push(...neighbours.map((resource) => ({ ...resource, embedding })));
    finds.jsonPatches.push(...jsonPatches);
  }
}

const hasScripts = /\b(?:kubectl|oc|cat|tee)\b/i;

/** The block scalars with a here-document. */
function scriptsIn(value: Value, text: string): readonly Value[] {
  if (value.kind === 'mapping' || value.kind === 'sequence')
    return childrenOf(value).flatMap((child) => scriptsIn(child, text));
  const { start, end } = value.span;
  return text[start] === '|' && text.slice(start, end).includes('<<') ? [value] : [];
}

/** Objects in one here-document are applied together. */
function readScript(
  { value, i }: { readonly value: Value; readonly i: number },
  of: ReadOf,
  trees: Map<Value, Value>,
  finds: Finds,
): void {
  const texts = readCarriedScript(value, of);
  for (const [j, { roots, issues, isPartial, unreadLanguage }] of texts.entries()) {
    const embedding = { in: 'a shell script', key: `script ${i} ${j}`, isByFolder: false };
    finds.issues.push(...issues);
    finds.unreadLanguage ??= unreadLanguage;
    const own = { ...of.reading, isPartial: of.reading.isPartial || isPartial };
    addObjects(mappingsIn(roots), { embedding, reading: own }, finds);
  }
  const all = texts.flatMap(({ roots }) => mappingsIn(roots));
  if (all.length > 0) trees.set(value, listOf(all, value));
}

function addObjects(
  roots: readonly Mapping[],
  { embedding, reading }: { readonly embedding: Embedding; readonly reading: ManifestReading },
  finds: Finds,
): void {
  const { resources, misnamed } = findInManifest(roots, reading);
  const neighbours = neighboursInManifest(roots, reading, resources).filter(({ type }) => type === 'Service');
  finds.found.resources.push(...resources.map((resource) => ({ ...resource, embedding })));
  // A carrier may add the kind.
  if (!reading.isPartial) finds.found.misnamed.push(...misnamed);
  finds.neighbours.push(...neighbours.map((resource) => ({ ...resource, embedding })));
}

/** The documents of a text, as the items of a list. */
function listOf(items: readonly Value[], { span }: Value): Value {
  return { kind: 'sequence', span, items, style: 'block', isOpen: false, isAlias: false };
}

/** Where a template gives a value of any type, also in quotes: `"{{ port }}"` in Ansible, `"${{PORT}}"` in OpenShift. */
const typedTemplates = new Set(['an Ansible task', 'a Template']);

function withoutTemplates(root: Mapping, text: string): Mapping {
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
