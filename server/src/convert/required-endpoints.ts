/**
 * Finds Endpoints that must stay Endpoints: GlusterFS volumes read no slices, and Patroni keeps its leader in Endpoints
 * or ConfigMaps.
 */
import { areVariants } from '../analysis/workspace/variants.ts';
import { treesIn, treesWithin, type Tree } from '../frontends/trees.ts';
import { groupBy } from '../text/group.ts';
import { quote } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import { childrenOf, stringOf, valueOf, type Mapping, type Value } from '../tree/value.ts';
import { isPatroniMetadata, labelsOfPods, patroniNames, patroniSettingIn } from '../readers/detect/patroni-objects.ts';
import { foreignObjects, textAt } from '../readers/foreign-objects.ts';
import { stepsOfKinds } from '../readers/catalogue.ts';
import { isWrittenName } from '../readers/estate.ts';
import type { Reader } from '../readers/reader.ts';
import type { StaleReference } from './outcome.ts';
import type { NamedText } from '../readers/searched-text.ts';
import { valueBelow, type DocumentResource } from './value-text.ts';

/** Returns why the Endpoints must stay; undefined if nothing in the texts needs it. */
export type FindRequirement = (object: Pick<Requirement, 'uri' | 'name' | 'namespace'>) => string | undefined;

/** Keeps the objects that a reader of the step `kept` certainly needs, such as kube-dns or Patroni. Undefined if there are none. */
export function keptEndpoints(readers: readonly KeepingReader[]): FindRequirement | undefined {
  const keeping = readers.filter(({ kind, certainty }) => certainty === 'certain' && stepsOfKinds.get(kind) === 'kept');
  if (keeping.length === 0) return undefined;
  return ({ uri, name, namespace }) =>
    keeping.find(({ objects }) =>
      objects.some((each) => each.uri === uri && each.name === name && isOneNamespace(each.namespace, namespace)),
    )?.message;
}

/** The same for the references to what was converted: the conversion has to be repeated without these objects. */
export function keptByReferences(references: readonly StaleReference[]): FindRequirement | undefined {
  return keptEndpoints(
    references.flatMap(({ what, message, reading }) => (reading ? [{ kind: what, message, ...reading }] : [])),
  );
}

type KeepingReader = Pick<Reader, 'certainty' | 'objects' | 'message'> & { readonly kind: string };

function isOneNamespace(one: string, other: string): boolean {
  return one === other || !isWrittenName(one) || !isWrittenName(other);
}

export interface Requirement {
  readonly uri: string;
  /** The volume or the setting. */
  readonly span: Span;
  readonly name: string;
  /** Empty if it is not known. */
  readonly namespace: string;
  readonly reason: string;
}

const wanted = /glusterfs|use_endpoints|acid\.zalan\.do\//i;

/** The requirements are collected when the first question is asked. */
export function requiredEndpoints(requirements: () => Iterable<Requirement>): FindRequirement {
  let byName: ReadonlyMap<string, readonly Requirement[]> | undefined;
  return ({ uri, name, namespace }) => {
    byName ??= groupBy(requirements(), (each) => each.name);
    return byName.get(name)?.find((each) => isRequired({ uri, name, namespace }, each))?.reason;
  };
}

export function isRequired(
  { uri, name, namespace }: Pick<Requirement, 'uri' | 'name' | 'namespace'>,
  required: Requirement,
): boolean {
  return required.name === name && isOneNamespace(required.namespace, namespace) && !areVariants(uri, required.uri);
}

/** Returns why an Endpoints with labels or annotations of Patroni must stay. */
export function patroniReason({ document, resource }: DocumentResource): string | undefined {
  const metadata = valueBelow(resource.properties, ['metadata']);
  return isPatroniMetadata(metadata, document.text) ? patroniText : undefined;
}

const patroniText =
  'Patroni keeps its leader in this object and uses Endpoints or ConfigMaps, never slices. Leave it as it is.';

export function requirementsIn({ uri, text }: NamedText): readonly Requirement[] {
  return treesIn(uri, text, (part) => wanted.test(part)).flatMap((tree) => {
    const objects = foreignObjects(tree);
    const within = objects.length > 0 ? objects.map(({ mapping }) => mapping) : [tree.root];
    return within.flatMap((root) => {
      const namespace = textAt(root, 'metadata', 'namespace') ?? '';
      return requirementsBelow(root, { uri, namespace, tree, labels: labelsOfPods(root) });
    });
  });
}

interface SearchedObject {
  readonly uri: string;
  readonly namespace: string;
  readonly tree: Tree;
  readonly labels: Value | undefined;
}

function requirementsBelow(value: Value, object: SearchedObject): readonly Requirement[] {
  if (value.kind === 'scalar' || value.kind === 'opaque') {
    if (value.span.end - value.span.start < shortest) return [];
    return treesWithin(object.tree, value, (text) => wanted.test(text)).flatMap((inner) =>
      requirementsBelow(inner.root, { ...object, tree: inner }),
    );
  }
  if (value.isAlias) return [];
  const own =
    value.kind === 'mapping'
      ? [...volumeIn(value, object), ...patroniIn(value, object), ...postgresIn(value, object)]
      : [];
  return [...own, ...childrenOf(value).flatMap((child) => requirementsBelow(child, object))];
}

/** The shortest text that can contain a setting of Patroni. */
const shortest = 20;

function volumeIn(mapping: Mapping, { uri, namespace, tree }: SearchedObject): readonly Requirement[] {
  const volume = valueOf(mapping, 'glusterfs');
  const name = volume && textAt(volume, 'endpoints');
  if (!volume || name === undefined) return [];
  const reason = `A GlusterFS volume reads this object by its name ${quote(name)}, and reads no slices. Leave it as it is.`;
  const span = tree.place(volume.span);
  return [{ uri, span, name, namespace: textAt(volume, 'endpointsNamespace') ?? namespace, reason }];
}

/** A cluster of the Postgres Operator of Zalando. */
function postgresIn(mapping: Mapping, { uri, namespace, tree }: SearchedObject): readonly Requirement[] {
  const isCluster =
    textAt(mapping, 'kind') === 'postgresql' && textAt(mapping, 'apiVersion')?.startsWith('acid.zalan.do/');
  const name = valueBelow(mapping, ['metadata', 'name']);
  if (!name || isCluster !== true) return [];
  return patroniObjects(stringOf(name), { uri, span: tree.place(name.span), namespace });
}

/** A configuration of Patroni, or the environment of its container. */
function patroniIn(mapping: Mapping, { uri, namespace, labels, tree }: SearchedObject): readonly Requirement[] {
  const setting = patroniSettingIn(mapping, labels);
  if (!setting) return [];
  const place = { uri, span: tree.place(setting.shown), namespace: setting.namespace ?? namespace };
  return patroniObjects(stringOf(setting.scope), place);
}

/** The objects of a cluster: the leader, and what Patroni adds to its name. */
function patroniObjects(
  scope: string | undefined,
  place: Pick<Requirement, 'uri' | 'span' | 'namespace'>,
): readonly Requirement[] {
  if (scope === undefined || !isWrittenName(scope)) return [];
  return patroniNames(scope).map((name) => ({ ...place, name, reason: patroniText }));
}
