/** The facts of all files, with the kustomizations and charts around them. Holds no texts and no trees. */
import type { Kustomization, PatchRole } from '../../tree/kustomization.ts';
import type { Facts } from '../facts/facts.ts';
import { ChangeLog, type WorkspaceChanges } from './change-log.ts';
import { deliverersIn } from './deliveries.ts';
import { FileRelations, type Knowledge } from './file-around.ts';
import { Surroundings } from './surroundings.ts';
import type { BuildRoot, BuiltFacts } from './build-roots.ts';
import { entriesAfter, entriesOf, type IndexedObject } from './indexed-object.ts';
import type { Placement } from './placement.ts';
import { ResourceIndex } from './resource-index.ts';

export class Workspace {
  /** All written objects. */
  readonly #index = new ResourceIndex();
  /** What rules see: built objects in place of the files that they are built from. Undefined where nothing is built. */
  #built: ResourceIndex | undefined;
  /** The sets that are built, and whether each is closed. */
  #builtSets: ReadonlyMap<string, boolean> = new Map();
  readonly #builtUris = new Map<string, BuiltFacts>();
  readonly #surroundings: Surroundings;
  readonly #facts = new Map<string, readonly Facts[]>();
  #knowledge: Knowledge = 'all';
  readonly #log = new ChangeLog();
  #isReported: ((uri: string) => boolean) | undefined;

  #roots: { readonly version: number; readonly list: readonly BuildRoot[] } | undefined;
  #isHeld = false;
  #tellRest: (() => void) | undefined;
  #onQuestion: ((key: string) => void) | undefined;

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
    const { facts, applied } = this.#log.revision;
    return facts + applied;
  }

  /** Sets how much of the workspace is known. The findings of every file may change. */
  setKnowledge(knowledge: Knowledge): void {
    if (knowledge === this.#knowledge) return;
    this.#knowledge = knowledge;
    this.#log.noteAll(this.#facts.keys());
  }

  /** Sets the facts of a file; an empty list removes it. */
  set(uri: string, facts: readonly Facts[]): void {
    const before = this.#facts.get(uri);
    if (facts.length > 0) this.#facts.set(uri, facts);
    else this.#facts.delete(uri);
    if (!before || facts.length === 0) this.#surroundings.noteFile(uri, facts.length > 0);
    this.#surroundings.setDeliverers(uri, deliverersIn(facts));
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
    this.#tellRest = tell;
    this.#index.awaitRest(() => this.#askRest());
  }

  #askRest(): void {
    const tell = this.#tellRest;
    this.#tellRest = undefined;
    tell?.();
  }

  /** Calls the function before each question, to add the objects that may be under its key. */
  awaitQuestions(onQuestion: (key: string) => void): void {
    this.#onQuestion = onQuestion;
    this.#index.awaitQuestions(onQuestion);
  }

  /** The changes since the last call; undefined where there are none. */
  takeChanges(): WorkspaceChanges | undefined {
    this.#placeMoved();
    return this.#log.take();
  }

  /** Sets the workspace folders. Objects in different folders may be applied together. */
  setRoots(uris: readonly string[]): void {
    this.#surroundings.setRoots(uris);
  }

  /** Sets the folder of a Git repository: paths of deliveries count from there. */
  setRepository(uri: string): void {
    this.#surroundings.setRepository(uri);
  }

  /** Builds only the kustomization in the folder, whether another one includes it or not. */
  setOnlyRoot(uri: string): void {
    this.#surroundings.setOnlyRoot(uri);
  }

  /** Set before the first check where only some files are reported. Also called with the URIs of builds. */
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

  /** The kustomizations that are built by themselves. The same list until one of them changes. */
  buildRoots(): readonly BuildRoot[] {
    this.#placeMoved();
    const { version } = this.#surroundings;
    if (this.#roots?.version !== version) this.#roots = { version, list: this.#surroundings.buildRoots() };
    return this.#roots.list;
  }

  /** Sets what kustomizations build. Rules see it in place of the files, as far as these reach a cluster through them. */
  setBuilt(built: readonly BuiltFacts[]): void {
    if (!this.#built && built.length === 0) return;
    const sets = new Map(built.flatMap(({ placement, sets: all }) => all.map((set) => [set, placement.isClosed])));
    const isSame = sameMap(sets, this.#builtSets);
    this.#builtSets = sets;
    if (!this.#built || built.length === 0) this.#renewRules(built.length > 0);
    else if (!isSame) for (const uri of this.#facts.keys()) this.#placeForRules(uri);
    const index = this.#built;
    if (!index) return;
    const gone = new Set(this.#builtUris.keys());
    for (const each of built) {
      const { uri, facts, placement } = each;
      gone.delete(uri);
      if (this.#builtUris.get(uri) === each) continue;
      this.#builtUris.set(uri, each);
      this.#log.note(uri, index.replace(uri, entriesOf(uri, facts, [placement])));
    }
    for (const uri of gone) {
      this.#builtUris.delete(uri);
      this.#log.note(uri, index.replace(uri, noEntries));
    }
  }

  /** The findings of every file may change with the index. */
  #renewRules(isBuilt: boolean): void {
    this.#built = isBuilt ? new ResourceIndex() : undefined;
    this.#builtUris.clear();
    if (this.#onQuestion) this.#built?.awaitQuestions(this.#onQuestion);
    if (this.#tellRest) this.#built?.awaitRest(() => this.#askRest());
    this.#log.noteAll(this.#facts.keys());
    for (const uri of this.#facts.keys()) this.#placeForRules(uri);
  }

  #placeForRules(uri: string): void {
    if (!this.#built) return;
    const all = this.#surroundings.placementsOf(uri);
    const left = this.#leftPlacements(uri);
    const entries =
      left.length === all.length ? this.#index.entriesIn(uri) : entriesOf(uri, this.#facts.get(uri) ?? none, left);
    this.#log.note(uri, this.#built.replace(uri, left.length === 0 ? noEntries : entries));
  }

  /** True for a file that reaches a cluster only as it is built. */
  #isOnlyBuilt(uri: string): boolean {
    return this.#built !== undefined && !this.#builtUris.has(uri) && this.#leftPlacements(uri).length === 0;
  }

  /** The placements in which rules see the file itself. A patch may be for an object that a build includes from elsewhere. */
  #leftPlacements(uri: string): readonly Placement[] {
    const isPatch = this.isPatch(uri) !== false;
    return this.#surroundings.placementsOf(uri).filter(({ set }) => {
      const isClosed = this.#builtSets.get(set);
      return isClosed === undefined || (!isClosed && isPatch);
    });
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

  /** The objects under the key, as rules see them. */
  atForRules(key: string): readonly IndexedObject[] {
    this.#placeMoved();
    return (this.#built ?? this.#index).at(key);
  }

  /** All objects, as rules see them. */
  allForRules(): Iterable<IndexedObject> {
    this.#placeMoved();
    return (this.#built ?? this.#index).all();
  }

  /** The workspace as the rules of a file see it. A file that is built has no relations: what is built of it has. */
  aroundForRules(uri: string): FileRelations {
    const index = this.#built;
    if (!index) return this.around(uri);
    this.#placeMoved();
    const knowledge = this.#isOnlyBuilt(uri) ? 'none' : this.#knowledge;
    return this.#relations(index, { uri, own: index.entriesIn(uri), isNoted: true, knowledge });
  }

  /** The workspace as the file sees it, with the stored facts of the file or with those of its current text. */
  around(uri: string, facts: readonly Facts[] = this.#facts.get(uri) ?? none): FileRelations {
    this.#placeMoved();
    const noted = this.#index.entriesIn(uri);
    const isNoted = facts === (this.#facts.get(uri) ?? none);
    const own = isNoted ? noted : entriesOf(uri, facts, this.#surroundings.placementsOf(uri));
    return this.#relations(this.#index, { uri, own, isNoted, knowledge: this.#knowledge });
  }

  #relations(
    index: ResourceIndex,
    { uri, own, isNoted, knowledge }: Pick<FileRelations, 'own' | 'knowledge'> & { uri: string; isNoted: boolean },
  ): FileRelations {
    const isReported = this.#isReported;
    return new FileRelations(index, {
      uri,
      own,
      knowledge,
      revision: isNoted ? { ...this.#log.revision, isBuilt: index === this.#built } : undefined,
      appliedSince: (revision) => this.#log.appliedSince(revision),
      isReported: isReported && ((entry) => entry.uri === uri || isReported(entry.uri)),
    });
  }

  /** `before` are the facts that were placed last in these placements. */
  #place(uri: string, facts: readonly Facts[], before?: readonly Facts[]): void {
    const placements = this.#surroundings.placementsOf(uri);
    const noted = this.#index.entriesIn(uri);
    const isLike = before?.length === facts.length && noted[0]?.placements === placements;
    const entries = isLike ? entriesAfter(noted, before, facts) : entriesOf(uri, facts, placements);
    this.#log.note(uri, this.#index.replace(uri, entries));
    if (this.#built) this.#placeForRules(uri);
  }
}

function sameMap<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

const none: readonly Facts[] = [];
const noEntries: readonly IndexedObject[] = [];
