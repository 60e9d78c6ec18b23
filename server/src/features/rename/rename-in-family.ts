/** Renames a Service or a port in all members of its family: the Service, its Endpoints, slices and patches. */
import { textOf, type Bound } from '../../analysis/binding/bind.ts';
import {
  objectsOfService,
  familyNames,
  isFamilyKind,
  isSlice,
  linkedFamiliesOf,
  relativesOf,
  type FamilyName,
} from '../../analysis/workspace/family.ts';
import { fileNameOf, plainPath } from '../../analysis/workspace/placement.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { nearestObjects } from '../../analysis/workspace/nearest.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { dnsLabelProblem, serviceNameProblem } from '../../contract/string-format.ts';
import { quote } from '../../text/quote.ts';
import { contains } from '../../text/span.ts';
import type { Document, Resource } from '../../tree/document.ts';
import type { Value } from '../../tree/value.ts';
import { serviceNameNode, locateObject, portNames, type NamedPlace } from '../navigation/named-places.ts';
import { findReferrers, type Referrer } from '../navigation/related-places.ts';
import {
  innerSpan,
  isRefusal,
  refuse,
  type RenamedObjects,
  type DocumentRewrite,
  type RenameRefusal,
  type RenameTarget,
  type Rewrite,
} from './renaming.ts';
import { unknownPort, unknownReason } from './unknown-in-program.ts';
import type { Files, View } from '../view.ts';
import { isAliased } from '../written-values.ts';

interface Target {
  readonly view: View;
  readonly entry: IndexedObject;
  readonly object: PlacedObject;
  readonly node: Bound;
}

interface NewText extends Target {
  readonly text: string;
  readonly label: string;
}

/** Renames the Service at the place, with its family and all references; undefined where the place names no Service. */
export function renameService(place: NamedPlace, files: Files): RenameTarget | RenameRefusal | undefined {
  const { entry, node, object, means } = place;
  const isNamed = means.what === (isSlice(entry.facts) ? 'service-label' : 'name');
  if (!node || !isNamed || !isFamilyKind(entry.facts)) return undefined;
  const name = textOf(node);
  if (!name) return refuse(opaqueReason(place, node.value));
  const members = membersOf(entry, files);
  const targets = members.flatMap((member): Target[] => {
    const own = serviceNameNode(member.object);
    return own && (!isSlice(member.entry.facts) || own.path[1] === 'labels') ? [{ ...member, node: own }] : [];
  });
  const opaque = targets.find(({ node: { value }, object: { document } }) => isOpaqueName(value, document, members));
  if (opaque) return refuse(opaqueReason(opaque, opaque.node.value));
  const literal = targets.filter((target) => target.node.value.kind === 'scalar');
  const repeated = repeatedValue(literal);
  if (repeated) return repeated;
  const rewrite = (newName: string): readonly DocumentRewrite[] | RenameRefusal => {
    const entries = members.map((each) => each.entry);
    const texts = newTexts({ entry, newName }, entries, files);
    if (isRefusal(texts)) return texts;
    const named = literal.map((each) => ({ ...each, text: texts.get(each.entry) ?? newName, label: nameLabel(each) }));
    return rewritesOf([
      ...named,
      ...findReferrers(entries, files).map((referrer) => newReference(referrer, texts.get(referrer.meant) ?? newName)),
    ]);
  };
  const renamed = (newName: string): RenamedObjects | RenameRefusal => {
    const texts = newTexts(
      { entry, newName },
      members.map((each) => each.entry),
      files,
    );
    return isRefusal(texts) ? texts : { what: 'service', before: name, after: newName, texts };
  };
  return { span: innerSpan(node.value, name, object.start), name, rewrite, renamed };
}

/** Renames the port at the place in the whole family; undefined where the place names no port. */
export function renamePort(
  { entry, node, object, means }: NamedPlace,
  files: Files,
): RenameTarget | RenameRefusal | undefined {
  if (!node || means.what !== 'port') return undefined;
  const { name } = means;
  const members = membersOf(entry, files);
  const ports = members.flatMap((member) =>
    portNames(member.object).map((port): Target => ({ ...member, node: port })),
  );
  const targets = ports.filter((port) => textOf(port.node) === name);
  const others = members.filter((member) => !targets.some(({ object: own }) => own === member.object));
  const unknown = unknownPort(others);
  if (unknown) return refuse(unknown);
  const repeated = repeatedValue(targets);
  if (repeated) return repeated;
  const rewrite = (newName: string): readonly DocumentRewrite[] | RenameRefusal => {
    const problem = dnsLabelProblem(newName);
    if (problem) return refuse(`${quote(newName)} is not a valid port name: it ${problem}.`);
    const taken = ports.find((port) => textOf(port.node) === newName);
    if (taken) {
      return refuse(
        `${titleOf(taken.entry)} in ${fileName(taken.view)} already has a port ${quote(newName)}. Use another name.`,
      );
    }
    return rewritesOf(
      targets.map((each) => ({ ...each, text: newName, label: `Port ${quote(name)} in ${titleOf(each.entry)}` })),
    );
  };
  const renamed = (newName: string): RenamedObjects => ({
    what: 'port',
    before: name,
    after: newName,
    texts: new Map(targets.map((each) => [each.entry, newName])),
  });
  return { span: innerSpan(node.value, name, object.start), name, rewrite, renamed };
}

function membersOf(entry: IndexedObject, files: Files): readonly Omit<Target, 'node'>[] {
  return linkedFamiliesOf(entry, files.workspace).flatMap((each) => {
    const found = locateObject(each, files);
    return found ? [{ ...found, entry: each }] : [];
  });
}

/** True for an opaque value, except an expression that reads the name of a renamed object. */
function isOpaqueName(value: Value, document: Document, members: readonly Omit<Target, 'node'>[]): boolean {
  if (value.kind !== 'opaque') return false;
  const owner = document.references.find(({ rootSpan }) => contains(value.span, rootSpan))?.root;
  return !members.some(({ object: { document: own, resource } }) => own === document && calledBy(resource) === owner);
}

/** What expressions of a program call the resource. */
function calledBy({ key, name }: Resource): string | undefined {
  return key ?? name;
}

function opaqueReason({ view, object: { document, start } }: Omit<Target, 'node' | 'entry'>, value: Value): string {
  const why = value.kind === 'opaque' ? value.why : 'a value that is not a string';
  if (document.syntax === 'code') return unknownReason(view, start, value);
  return why === 'an expression'
    ? 'The name is given by an expression. Rename the object that the expression refers to.'
    : `The name is given by ${why}, so it cannot be known statically.`;
}

/** Refuses a value whose anchor has an alias outside of the targets, because the alias would change, too. */
function repeatedValue(targets: readonly Target[]): RenameRefusal | undefined {
  for (const { node, object } of targets) {
    const { text, anchors } = object.document;
    const { start } = node.value.span;
    const anchor = isAliased(node.value)
      ? undefined
      : anchors.find(({ span }) => span.end <= start && /^\s*(?:!\S*\s+)?$/.test(text.slice(span.end, start)));
    const isTarget = (use: number): boolean =>
      targets.some((each) => each.object.document === object.document && each.node.value.span.start === use);
    const use = anchor?.uses.find((each) => !isTarget(each.start));
    if (anchor && use) {
      const alias = quote(`*${anchor.name}`);
      return refuse(`The alias ${alias} copies this name to another place. Replace the alias with the name first.`);
    }
  }
  return undefined;
}

/** The text for each member. It differs from the new name where a kustomization adds a prefix or a suffix. */
function newTexts(
  { entry, newName }: { readonly entry: IndexedObject; readonly newName: string },
  members: readonly IndexedObject[],
  { workspace }: Files,
): ReadonlyMap<IndexedObject, string> | RenameRefusal {
  const wholes = new Map<string, string>();
  const texts = new Map<IndexedObject, string>();
  const addText = (member: IndexedObject, text: string): boolean => {
    texts.set(member, text);
    return familyNames(member, workspace).every((each) => {
      const whole = `${each.prefix}${text}${each.suffix}`;
      const before = wholes.get(keyOf(each));
      wholes.set(keyOf(each), whole);
      return before === undefined || before === whole;
    });
  };
  addText(entry, newName);
  // Members can be linked through other members, so this repeats until no text is added.
  for (let last = 0; last < texts.size;) {
    last = texts.size;
    for (const member of members.filter((each) => !texts.has(each))) {
      const names = familyNames(member, workspace);
      const known = names.find((each) => wholes.has(keyOf(each)));
      if (!known) continue;
      const text = withoutAffixes(known, wholes.get(keyOf(known)) ?? '');
      if (text === undefined || !addText(member, text)) return affixRefusal(known, member);
    }
  }
  return problemOf([...wholes], newName, members, workspace) ?? texts;
}

function problemOf(
  wholes: readonly (readonly [key: string, whole: string])[],
  newName: string,
  members: readonly IndexedObject[],
  workspace: Files['workspace'],
): RenameRefusal | undefined {
  for (const whole of new Set([newName, ...wholes.map(([, each]) => each)])) {
    const problem = serviceNameProblem(whole);
    if (problem) return refuse(`${quote(whole)} is not a valid Service name: it ${problem}.`);
  }
  const strangers = relativesOf(members, workspace).filter((each) => !members.includes(each));
  for (const [key, whole] of wholes) {
    const namespace = key.slice(0, key.lastIndexOf(' '));
    const others = objectsOfService({ namespace, name: whole }, workspace).filter((each) => !members.includes(each));
    const taken = others.find((each) => isInReach(each, members, [others, strangers]));
    if (taken) {
      return refuse(
        `The name ${quote(whole)} is already used by ${titleOf(taken)} in ${fileName(taken)}. Use another name.`,
      );
    }
  }
  return undefined;
}

/** False for an object in the folder of another cluster: other objects of the old and the new name are nearer to it. */
function isInReach(
  { uri }: IndexedObject,
  members: readonly IndexedObject[],
  others: readonly (readonly IndexedObject[])[],
): boolean {
  return others.some((rivals) =>
    nearestObjects([...members, ...rivals.filter(({ facts }) => facts.kind === 'Service')], uri).some((each) =>
      members.includes(each),
    ),
  );
}

function keyOf({ namespace, name }: FamilyName): string {
  return `${namespace} ${name}`;
}

/** The text that results in the whole name; undefined where prefix and suffix do not fit. */
function withoutAffixes({ prefix, suffix }: FamilyName, whole: string): string | undefined {
  const isFit = whole.startsWith(prefix) && whole.endsWith(suffix) && whole.length > prefix.length + suffix.length;
  return isFit ? whole.slice(prefix.length, whole.length - suffix.length) : undefined;
}

function affixRefusal({ prefix, suffix }: FamilyName, member: IndexedObject): RenameRefusal {
  const around = quote(`${prefix}…${suffix}`);
  return refuse(
    `A kustomization changes the name of ${titleOf(member)} in ${fileName(member)} to ${around}. Use a name of that form.`,
  );
}

/** The new text of a reference: the name in the file, or the name after a kustomization. */
function newReference(referrer: Referrer, text: string): NewText {
  const { name, meant } = referrer;
  const whole = name === meant.facts.name.text ? undefined : meant.identities.find((each) => each.name === name);
  const label = `Reference in ${titleOf(referrer.entry)}`;
  return { ...referrer, text: whole ? `${whole.prefix}${text}${whole.suffix}` : text, label };
}

function rewritesOf(targets: readonly NewText[]): readonly DocumentRewrite[] {
  const documents = new Map<Document, DocumentRewrite & { readonly rewrites: Rewrite[] }>();
  for (const { view, node, object, text, label } of targets) {
    const { document, start } = object;
    const { value } = node;
    const known = documents.get(document) ?? { view, document, start, rewrites: [] };
    known.rewrites.push({ edit: { kind: 'replace', value, by: text }, span: value.span, label });
    documents.set(document, known);
  }
  return [...documents.values()];
}

function nameLabel({ entry }: Target): string {
  return `${isSlice(entry.facts) ? 'Service' : 'Name'} of ${titleOf(entry)}`;
}

function titleOf({ facts: { kind, name } }: IndexedObject): string {
  return `${kind} ${quote(name.text)}`;
}

function fileName({ uri }: { readonly uri: string }): string {
  return fileNameOf(plainPath(uri));
}
