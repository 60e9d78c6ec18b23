/** Renames what the members of a family call each other by: the Service's name, and the names of its ports. */
import { textOf } from '../../analysis/binding/bind.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import {
  objectsOfService,
  familyNames,
  isFamilyKind,
  isSlice,
  linkedFamiliesOf,
  relativesOf,
} from '../../analysis/workspace/family.ts';
import type { FamilyName } from '../../analysis/workspace/family.ts';
import { fileNameOf, plainPath } from '../../analysis/workspace/placement.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { nearestObjects } from '../../analysis/workspace/relations.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { dnsLabelProblem, serviceNameProblem } from '../../contract/string-format.ts';
import { quote } from '../../text/quote.ts';
import { contains } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { Value } from '../../tree/value.ts';
import { serviceNameNode, objectOf, portNames } from '../navigation/mentions.ts';
import type { Mention } from '../navigation/mentions.ts';
import { usersOf } from '../navigation/related-places.ts';
import type { User } from '../navigation/related-places.ts';
import { innerSpan, isRefusal, refuse } from './renaming.ts';
import type { DocumentRewrite, RenameRefusal, RenameTarget, Rewrite } from './renaming.ts';
import type { Files, View } from '../view.ts';
import { isAliased } from '../written.ts';

/** A value that is to be another text. */
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

/** The Service that the place names, in all of its family. */
export function renameService(mention: Mention, files: Files): RenameTarget | RenameRefusal | undefined {
  const { entry, node, object, means } = mention;
  const isNamed = means.what === (isSlice(entry.facts) ? 'service-label' : 'name');
  if (!node || !isNamed || !isFamilyKind(entry.facts)) return undefined;
  const name = textOf(node);
  if (!name) return refuse(givenBy(node.value));
  const members = membersOf(entry, files);
  const targets = members.flatMap((member): Target[] => {
    const own = serviceNameNode(member.object);
    return own && (!isSlice(member.entry.facts) || own.path[1] === 'labels') ? [{ ...member, node: own }] : [];
  });
  const given = targets.find(({ node: { value }, object: { document } }) => isGiven(value, document, members));
  if (given) return refuse(givenBy(given.node.value));
  const literal = targets.filter((target) => target.node.value.kind === 'scalar');
  const repeated = repeatedValue(literal);
  if (repeated) return repeated;
  const rewrite = (newName: string): readonly DocumentRewrite[] | RenameRefusal => {
    const entries = members.map((each) => each.entry);
    const texts = newTexts({ entry, newName }, entries, files);
    if (isRefusal(texts)) return texts;
    const named = literal.map((each) => ({ ...each, text: texts.get(each.entry) ?? newName, label: nameLabel(each) }));
    return rewritten([
      ...named,
      ...usersOf(entries, files).map((user) => newReference(user, texts.get(user.meant) ?? newName)),
    ]);
  };
  return { span: innerSpan(node.value, name, object.start), name, rewrite };
}

/** The port at the place, in the Service and in all that serves it. */
export function renamePort(
  { entry, node, object, means }: Mention,
  files: Files,
): RenameTarget | RenameRefusal | undefined {
  if (!node || means.what !== 'port') return undefined;
  const { name } = means;
  const ports = membersOf(entry, files).flatMap((member) =>
    portNames(member.object).map((port): Target => ({ ...member, node: port })),
  );
  const targets = ports.filter((port) => textOf(port.node) === name);
  const repeated = repeatedValue(targets);
  if (repeated) return repeated;
  const rewrite = (newName: string): readonly DocumentRewrite[] | RenameRefusal => {
    const problem = dnsLabelProblem(newName);
    if (problem) return refuse(`${quote(newName)} is no name for a port: it ${problem}.`);
    const taken = ports.find((port) => textOf(port.node) === newName);
    if (taken) {
      return refuse(`${titleOf(taken.entry)} in ${fileName(taken.view)} has a port ${quote(newName)} already.`);
    }
    return rewritten(
      targets.map((each) => ({ ...each, text: newName, label: `Port ${quote(name)} in ${titleOf(each.entry)}` })),
    );
  };
  return { span: innerSpan(node.value, name, object.start), name, rewrite };
}

function membersOf(entry: IndexedObject, files: Files): readonly Omit<Target, 'node'>[] {
  return linkedFamiliesOf(entry, files.workspace).flatMap((each) => {
    const found = objectOf(each, files);
    return found ? [{ ...found, entry: each }] : [];
  });
}

/** True for an expression, unless it takes the name from an object that is renamed as well. */
function isGiven(value: Value, document: Document, members: readonly Omit<Target, 'node'>[]): boolean {
  if (value.kind !== 'opaque') return false;
  const owner = document.references.find(({ rootSpan }) => contains(value.span, rootSpan))?.root;
  return !members.some(({ object }) => object.document === document && object.resource.name === owner);
}

function givenBy(value: Value): string {
  const why = value.kind === 'opaque' ? value.why : 'something that is no text';
  return why === 'an expression'
    ? 'The name is given by an expression: rename what the expression refers to.'
    : `The name is given by ${why}, and what it will be is not known here.`;
}

/** What an alias repeats would change with it, wherever the alias stands. */
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
      return refuse(`The alias ${alias} repeats this name elsewhere. Write the name out there first.`);
    }
  }
  return undefined;
}

/** For each member what it is to write, which is more or less than the new name where kustomizations rename it. */
function newTexts(
  { entry, newName }: { readonly entry: IndexedObject; readonly newName: string },
  members: readonly IndexedObject[],
  { workspace }: Files,
): ReadonlyMap<IndexedObject, string> | RenameRefusal {
  const wholes = new Map<string, string>();
  const texts = new Map<IndexedObject, string>();
  const give = (member: IndexedObject, text: string): boolean => {
    texts.set(member, text);
    return familyNames(member, workspace).every((each) => {
      const whole = `${each.prefix}${text}${each.suffix}`;
      const before = wholes.get(keyOf(each));
      wholes.set(keyOf(each), whole);
      return before === undefined || before === whole;
    });
  };
  give(entry, newName);
  // A member may be known by a name that only another one shares with the first.
  for (let last = 0; last < texts.size;) {
    last = texts.size;
    for (const member of members.filter((each) => !texts.has(each))) {
      const names = familyNames(member, workspace);
      const known = names.find((each) => wholes.has(keyOf(each)));
      if (!known) continue;
      const text = undo(known, wholes.get(keyOf(known)) ?? '');
      if (text === undefined || !give(member, text)) return prefixed(known, member);
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
    if (problem) return refuse(`${quote(whole)} is no name for a Service: it ${problem}.`);
  }
  const strangers = relativesOf(members, workspace).filter((each) => !members.includes(each));
  for (const [key, whole] of wholes) {
    const namespace = key.slice(0, key.lastIndexOf(' '));
    const others = objectsOfService({ namespace, name: whole }, workspace).filter((each) => !members.includes(each));
    const taken = others.find((each) => isInReach(each, members, [others, strangers]));
    if (taken) {
      return refuse(
        `The name ${quote(whole)} is taken by ${titleOf(taken)} in ${fileName(taken)}. Choose another one.`,
      );
    }
  }
  return undefined;
}

/** False for what stands in another cluster's folder: nearer to a Service of the new name, and to another family of the old one. */
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

/** What is to be written for the whole name to come out; undefined where the kustomization forbids it. */
function undo({ prefix, suffix }: FamilyName, whole: string): string | undefined {
  const isFit = whole.startsWith(prefix) && whole.endsWith(suffix) && whole.length > prefix.length + suffix.length;
  return isFit ? whole.slice(prefix.length, whole.length - suffix.length) : undefined;
}

function prefixed({ prefix, suffix }: FamilyName, member: IndexedObject): RenameRefusal {
  const around = quote(`${prefix}…${suffix}`);
  return refuse(
    `A kustomization makes ${around} of the name of ${titleOf(member)} in ${fileName(member)}. Choose a name of that form.`,
  );
}

/** As it names the object: as that is written, or as a kustomization calls it. */
function newReference(user: User, text: string): NewText {
  const { name, meant } = user;
  const whole = name === meant.facts.name.text ? undefined : meant.identities.find((each) => each.name === name);
  const label = `Reference in ${titleOf(user.entry)}`;
  return { ...user, text: whole ? `${whole.prefix}${text}${whole.suffix}` : text, label };
}

function rewritten(targets: readonly NewText[]): readonly DocumentRewrite[] {
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
