/** The workspace as one file sees it. Records the questions of its rules, so that changed answers are detected. */
import { memoBy, memoWith } from '../../text/memo.ts';
import type { Document } from '../../tree/document.ts';
import { factsOf } from '../facts/facts.ts';
import { keys } from './index-keys.ts';
import { mayBeAlternatives, defineTheSame } from './alternatives.ts';
import { byPlace, isSame, type IndexedObject } from './indexed-object.ts';
import { areSameAt, ResourceIndex } from './resource-index.ts';

/** The objects around one object, for its rules. Every question is recorded. */
export interface RelatedObjects {
  readonly entry: IndexedObject;
  /** The objects under a key of the index, the object itself included. */
  readonly at: (key: string) => readonly IndexedObject[];
  /** The names of a kind in a namespace, sorted; undefined where one of them is unknown. */
  readonly names: (kind: string, namespace: string) => readonly string[] | undefined;
  /** True for two files of which only one can be applied. */
  readonly areAlternatives: (uri: string, other: string) => boolean;
  /** False for an object in a file that is only read, so that a finding there would be lost. Undefined where all are reported. */
  readonly isReported: ((entry: IndexedObject) => boolean) | undefined;
  /** False where the settings say that the cluster does not mirror Endpoints. */
  readonly isMirroring: boolean;
}

/** How much of the workspace is known. Only `all` reports missing objects; `none` runs no rules on relations. */
export type Knowledge = 'all' | 'some' | 'none';

/** The recorded answers by key: objects, or names. */
export type Answers = Map<string, readonly IndexedObject[] | NameList>;

interface Own {
  readonly uri: string;
  readonly own: readonly IndexedObject[];
  readonly knowledge: Knowledge;
  /** The workspace revision; undefined where the objects of the file are not those of the index. */
  readonly revision: Revision | undefined;
  readonly appliedSince: FileRelations['appliedSince'];
  readonly isReported: RelatedObjects['isReported'];
}

/** Equal revisions mean equal answers. Only answers under `applied` keys depend on `applied`. */
export interface Revision {
  readonly facts: number;
  readonly applied: number;
  /** True where the answers hold built objects. */
  readonly isBuilt: boolean;
}

/** True where only answers under `applied` keys can differ. */
export function haveSameFacts(before: Revision, now: Revision | undefined): boolean {
  return before.facts === now?.facts && before.isBuilt === now.isBuilt;
}

/** The index as one file sees it: its own objects come from its current text. */
export class FileRelations {
  readonly #index: ResourceIndex;
  readonly #uri: string;
  readonly own: readonly IndexedObject[];
  /** Set where the index has other objects for this file. */
  readonly #ownIndex: ResourceIndex | undefined;
  readonly #found = new Map<string, readonly IndexedObject[]>();
  readonly knowledge: Knowledge;
  /** Undefined where later answers cannot be compared by revision. */
  readonly revision: Revision | undefined;
  /** The `applied` keys that changed since a revision; undefined where the log no longer reaches back. */
  readonly appliedSince: (applied: number) => readonly string[] | undefined;
  readonly #isReported: RelatedObjects['isReported'];

  constructor(index: ResourceIndex, { uri, own, knowledge, revision, appliedSince, isReported }: Own) {
    this.#index = index;
    this.#uri = uri;
    this.own = own;
    this.knowledge = knowledge;
    this.revision = revision;
    this.appliedSince = appliedSince;
    this.#isReported = isReported;
    if (revision !== undefined) return;
    this.#ownIndex = new ResourceIndex();
    this.#ownIndex.replace(uri, own);
  }

  /** The objects of the document; `first` is the ordinal of its first object. */
  entriesOf(document: Document, first: number): readonly IndexedObject[] {
    return this.own.slice(first, first + factsOf(document).length);
  }

  /** True where the document still has these objects; `first` is the ordinal of its first object. */
  hasOwn(entries: readonly IndexedObject[], first: number): boolean {
    return entries.every((entry, i) => isSame(entry, this.own[first + i]));
  }

  /** The surroundings of each object of the document. Questions and answers are added to `answers`. */
  of(
    document: Document,
    first: number,
    answers: Answers,
    { mirroring = 'on' }: { readonly mirroring?: 'on' | 'off' } = {},
  ): readonly RelatedObjects[] {
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
    const areAlternatives = (uri: string, other: string): boolean => {
      if (uri === other || !mayBeAlternatives(uri, other)) return false;
      const answer = this.#apart(uri, other);
      // Each changes with the objects of one of the files.
      answers.set(`${apartPrefix}${uri}\n${other}`, answer);
      answers.set(`${apartPrefix}${other}\n${uri}`, answer);
      return answer === apart;
    };
    const shared = { at, names, areAlternatives, isReported: this.#isReported, isMirroring: mirroring === 'on' };
    return own.map((entry) => ({ entry, ...shared }));
  }

  /** True where every question still has the same answer. */
  agrees(answers: Answers): boolean {
    for (const [key, answer] of answers) {
      if (key.startsWith(apartPrefix)) {
        const [uri = '', other = ''] = key.slice(apartPrefix.length).split('\n');
        if (this.#apart(uri, other) !== answer) return false;
      } else if ('token' in answer) {
        const [, kind = '', namespace = ''] = /^\S+ (\S+) (.*)$/s.exec(key) ?? [];
        if (this.#names(kind, namespace).token !== answer.token) return false;
      } else if (!areSameNow(key, this.#at(key), answer)) return false;
    }
    return true;
  }

  /** Sorted by file and ordinal. The list of the index itself where possible: much is known of it already. */
  #at(key: string): readonly IndexedObject[] {
    const all = this.#index.at(key);
    if (!this.#ownIndex) return all;
    const known = this.#found.get(key);
    if (known) return known;
    const own = this.#ownIndex.at(key);
    const others = all.filter(({ uri }) => uri !== this.#uri);
    const isWhole = others.length === all.length && own.length === 0;
    const found = isWhole ? all : [...others, ...own].sort(byPlace);
    this.#found.set(key, found);
    return found;
  }

  #apart(uri: string, other: string): NameList {
    const [one, two] = [uri, other].map((each) => this.#at(keys.inFile(each)));
    return one && two && defineTheSame(one, two) ? apart : together;
  }

  #names(kind: string, namespace: string): NameList {
    if (this.knowledge !== 'all') return unknownNames;
    return namesIn(this.#at(keys.within(kind, namespace)), namespace);
  }
}

/** `areSameAt`, once for the two lists: thousands of objects may have got the same answer. */
function areSameNow(key: string, now: readonly IndexedObject[], answer: readonly IndexedObject[]): boolean {
  return now === answer || comparisonOf(now, answer)(key);
}

const comparisonOf = memoWith((now: readonly IndexedObject[], answer: readonly IndexedObject[]) => {
  const known = new Map<string, boolean>();
  return (key: string): boolean => {
    const isSameAnswer = known.get(key) ?? areSameAt(key, now, answer);
    known.set(key, isSameAnswer);
    return isSameAnswer;
  };
});

/** Separates questions for names from keys of the index. */
const namesPrefix = 'names ';

/** Separates questions about alternatives. The URIs follow. */
const apartPrefix = 'apart ';

/** The key of the index that changes together with the answer to a question. */
export function indexKey(asked: string): string {
  if (asked.startsWith(apartPrefix)) return keys.inFile(asked.slice(asked.indexOf('\n') + 1));
  return asked.startsWith(namesPrefix) ? asked.replace(namesPrefix, 'within ') : asked;
}

/** A list of names, and a token that is equal for equal lists. */
interface NameList {
  readonly list: readonly string[] | undefined;
  readonly token: string;
}

const unknownNames: NameList = { list: undefined, token: '?' };

const apart: NameList = { list: undefined, token: 'apart' };
const together: NameList = { list: undefined, token: '' };

/** Shared by all objects that ask for the names of a namespace, because the lists are long. */
const namesIn = memoBy((entries: readonly IndexedObject[], namespace: string): NameList => {
  const found = new Set<string>();
  for (const { facts, identities } of entries) {
    if (!facts.name.isKnown) return unknownNames;
    for (const identity of identities) if (identity.namespace === namespace) found.add(identity.name);
  }
  const list = [...found].sort();
  return { list, token: list.join(' ') };
});
