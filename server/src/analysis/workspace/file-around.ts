/** The objects of all files as one file sees them, and what its rules asked for, so that it can be told later whether the answers hold. */
import { memoBy } from '../../text/memo.ts';
import type { Document } from '../../tree/document.ts';
import { factsOf } from '../facts/facts.ts';
import { keys } from './index-keys.ts';
import { isSame } from './indexed-object.ts';
import type { IndexedObject } from './indexed-object.ts';
import { areSameAt, ResourceIndex } from './resource-index.ts';

/** The objects around one, as its rules see them; what they ask for is written down. */
export interface RelatedObjects {
  /** The object itself. */
  readonly entry: IndexedObject;
  /** What stands in the index under the key, the object itself included. */
  readonly at: (key: string) => readonly IndexedObject[];
  /** The known names of a kind in a namespace, sorted; undefined where there is an object whose name is not known. */
  readonly names: (kind: string, namespace: string) => readonly string[] | undefined;
}

/**
 * How much of the workspace is known: everything, so that something can be missing; a part, as after an interruption; or
 * nothing yet, so that relations are not looked at.
 */
export type Knowledge = 'all' | 'some' | 'none';

/** What the index answered, by key, so that it can be told later whether it still does: objects, or names. */
export type Answers = Map<string, readonly IndexedObject[] | NameList>;

interface Own {
  readonly uri: string;
  readonly own: readonly IndexedObject[];
  readonly knowledge: Knowledge;
  /** That of the workspace, where its index has the very objects. */
  readonly revision: Revision | undefined;
  readonly appliedSince: FileRelations['appliedSince'];
}

/** For as long as `said` is the same, so is every answer, but to those who asked for what objects apply: for them `applied` must be, too. */
export interface Revision {
  readonly said: number;
  readonly applied: number;
}

/** The index as one file sees it, whose own objects are those of its text as it is now. */
export class FileRelations {
  readonly #index: ResourceIndex;
  readonly #uri: string;
  readonly own: readonly IndexedObject[];
  /** The own objects by their keys, where the index has others. */
  readonly #ownIndex: ResourceIndex | undefined;
  readonly #found = new Map<string, readonly IndexedObject[]>();
  readonly knowledge: Knowledge;
  /** Undefined where it cannot be told whether the answers are the same. */
  readonly revision: Revision | undefined;
  /** The keys under which something else is applied since then; undefined where that is too long ago. */
  readonly appliedSince: (applied: number) => readonly string[] | undefined;

  constructor(index: ResourceIndex, { uri, own, knowledge, revision, appliedSince }: Own) {
    this.#index = index;
    this.#uri = uri;
    this.own = own;
    this.knowledge = knowledge;
    this.revision = revision;
    this.appliedSince = appliedSince;
    if (revision !== undefined) return;
    this.#ownIndex = new ResourceIndex();
    this.#ownIndex.replace(uri, own);
  }

  /** What the objects of the document say, whose first has the number `first`. */
  entriesOf(document: Document, first: number): readonly IndexedObject[] {
    return this.own.slice(first, first + factsOf(document).length);
  }

  /** True where these are the objects of the document whose first has the number `first`. */
  hasOwn(entries: readonly IndexedObject[], first: number): boolean {
    return entries.every((entry, i) => isSame(entry, this.own[first + i]));
  }

  /** For each object of the document its surroundings; what is asked of them goes to `answers`. */
  of(document: Document, first: number, answers: Answers): readonly RelatedObjects[] {
    const own = this.entriesOf(document, first);
    const at = (key: string): readonly IndexedObject[] => {
      const entries = this.#at(key);
      answers.set(key, entries);
      return entries;
    };
    const names = (kind: string, namespace: string): readonly string[] | undefined => {
      const found = this.#names(kind, namespace);
      answers.set(`${namesPrefix}${kind} ${namespace}`, found);
      return found.list;
    };
    return own.map((entry) => ({ entry, at, names }));
  }

  /** True where every question would be answered as it was. */
  agrees(answers: Answers): boolean {
    for (const [key, answer] of answers) {
      if ('token' in answer) {
        const [, kind = '', namespace = ''] = /^\S+ (\S+) (.*)$/s.exec(key) ?? [];
        if (this.#names(kind, namespace).token !== answer.token) return false;
      } else if (!areSameAt(key, this.#at(key), answer)) return false;
    }
    return true;
  }

  /** What other files have comes first. Of a file with many objects, each asks for much the same. */
  #at(key: string): readonly IndexedObject[] {
    const all = this.#index.at(key);
    if (all.length === 0 && !this.#ownIndex) return all;
    const known = this.#found.get(key);
    if (known) return known;
    const own = this.#ownIndex?.at(key) ?? all.filter(({ uri }) => uri === this.#uri);
    const others = all.filter(({ uri }) => uri !== this.#uri);
    const isWhole = others.length === all.length && own.length === 0;
    const found = isWhole || (others.length === 0 && !this.#ownIndex) ? all : [...others, ...own];
    this.#found.set(key, found);
    return found;
  }

  #names(kind: string, namespace: string): NameList {
    if (this.knowledge !== 'all') return unknownNames;
    return namesIn(this.#at(keys.within(kind, namespace)), namespace);
  }
}

/** Sets the questions for names apart. */
const namesPrefix = 'names ';

/** The key of the index with which an answer changes: known names are asked for by kind and namespace. */
export function indexKey(asked: string): string {
  return asked.startsWith(namesPrefix) ? asked.replace(namesPrefix, 'within ') : asked;
}

/** A list of names, and a text that is equal for equal lists. */
export interface NameList {
  readonly list: readonly string[] | undefined;
  readonly token: string;
}

const unknownNames: NameList = { list: undefined, token: '?' };

/** The lists of a namespace are long, and asked for by every object that misses something. */
const namesIn = memoBy((entries: readonly IndexedObject[], namespace: string): NameList => {
  const found = new Set<string>();
  for (const { facts, identities } of entries) {
    if (!facts.name.isKnown) return unknownNames;
    for (const identity of identities) if (identity.namespace === namespace) found.add(identity.name);
  }
  const list = [...found].sort();
  return { list, token: list.join(' ') };
});
