/** Checks the files of a project, and again only where something that the findings depend on has changed. */
import { indexKey, type Knowledge } from '../analysis/workspace/file-around.ts';
import { isBuiltUri } from '../analysis/workspace/placement.ts';
import {
  checkDocuments,
  type CheckedDocuments,
  type CheckSettings,
  type DocumentFindings,
} from '../lint/check-documents.ts';
import { differenceOf } from '../text/difference.ts';
import { BuildFindings, type BuildFinding } from './build-findings.ts';
import type { RootBuild } from './root-build.ts';
import { withBuildFindings } from './add-build-findings.ts';
import type { Project } from './project.ts';

export interface CheckedText<S extends CheckSettings> {
  readonly uri: string;
  readonly checked: CheckedDocuments;
  readonly settings: S;
}

interface ChecksOptions<S extends CheckSettings, R> {
  /** Undefined for a file that is not checked. */
  readonly settingsOf: (uri: string) => S | undefined;
  /** The result must not hold the tree of a closed file. `before` is the last result. */
  readonly resultOf: (text: CheckedText<S>, before: R | undefined) => R;
  /** Called with the index keys whose answers have changed. */
  readonly onChange?: (keys: ReadonlySet<string>) => void;
}

interface KnownResult<S, R> {
  readonly result: R;
  readonly source: object;
  readonly settings: S;
  readonly knowledge: Knowledge;
  /** Only for an open text: reused after an edit. */
  readonly checked: CheckedDocuments | undefined;
  /** The index keys on which a closed file depends, and those on which the builds depend that read the file. */
  readonly asked: readonly string[];
}

export class Checks<S extends CheckSettings, R> {
  readonly #project: Project;
  readonly #options: ChecksOptions<S, R>;
  readonly #built: BuildFindings;
  readonly #known = new Map<string, KnownResult<S, R>>();
  readonly #outdated = new Set<string>();
  /** By the URI of a build: the keys of the index that it asks for. */
  readonly #rootKeys = new Map<string, readonly string[]>();
  /** By key: the files that asked for it, with the number of their documents that did. Most keys have one asker. */
  readonly #askers = new Map<string, string | Map<string, number>>();

  constructor(project: Project, options: ChecksOptions<S, R>) {
    this.#project = project;
    this.#options = options;
    this.#built = new BuildFindings(project, options.settingsOf);
  }

  /** Undefined where there is nothing to check. */
  of(uri: string): R | undefined {
    const current = this.currentOf(uri);
    if (current !== undefined) return current;
    const before = this.#known.get(uri);
    this.#outdated.delete(uri);
    const source = this.#project.checkable(uri);
    const settings = this.#options.settingsOf(uri);
    const tree = source && settings && this.#project.treeOf(uri);
    if (!tree) {
      this.#replace(uri, before, undefined);
      return undefined;
    }
    const around = this.#project.around(uri);
    const own = checkDocuments(tree, settings, around, before?.checked);
    const built = this.#built.at(uri);
    for (const root of built.roots) this.#noteRoot(root);
    const checked = withBuildFindings(own, built);
    const result = this.#options.resultOf({ uri, checked, settings }, before?.result);
    const { knowledge } = this.#project.workspace;
    const isOpen = this.#project.open.has(uri);
    const asked = new Set(isOpen ? [] : askedBy(own.documentFindings));
    for (const root of built.roots) asked.add(buildKey(root.uri));
    for (const each of built.reached) asked.add(rootsKey(each));
    for (const key of textKeysIn(built.findings)) asked.add(key);
    const after = { result, source, settings, knowledge, checked: isOpen ? own : undefined, asked: [...asked] };
    this.#replace(uri, before, after);
    return result;
  }

  /** Undefined for a result that no longer holds. */
  currentOf(uri: string): R | undefined {
    this.#absorb();
    const known = this.#known.get(uri);
    const isCurrent =
      known &&
      !this.#outdated.has(uri) &&
      known.source === this.#project.checkable(uri) &&
      known.settings === this.#options.settingsOf(uri) &&
      known.knowledge === this.#project.workspace.knowledge;
    return isCurrent ? known.result : undefined;
  }

  /** The checked files that may have other findings now, and files that a build reads now. */
  outdated(): ReadonlySet<string> {
    this.#absorb();
    return this.#outdated;
  }

  #absorb(): void {
    const changes = this.#project.takeChanges();
    if (!changes) return;
    const { keys, uris, texts } = changes;
    if (keys.size > 0) this.#options.onChange?.(keys);
    for (const uri of texts) if (!this.#project.checkable(uri)) this.#replace(uri, this.#known.get(uri), undefined);
    for (const uri of uris) {
      this.#markOutdated(uri);
      this.#markAskers(rootsKey(uri));
    }
    for (const uri of texts) this.#markAskers(textKey(uri));
    for (const key of keys) this.#markAskers(key);
  }

  #markAskers(key: string): void {
    const askers = this.#askers.get(key);
    if (typeof askers === 'string') this.#markOutdated(askers);
    else for (const uri of askers?.keys() ?? []) this.#markOutdated(uri);
  }

  /** Of a build, all files whose findings depend on it. */
  #markOutdated(uri: string): void {
    if (isBuiltUri(uri)) this.#markAskers(buildKey(uri));
    else if (this.#known.has(uri) || this.#project.builds.reaching(uri).length > 0) this.#outdated.add(uri);
  }

  /** A build asks for its keys once, and not each file that it reads. */
  #noteRoot(root: RootBuild): void {
    const { uri } = root;
    const [before, after] = [this.#rootKeys.get(uri) ?? [], this.#built.askedBy(root)];
    if (before === after) return;
    this.#rootKeys.set(uri, after);
    for (const key of before) this.#count(key, uri, -1);
    for (const key of after) this.#count(key, uri, 1);
  }

  /** After an edit, most documents have the same dependencies, and are not visited. */
  #replace(uri: string, before: KnownResult<S, R> | undefined, after: KnownResult<S, R> | undefined): void {
    if (after) this.#known.set(uri, after);
    else this.#known.delete(uri);
    const [was, is] = [before?.checked?.documentFindings, after?.checked?.documentFindings];
    const stretch = was && is ? differenceOf(was, is) : undefined;
    if (was) for (const key of askedBy(was.slice(stretch?.start, stretch?.before))) this.#count(key, uri, -1);
    for (const key of before?.asked ?? none) this.#count(key, uri, -1);
    if (is) for (const key of askedBy(is.slice(stretch?.start, stretch?.after))) this.#count(key, uri, 1);
    for (const key of after?.asked ?? none) this.#count(key, uri, 1);
  }

  #count(key: string, uri: string, change: 1 | -1): void {
    const askers = this.#askers.get(key);
    if (askers === undefined && change === 1) this.#askers.set(key, uri);
    else if (askers === uri && change === -1) this.#askers.delete(key);
    else if (askers !== undefined) {
      const counts = typeof askers === 'string' ? new Map([[askers, 1]]) : askers;
      const now = (counts.get(uri) ?? 0) + change;
      if (now > 0) this.#askers.set(key, counts.set(uri, now));
      else if (counts.delete(uri) && counts.size === 0) this.#askers.delete(key);
    }
  }
}

const none: readonly string[] = [];

/** The index keys, and the keys of texts whose lines the findings name. */
function askedBy(documentFindings: readonly DocumentFindings[]): readonly string[] {
  const keys: string[] = [];
  for (const { related, found } of documentFindings) {
    for (const key of related.answers.keys()) keys.push(indexKey(key));
    for (const { diagnostic } of found)
      for (const place of diagnostic.related) if ('entry' in place) keys.push(textKey(place.entry.uri));
  }
  return keys;
}

/** Findings name lines of these files. */
function textKeysIn(findings: readonly BuildFinding[]): readonly string[] {
  return findings.flatMap(({ related }) =>
    related.flatMap((place) => ('uri' in place && place.uri !== undefined ? textKey(place.uri) : [])),
  );
}

/** The key on which the findings of files depend that a build reads. */
function buildKey(uri: string): string {
  return `build ${uri}`;
}

/** The key on which findings depend that are reported in another file, depending on the roots that read this one. */
function rootsKey(uri: string): string {
  return `roots ${uri}`;
}

function textKey(uri: string): string {
  return `text ${uri}`;
}
