/**
 * What is known of all files together: the facts of their objects, and the kustomizations and charts around them. Texts and
 * trees are not kept here, and where files come from is not known.
 */
import type { Kustomization } from '../../tree/kustomization.ts';
import type { Facts } from '../facts/facts.ts';
import { FileRelations } from './file-around.ts';
import type { Knowledge } from './file-around.ts';
import { Surroundings } from './placement.ts';
import { entriesAfter, entriesOf, isAppliedKey, ResourceIndex } from './resource-index.ts';
import type { IndexedObject } from './resource-index.ts';

/** What has changed: the keys of the index with other answers, and the files whose own objects are others. */
export interface WorkspaceChanges {
  readonly keys: ReadonlySet<string>;
  readonly uris: ReadonlySet<string>;
}

export class Workspace {
  readonly #index = new ResourceIndex();
  readonly #surroundings = new Surroundings();
  readonly #facts = new Map<string, readonly Facts[]>();
  #knowledge: Knowledge = 'all';
  #revision = 0;
  /** The keys under which objects apply something else, the latest last: nearly every edit changes one. */
  readonly #applied: string[] = [];
  /** How many there were before those. */
  #appliedBefore = 0;
  #keys = new Set<string>();
  #uris = new Set<string>();

  get knowledge(): Knowledge {
    return this.#knowledge;
  }

  /** Another number whenever something may be answered in another way. */
  get revision(): number {
    return this.#revision + this.#appliedRevision();
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
    const before = this.#facts.get(uri);
    if (facts.length > 0) this.#facts.set(uri, facts);
    else this.#facts.delete(uri);
    if (facts !== before) this.#place(uri, facts, before);
  }

  /** Notes that there are objects of other kinds than rules ask for by themselves: told of before one of those is. */
  awaitRest(tell: () => void): void {
    this.#index.awaitRest(tell);
  }

  /** What has changed since this was asked for the last time; undefined for nothing. */
  takeChanges(): WorkspaceChanges | undefined {
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

  /** Places all objects again where kustomizations, charts or folders have changed. Returns whether they have. */
  placeAll(): boolean {
    const isChanged = this.#surroundings.takeChange();
    if (isChanged) for (const [uri, facts] of this.#facts) this.#place(uri, facts);
    return isChanged;
  }

  /** True for a file that a kustomization names as a patch. */
  isPatch(uri: string): boolean {
    return this.#surroundings.isPatch(uri);
  }

  at(key: string): readonly IndexedObject[] {
    return this.#index.at(key);
  }

  entriesIn(uri: string): readonly IndexedObject[] {
    return this.#index.entriesIn(uri);
  }

  all(): Iterable<IndexedObject> {
    return this.#index.all();
  }

  /** The files around one, whose own objects are those of the facts: as noted, or as its text now says. */
  around(uri: string, facts: readonly Facts[] = this.#facts.get(uri) ?? none): FileRelations {
    const noted = this.#index.entriesIn(uri);
    const isNoted = facts === (this.#facts.get(uri) ?? none);
    const own = isNoted ? noted : entriesOf(uri, facts, this.#surroundings.placementsOf(uri));
    return new FileRelations(this.#index, {
      uri,
      own,
      knowledge: this.#knowledge,
      revision: isNoted ? { said: this.#revision, applied: this.#appliedRevision() } : undefined,
      appliedSince: (revision) => this.#appliedSince(revision),
    });
  }

  /** `before` are the facts that were placed in the same places last. */
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

const none: readonly Facts[] = [];

/** Whoever has not looked for so many changes looks at everything again. */
const mostApplied = 1_000;
