/** Reads the committed state of a run's files from git, for findings on changes. */
import { dirname } from 'node:path';
import { movableKeys, nothingCommitted, type Committed } from '../../analysis/facts/committed.ts';
import { fileFacts } from '../../analysis/facts/file-facts.ts';
import { mayHoldOurs } from '../../frontends/concern.ts';
import { readFile } from '../../frontends/frontends.ts';
import { compareFileNames, type ModuleFile } from '../../frontends/terraform/module.ts';
import { isTerraformPath, moduleFile } from '../../frontends/terraform/module-file.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import { checkChange, type CheckedChange } from '../../lint/updates.ts';
import type { FileFindings } from '../../lint/check-file.ts';
import { groupBy } from '../../text/group.ts';
import type { SourceFile } from '../../tree/document.ts';
import { changeOf, committedTexts, type GitChanges } from '../git/changes.ts';
import { isWantedName } from '../inputs/wanted-names.ts';
import { uriOfPath } from '../../disk/paths.ts';
import type { Source } from '../source.ts';
import type { Sources } from '../sources.ts';

/** Adds the findings on the change of a file to its own findings. */
export type Compare = (
  subject: {
    readonly source: Source;
    readonly file: SourceFile;
    readonly sources: Sources;
    readonly settings: CheckSettings;
  },
  found: FileFindings,
) => CheckedChange;

/** Compares files with their state at the base. All texts are read from git once, with the first file. */
export function comparing(changes: GitChanges): Compare {
  let texts: CommittedTexts | undefined;
  return ({ source, file, sources, settings }, found) => {
    texts ??= new CommittedTexts(changes, sources);
    // Examples and standard input have no committed state.
    const isFile = !source.read && source.input.path !== undefined;
    const committed = isFile ? texts.of(source) : nothingCommitted;
    return checkChange(file, found, { committed, settings, around: sources.workspace.around(source.uri) });
  };
}

/** A file that may have a committed text. A deleted file is no source any more. */
type Old = Pick<Source, 'uri'> & { readonly path: string };

/** The committed texts, and the objects that have moved since. Trees are not kept: a text is read again when needed. */
class CommittedTexts {
  readonly #changes: GitChanges;
  readonly #sources: Sources;
  readonly #texts: Map<string, string>;
  /** By the key of an object: the files that it was removed from. */
  readonly #left = new Map<string, Old[]>();
  /** The keys of the objects that were added to a file. */
  readonly #come = new Set<string>();
  /** The deleted files of Terraform by their folders, read when a module is. */
  #deleted: ReadonlyMap<string, readonly ModuleFile[]> | undefined;
  #last: { readonly path: string; readonly file: SourceFile | undefined } | undefined;

  constructor(changes: GitChanges, sources: Sources) {
    this.#changes = changes;
    this.#sources = sources;
    const changed = [...sources.files.values()].flatMap(({ uri, input: { path } }): Old[] => {
      return path !== undefined && changeOf(changes, path) ? [{ uri, path }] : [];
    });
    const paths = changed.map(({ path }) => path);
    this.#texts = new Map(committedTexts(changes, paths));
    for (const old of changed) this.#noteMoves(old);
    this.#noteDeleted();
  }

  of({ uri, input: { path } }: Source): Committed {
    return {
      file: path === undefined ? undefined : this.#fileOf({ uri, path }),
      leftBy: (key) => {
        const [from, ...others] = this.#left.get(key) ?? [];
        return from && others.length === 0 ? this.#fileOf(from) : undefined;
      },
      hasGone: (key) => this.#come.has(key),
    };
  }

  #noteMoves(old: Old): void {
    const before = this.#keysBefore(old);
    const entries = this.#sources.workspace.entriesIn(old.uri);
    const after = new Set(movableKeys(entries.map(({ facts }) => facts)));
    for (const key of before) if (!after.has(key)) this.#noteLeft(key, old);
    for (const key of after) if (!before.has(key)) this.#come.add(key);
  }

  /** Reads deleted files only if an object was added that one of them can have contained. */
  #noteDeleted(): void {
    if (this.#come.size === 0) return;
    const paths = [...this.#changes.deleted.keys()].filter((path) => isWantedName(path, {}));
    for (const [path, text] of committedTexts(this.#changes, paths)) {
      if (!mayHoldOurs(text)) continue;
      this.#texts.set(path, text);
      const old = { uri: uriOfPath(path), path };
      for (const key of this.#keysBefore(old)) if (this.#come.has(key)) this.#noteLeft(key, old);
    }
  }

  #noteLeft(key: string, old: Old): void {
    this.#left.set(key, [...(this.#left.get(key) ?? []), old]);
  }

  #keysBefore(old: Old): ReadonlySet<string> {
    const file = this.#fileOf(old);
    return new Set(file ? movableKeys(fileFacts(file)) : []);
  }

  /** The name at the base decides whether a text is a program. */
  #fileOf({ uri, path }: Old): SourceFile | undefined {
    if (this.#last?.path === path) return this.#last.file;
    const text = this.#texts.get(path);
    const name = changeOf(this.#changes, path)?.before ?? path;
    const isPartial = this.#sources.workspace.isPatch(uri);
    const siblings = () => this.#siblingsOf({ uri, path });
    const file = text === undefined ? undefined : readFile(name, text, { isPartial, siblings });
    this.#last = { path, file };
    return file;
  }

  /** The other files of a module of Terraform as they were. */
  #siblingsOf({ uri, path }: Old): readonly ModuleFile[] {
    const kept = (this.#sources.modules.siblingsOf(uri) ?? []).flatMap((sibling): readonly ModuleFile[] => {
      const own = this.#sources.files.get(sibling.path)?.input.path;
      if (own === undefined || !changeOf(this.#changes, own)) return [sibling];
      const text = this.#texts.get(own);
      return text === undefined ? [] : [moduleFile(sibling.path, text)];
    });
    this.#deleted ??= deletedModules(this.#changes);
    const gone = this.#deleted.get(dirname(path)) ?? [];
    return [...kept, ...gone].sort((a, b) => compareFileNames(a.path, b.path));
  }
}

function deletedModules(changes: GitChanges): ReadonlyMap<string, readonly ModuleFile[]> {
  const texts = committedTexts(changes, [...changes.deleted.keys()].filter(isTerraformPath));
  const folders = groupBy(texts, ([path]) => dirname(path));
  return new Map(
    [...folders].map(([folder, files]) => [folder, files.map(([path, text]) => moduleFile(uriOfPath(path), text))]),
  );
}
