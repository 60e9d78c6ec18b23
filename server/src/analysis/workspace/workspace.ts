/** The facts of all files, with the kustomizations and charts around them. Holds no texts and no trees. */
import type { Kustomization, PatchRole } from '../../tree/kustomization.ts';
import type { Facts } from '../facts/facts.ts';
import type { Deliverer } from './deliveries.ts';
import { FileRelations, type Knowledge } from './file-around.ts';
import { Surroundings } from './surroundings.ts';
import { isAppliedKey } from './index-keys.ts';
import { entriesAfter, entriesOf, type IndexedObject } from './indexed-object.ts';
import { ResourceIndex } from './resource-index.ts';

/** The keys of the index with new answers, and the files whose own objects changed. */
export interface WorkspaceChanges {
  readonly keys: ReadonlySet<string>;
  readonly uris: ReadonlySet<string>;
}

export class Workspace {
  readonly #index = new ResourceIndex();
  readonly #surroundings: Surroundings;
  readonly #facts = new Map<string, readonly Facts[]>();
  #knowledge: Knowledge = 'all';
  #revision = 0;
  /** A log of changed `applied` keys, the latest last: nearly every edit changes one. */
  readonly #applied: string[] = [];
  /** The number of entries dropped from the log. */
  #appliedBefore = 0;
  #keys = new Set<string>();
  #uris = new Set<string>();
  #isReported: ((uri: string) => boolean) | undefined;

  #isHeld = false;

  /** `uris` are the files in sight, also those without facts; by default the files with facts. */
  constructor(uris?: () => Iterable<string>) {
    this.#surroundings = new Surroundings(uris ?? (() => this.#facts.keys()));
  }

  get knowledge(): Knowledge {
    return this.#knowledge;
  }

  /** Increases whenever an answer may change. */
  get revision(): number {
    this.#placeMoved();
    return this.#revision + this.#appliedRevision();
  }

  /** Sets how much of the workspace is known. The findings of every file may change. */
  setKnowledge(knowledge: Knowledge): void {
    if (knowledge === this.#knowledge) return;
    this.#knowledge = knowledge;
    this.#revision++;
    for (const uri of this.#facts.keys()) this.#uris.add(uri);
  }

  /** Sets the facts of a file; an empty list removes it. */
  set(uri: string, facts: readonly Facts[]): void {
    const before = this.#facts.get(uri);
    if (facts.length > 0) this.#facts.set(uri, facts);
    else this.#facts.delete(uri);
    if (!before || facts.length === 0) this.#surroundings.noteFile(uri, facts.length > 0);
    this.#surroundings.setDeliverers(uri, facts.some(({ delivery }) => delivery) ? facts.flatMap(delivererOf) : nobody);
    if (facts !== before) this.#place(uri, facts, before);
  }

  /** A file came into sight, or went. Its facts are set separately. */
  noteFile(uri: string, isThere: boolean): void {
    this.#surroundings.noteFile(uri, isThere);
  }

  /** While many files are read, objects stay where the deliveries that were read before place them. */
  holdPlaces(isHeld: boolean): void {
    this.#isHeld = false;
    this.#placeMoved();
    this.#isHeld = isHeld;
  }

  /** Calls `tell` once, before the first question about a kind that no rule asks for by itself. */
  awaitRest(tell: () => void): void {
    this.#index.awaitRest(tell);
  }

  /** Calls the function before each question, to add the objects that may be under its key. */
  awaitQuestions(onQuestion: (key: string) => void): void {
    this.#index.awaitQuestions(onQuestion);
  }

  /** The changes since the last call; undefined where there are none. */
  takeChanges(): WorkspaceChanges | undefined {
    this.#placeMoved();
    if (this.#keys.size + this.#uris.size === 0) return undefined;
    const changes = { keys: this.#keys, uris: this.#uris };
    this.#keys = new Set();
    this.#uris = new Set();
    return changes;
  }

  /** Sets the workspace folders. Objects in different folders may be applied together. */
  setRoots(uris: readonly string[]): void {
    this.#surroundings.setRoots(uris);
  }

  /** Sets the folder of a Git repository: paths of deliveries count from there. */
  setRepository(uri: string): void {
    this.#surroundings.setRepository(uri);
  }

  /** Set before the first check where only some files are reported. */
  setReported(isReported: (uri: string) => boolean): void {
    this.#isReported = isReported;
  }

  setKustomization(uri: string, kustomization: Kustomization | undefined): void {
    this.#surroundings.setKustomization(uri, kustomization);
  }

  setChart(uri: string, isThere: boolean): void {
    this.#surroundings.setChart(uri, isThere);
  }

  /** Computes all placements again if kustomizations or charts have changed. Returns whether they have. */
  placeAll(): boolean {
    const isChanged = this.#surroundings.takeChange();
    if (isChanged) this.#placeFiles();
    return isChanged;
  }

  /** Computes all placements again if deliveries have changed. */
  #placeMoved(): void {
    if (this.#surroundings.isMoved && !this.#isHeld) this.#placeFiles();
  }

  #placeFiles(): void {
    this.#surroundings.takeMove();
    for (const [uri, facts] of this.#facts) this.#place(uri, facts);
  }

  isPatch(uri: string): PatchRole {
    return this.#surroundings.isPatch(uri);
  }

  at(key: string): readonly IndexedObject[] {
    this.#placeMoved();
    return this.#index.at(key);
  }

  entriesIn(uri: string): readonly IndexedObject[] {
    this.#placeMoved();
    return this.#index.entriesIn(uri);
  }

  all(): Iterable<IndexedObject> {
    this.#placeMoved();
    return this.#index.all();
  }

  /** The workspace as the file sees it, with the stored facts of the file or with those of its current text. */
  around(uri: string, facts: readonly Facts[] = this.#facts.get(uri) ?? none): FileRelations {
    this.#placeMoved();
    const noted = this.#index.entriesIn(uri);
    const isNoted = facts === (this.#facts.get(uri) ?? none);
    const isReported = this.#isReported;
    const own = isNoted ? noted : entriesOf(uri, facts, this.#surroundings.placementsOf(uri));
    return new FileRelations(this.#index, {
      uri,
      own,
      knowledge: this.#knowledge,
      revision: isNoted ? { facts: this.#revision, applied: this.#appliedRevision() } : undefined,
      appliedSince: (revision) => this.#appliedSince(revision),
      isReported: isReported && ((entry) => entry.uri === uri || isReported(entry.uri)),
    });
  }

  /** `before` are the facts that were placed last in these placements. */
  #place(uri: string, facts: readonly Facts[], before?: readonly Facts[]): void {
    const placements = this.#surroundings.placementsOf(uri);
    const noted = this.#index.entriesIn(uri);
    const isLike = before?.length === facts.length && noted[0]?.placements === placements;
    const entries = isLike ? entriesAfter(noted, before, facts) : entriesOf(uri, facts, placements);
    const keys = this.#index.replace(uri, entries);
    if (keys.size === 0) return;
    let applied = 0;
    for (const key of keys) {
      this.#keys.add(key);
      if (!isAppliedKey(key)) continue;
      applied++;
      this.#applied.push(key);
    }
    this.#uris.add(uri);
    if (applied < keys.size) this.#revision++;
    const excess = this.#applied.length - mostApplied;
    if (excess > 0) this.#appliedBefore += this.#applied.splice(0, excess + mostApplied / 2).length;
  }

  #appliedRevision(): number {
    return this.#appliedBefore + this.#applied.length;
  }

  #appliedSince(revision: number): readonly string[] | undefined {
    return revision < this.#appliedBefore ? undefined : this.#applied.slice(revision - this.#appliedBefore);
  }
}

function delivererOf({ name, delivery }: Facts, ordinal: number): readonly Deliverer[] {
  return delivery ? [{ name: name.text, ordinal, facts: delivery }] : [];
}

const none: readonly Facts[] = [];
const nobody: readonly Deliverer[] = [];

/** A file that missed more changes than these is checked again as a whole. */
const mostApplied = 1_000;
