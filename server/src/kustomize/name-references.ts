/** Updates references to objects whose names or namespaces changed, at the end of a build. */
import { memoBy } from '../text/memo.ts';
import type { BuiltMapping, BuiltScalar, BuiltValue, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { editItems, editPath, isBuiltNull } from './field-path.ts';
import { isSelected, type FieldSpec, type NameReferences } from './field-spec.ts';
import type { TransformContext } from './field-specs.ts';
import { effectiveNamespace, isClusterKind } from './identity.ts';
import { remarkAddedSelectors, remarkUnrenamed } from './name-remarks.ts';
import {
  type BuildObject,
  entryAt,
  idOf,
  joinOrigins,
  mapObjects,
  type ObjectId,
  originOf,
  builtScalarText,
  builtText,
  builtAt,
  withBuiltEntry,
} from './object.ts';

/** Also remarks the references that the tables do not know and that keep the old name of a Service. */
export function updateReferences(objects: readonly BuildObject[], context: TransformContext): readonly BuildObject[] {
  const index = indexByOldName(objects);
  const updated =
    index.size === 0
      ? objects
      : mapObjects(objects, (object) => {
          const first = object.previous[0] ?? idOf(object);
          const fields = fieldsOfKind(context.config.nameReference, `${first.group}/${first.version}/${first.kind}`);
          return fields.length === 0 ? object : new Referrer(object, index).updated(fields);
        });
  // Something from outside may have the old name.
  if (!context.isOpen) remarkUnrenamed(updated, context.remarks);
  remarkAddedSelectors(updated, context.remarks);
  return updated;
}

interface Candidate {
  readonly object: BuildObject;
  readonly id: ObjectId;
}

type OldNames = ReadonlyMap<string, readonly Candidate[]>;

function indexByOldName(objects: readonly BuildObject[]): OldNames {
  const index = new Map<string, Candidate[]>();
  for (const object of objects) {
    const candidate = { object, id: idOf(object) };
    for (const name of new Set(object.previous.map((id) => id.name))) {
      const known = index.get(name);
      if (known) known.push(candidate);
      else index.set(name, [candidate]);
    }
  }
  return index;
}

interface Reference {
  readonly field: FieldSpec;
  readonly to: NameReferences;
}

/** The fields that may refer to others, by the kind of an object's first id. */
const fieldsOfKind = memoBy(
  (references: readonly NameReferences[], apiVersionAndKind: string): readonly Reference[] => {
    const [group = '', version = '', kind = ''] = apiVersionAndKind.split('/');
    return references.flatMap((to) =>
      to.fields.filter((field) => isSelected({ group, version, kind }, field)).map((field) => ({ field, to })),
    );
  },
);

/** An object whose references are updated. */
class Referrer {
  private readonly object: BuildObject;
  private readonly index: OldNames;
  private readonly id: ObjectId;
  private readonly namespace: string;
  private readonly isClusterKind: boolean;
  /** Those of the service accounts that a role binding names. */
  private readonly boundNamespaces: ReadonlySet<string>;

  constructor(object: BuildObject, index: OldNames) {
    this.object = object;
    this.index = index;
    this.id = idOf(object);
    this.namespace = effectiveNamespace(this.id);
    this.isClusterKind = isClusterKind(this.id);
    const subjects = this.id.kind === 'RoleBinding' ? builtAt(object.root, ['subjects']) : undefined;
    const items = subjects?.kind === 'sequence' ? subjects.items : [];
    this.boundNamespaces = new Set(
      items
        .filter((item) => builtText(item, ['kind']) === 'ServiceAccount')
        .map((item) => builtText(item, ['namespace'])),
    );
  }

  updated(fields: readonly Reference[]): BuildObject {
    const root = fields.reduce<BuiltValue>(
      (changed, { field, to }) => this.update(changed, field, to),
      this.object.root,
    );
    return root === this.object.root || root.kind !== 'mapping' ? this.object : { ...this.object, root };
  }

  private update(root: BuiltValue, field: FieldSpec, to: NameReferences): BuiltValue {
    const isRoleRef = field.path.slice(-2).join('/') === 'roleRef/name';
    const target = isRoleRef ? this.roleRef(root) : undefined;
    const set = (value: BuiltValue): BuiltValue => {
      if (value.kind === 'scalar') return this.withName(value, to, target);
      if (value.kind === 'mapping') return this.withNameAndNamespace(value, to, target);
      return editItems(value, set);
    };
    return editPath(root, field.path, false, { set, by: originOf(root) });
  }

  private roleRef(root: BuiltValue): NameReferences | undefined {
    const group = builtText(root, ['roleRef', 'apiGroup']);
    const kind = builtText(root, ['roleRef', 'kind']);
    return group === '' || kind === '' ? undefined : { group, version: '', kind, fields: [] };
  }

  private withName(value: BuiltScalar, to: NameReferences, target: NameReferences | undefined): BuiltValue {
    if (isBuiltNull(value)) return value;
    const name = builtScalarText(value);
    const candidates = this.candidates(name, to, target);
    const referral = this.choose(candidates, value, ({ id }) => id.name);
    return referral === undefined ? value : renamed(value, referral);
  }

  /** A mapping with a name and a namespace: a subject, or the service of a webhook. */
  private withNameAndNamespace(
    value: BuiltMapping,
    to: NameReferences,
    target: NameReferences | undefined,
  ): BuiltValue {
    const name = entryAt(value, 'name');
    if (name?.value.kind !== 'scalar') {
      throw new BuildError('other', 'kustomize looks for a name in this reference. Add it.', originOf(value));
    }
    const namespace = entryAt(value, 'namespace');
    const all = this.candidates(builtScalarText(name.value), to, target);
    const candidates = namespace === undefined ? all : inNamespace(all, builtScalarText(namespace.value));
    const referral = this.choose(candidates, name.value, ({ id }) => `${id.name}\n${id.namespace}`);
    if (referral === undefined) return value;
    const after = renamed(name.value, referral);
    const withName = after === name.value ? value : withBuiltEntry(value, { ...name, value: after });
    const now = builtAt(referral.object.root, ['metadata', 'namespace']);
    if (now?.kind !== 'scalar' || referral.id.namespace === '') return withName;
    if (namespace !== undefined && builtScalarText(namespace.value) === referral.id.namespace) return withName;
    return withBuiltEntry(withName, { name: 'namespace', key: namespace?.key ?? originOf(now), value: now });
  }

  private candidates(name: string, to: NameReferences, target: NameReferences | undefined): readonly Candidate[] {
    return (this.index.get(name) ?? []).filter(
      (candidate) =>
        candidate.object.previous.some((id) => isSelected(id, to)) &&
        (target === undefined || candidate.object.previous.some((id) => isSelected(id, target))) &&
        this.reaches(candidate),
    );
  }

  private reaches({ id }: Candidate): boolean {
    if (this.isClusterKind || isClusterKind(id) || effectiveNamespace(id) === this.namespace) return true;
    return id.kind === 'ServiceAccount' && this.boundNamespaces.has(id.namespace);
  }

  /** The only candidate, or the one with the prefixes and suffixes of this object. */
  private choose(
    candidates: readonly Candidate[],
    value: BuiltScalar,
    identity: (candidate: Candidate) => string,
  ): Candidate | undefined {
    let left = candidates;
    for (const mayBeEmpty of [true, false]) {
      if (left.length <= 1) return left[0];
      left = left.filter(({ object }) => haveEqualAffixes(object, this.object, mayBeEmpty));
    }
    const [first] = left;
    if (first === undefined || new Set(left.map(identity)).size === 1) return first;
    throw new BuildError(
      'other',
      `${builtScalarText(value)} may mean ${left.length} objects of the build: ${left.map(({ id }) => id.name).join(', ')}. Give them different names.`,
      originOf(value),
    );
  }
}

/** Those that were first in the namespace, if there are any, else those that are in it now. */
function inNamespace(candidates: readonly Candidate[], namespace: string): readonly Candidate[] {
  const first = candidates.filter(
    ({ object, id }) => effectiveNamespace(object.previous[0] ?? id) === (namespace || 'default'),
  );
  return first.length > 0 ? first : candidates.filter(({ id }) => effectiveNamespace(id) === (namespace || 'default'));
}

function haveEqualAffixes(a: BuildObject, b: BuildObject, mayBeEmpty: boolean): boolean {
  return haveEqualEnds(a.prefixes, b.prefixes, mayBeEmpty) && haveEqualEnds(a.suffixes, b.suffixes, mayBeEmpty);
}

/** True if the shorter list is the end of the longer one: the outer affixes are the same. */
function haveEqualEnds(a: readonly string[], b: readonly string[], mayBeEmpty: boolean): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter === 0) return mayBeEmpty || a.length === b.length;
  return a.slice(-shorter).every((text, at) => text === b.slice(-shorter)[at]);
}

/** The reference with the present name: from its own text, and from the texts of the name that it repeats. */
function renamed(value: BuiltScalar, { object, id }: Candidate): BuiltScalar {
  if (value.value === id.name) return value;
  const name = builtAt(object.root, ['metadata', 'name']);
  const origins: readonly Origin[] = name?.kind === 'scalar' ? name.origins : [];
  return { ...value, value: id.name, origins: joinOrigins(value.origins, origins) };
}
