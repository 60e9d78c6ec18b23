/**
 * What is known of all files together: the facts of their objects, and the kustomizations and charts around them. Texts and
 * trees are not kept here, and where files come from is not known.
 */
import { memo } from '../text/memo.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import type { Kustomization } from '../tree/kustomization.ts';
import { conditionOf } from './condition.ts';
import { factsOf } from './facts.ts';
import type { Facts } from './facts.ts';
import { Surroundings } from './placement.ts';
import { areSameAt, entriesOf, keys, kindKey, ResourceIndex } from './resource-index.ts';
import type { Entry } from './resource-index.ts';

/** The objects around one, as its rules see them; what they ask for is written down. */
export interface Around {
  /** The object itself. */
  readonly entry: Entry;
  /** What stands in the index under the key, the object itself included. */
  readonly at: (key: string) => readonly Entry[];
  /** The known names of a kind in a namespace, sorted; undefined where there is an object whose name is not known. */
  readonly names: (kind: string, namespace: string) => readonly string[] | undefined;
}

/**
 * How much of the workspace is known: everything, so that something can be missing; a part, as after an interruption; or
 * nothing yet, so that relations are not looked at.
 */
export type Knowledge = 'all' | 'some' | 'none';

/** What has changed: the keys of the index with other answers, and the files whose own objects are others. */
export interface Changes {
  readonly keys: ReadonlySet<string>;
  readonly uris: ReadonlySet<string>;
}

/** What the index answered, by key, so that it can be told later whether it still does: objects, or names. */
export type Answers = Map<string, readonly Entry[] | Names>;

export class Workspace {
  readonly #index = new ResourceIndex();
  readonly #surroundings = new Surroundings();
  readonly #facts = new Map<string, readonly Facts[]>();
  #knowledge: Knowledge = 'all';
  #revision = 0;
  #keys = new Set<string>();
  #uris = new Set<string>();

  get knowledge(): Knowledge {
    return this.#knowledge;
  }

  /** Another number whenever something may be answered in another way. */
  get revision(): number {
    return this.#revision;
  }

  /** Says how much is known; every file may then have other findings. */
  know(knowledge: Knowledge): void {
    if (knowledge === this.#knowledge) return;
    this.#knowledge = knowledge;
    this.#revision++;
    for (const uri of this.#facts.keys()) this.#uris.add(uri);
  }

  /** Notes the objects of a file; none for a file that is gone. */
  set(uri: string, facts: readonly Facts[]): void {
    if (facts.length > 0) this.#facts.set(uri, facts);
    else this.#facts.delete(uri);
    this.#place(uri, facts);
  }

  /** What has changed since this was asked for the last time; undefined for nothing. */
  takeChanges(): Changes | undefined {
    if (this.#keys.size + this.#uris.size === 0) return undefined;
    const changes = { keys: this.#keys, uris: this.#uris };
    this.#keys = new Set();
    this.#uris = new Set();
    return changes;
  }

  /** Notes the workspace folders: what is in two of them was put side by side by somebody. */
  setRoots(uris: readonly string[]): void {
    this.#surroundings.setRoots(uris);
  }

  /** Notes a kustomization; undefined for one that is gone. */
  setKustomization(uri: string, kustomization: Kustomization | undefined): void {
    this.#surroundings.setKustomization(uri, kustomization);
  }

  /** Notes that a folder is a chart, or no longer. */
  setChart(uri: string, isThere: boolean): void {
    this.#surroundings.setChart(uri, isThere);
  }

  /** Places all objects anew, after kustomizations or charts have changed. */
  placeAll(): void {
    if (!this.#surroundings.takeChange()) return;
    for (const [uri, facts] of this.#facts) this.#place(uri, facts);
  }

  /** True for a file that a kustomization names as a patch. */
  isPatch(uri: string): boolean {
    return this.#surroundings.isPatch(uri);
  }

  at(key: string): readonly Entry[] {
    return this.#index.at(key);
  }

  entriesIn(uri: string): readonly Entry[] {
    return this.#index.entriesIn(uri);
  }

  all(): Iterable<Entry> {
    return this.#index.all();
  }

  /** The files around one, whose own objects are those of the facts: as noted, or as its text now says. */
  around(uri: string, facts: readonly Facts[] = this.#facts.get(uri) ?? []): FileAround {
    const own = entriesOf(uri, facts, this.#surroundings.placementsOf(uri));
    return new FileAround(this.#index, { uri, own, knowledge: this.#knowledge });
  }

  #place(uri: string, facts: readonly Facts[]): void {
    const keys = this.#index.replace(uri, entriesOf(uri, facts, this.#surroundings.placementsOf(uri)));
    for (const key of keys) this.#keys.add(key);
    if (keys.size > 0) this.#uris.add(uri);
    if (keys.size > 0) this.#revision++;
  }
}

/** The facts of a file's objects, in order. */
export function fileFacts({ text, parts }: SourceFile): readonly Facts[] {
  const facts: Facts[] = [];
  for (const { document } of parts) {
    const first = facts.length;
    for (const each of factsOf(document)) facts.push(countedFrom(first, each));
  }
  const condition = conditionOf(text);
  return condition === '' ? facts : facts.map((each) => ({ ...each, condition }));
}

/** A document counts its own objects only. */
function countedFrom(first: number, facts: Facts): Facts {
  const { applied } = facts;
  if (!applied || first === 0 || applied.after.length === 0) return facts;
  return { ...facts, applied: { ...applied, after: applied.after.map((number) => first + number) } };
}

/** The index as one file sees it, whose own objects are those of its text as it is now. */
export class FileAround {
  readonly #index: ResourceIndex;
  readonly #uri: string;
  readonly #own: ResourceIndex = new ResourceIndex();
  readonly knowledge: Knowledge;

  constructor(
    index: ResourceIndex,
    { uri, own, knowledge }: { uri: string; own: readonly Entry[]; knowledge: Knowledge },
  ) {
    this.#index = index;
    this.#uri = uri;
    this.knowledge = knowledge;
    this.#own.replace(uri, own);
  }

  /** What the objects of the document say, whose first has the number `first`. */
  entriesOf(document: Document, first: number): readonly Entry[] {
    return this.#own.entriesIn(this.#uri).slice(first, first + factsOf(document).length);
  }

  /** For each object of the document its surroundings; what is asked of them goes to `answers`. */
  of(document: Document, first: number, answers: Answers): readonly Around[] {
    const own = this.entriesOf(document, first);
    const at = (key: string): readonly Entry[] => {
      const entries = this.#at(key);
      answers.set(key, entries);
      return entries;
    };
    const names = (kind: string, namespace: string): readonly string[] | undefined => {
      const found = this.#names(kind, namespace);
      answers.set(`names ${kind} ${namespace}`, found);
      return found.list;
    };
    return own.map((entry) => ({ entry, at, names }));
  }

  /** True where every question would be answered as it was. */
  agrees(answers: Answers): boolean {
    for (const [key, answer] of answers) {
      const [, kind, namespace = ''] = /^names (\S+) (.*)$/s.exec(key) ?? [];
      if ('token' in answer) {
        if (this.#names(kind ?? '', namespace).token !== answer.token) return false;
      } else if (!areSameAt(key, this.#at(key), answer)) return false;
    }
    return true;
  }

  #at(key: string): readonly Entry[] {
    const all = this.#index.at(key);
    const own = this.#own.at(key);
    const others = all.some(({ uri }) => uri === this.#uri) ? all.filter(({ uri }) => uri !== this.#uri) : all;
    return own.length === 0 ? others : [...others, ...own];
  }

  #names(kind: string, namespace: string): Names {
    if (this.knowledge !== 'all') return unknownNames;
    const key = keys.within(kind, namespace);
    // Most files have nothing of the kind; then everybody's list is theirs.
    const isOwn =
      this.#own.at(key).length > 0 ||
      this.#index.entriesIn(this.#uri).some(({ facts }) => kindKey(facts.kind, facts.group) === kind);
    return isOwn ? namesIn(this.#at(key), namespace) : sharedNames(this.#index.at(key))(namespace);
  }
}

/** A list of names, and a text that is equal for equal lists. */
export interface Names {
  readonly list: readonly string[] | undefined;
  readonly token: string;
}

const unknownNames: Names = { list: undefined, token: '?' };

/** The lists of a namespace are long, and asked for by every object that misses something. */
const sharedNames = memo((entries: readonly Entry[]) => {
  const known = new Map<string, Names>();
  return (namespace: string): Names => {
    const names = known.get(namespace) ?? namesIn(entries, namespace);
    known.set(namespace, names);
    return names;
  };
});

function namesIn(entries: readonly Entry[], namespace: string): Names {
  const found = new Set<string>();
  for (const { facts, identities } of entries) {
    if (!facts.name.isKnown) return unknownNames;
    for (const identity of identities) if (identity.namespace === namespace) found.add(identity.name);
  }
  const list = [...found].sort();
  return { list, token: list.join(' ') };
}
