/** Reads the files of a command. */
import { dirname, resolve } from 'node:path';
import { codeOf } from '../frontends/code/languages.ts';
import { ForeignSource, isForeignInput } from './foreign-source.ts';
import type { GrammarFiles } from '../frontends/code/load.ts';
import { isForeign, isPlainManifest, mayRename } from '../frontends/concern.ts';
import { isChartValues } from '../frontends/frontends.ts';
import { isTerraformPath, mayDeclareOurs } from '../frontends/terraform/module-file.ts';
import { readKustomization } from '../frontends/read-kustomization.ts';
import { readPlan } from '../frontends/terraform/plan/read-plan.ts';
import { Project } from '../project/project.ts';
import type { RootBuild } from '../project/root-build.ts';
import { loadPrograms } from './programs.ts';
import { unknownInPlan, unmissedText } from './plan-notes.ts';
import { RunProgress } from './run-progress.ts';
import { mostAround } from './inputs/around.ts';
import { shownPath, type Around, type Input, type Inputs } from './inputs/inputs.ts';
import { ForeignTerraform } from './inputs/foreign-terraform.ts';
import { readInput } from './inputs/read-input.ts';
import { diskPath, filesOnDisk } from './inputs/beyond.ts';
import { cutDump, longestWhole } from './inputs/dump.ts';
import { withoutLinksOut, withoutPatchesOut } from './inputs/without-links-out.ts';
import { sectionsIn } from './inputs/stream.ts';
import { resourcesOnly, surroundingsReader } from './surroundings.ts';
import { uriOfPath } from '../disk/paths.ts';
import type { SourceFile } from '../tree/document.ts';
import { dumpStart } from '../analysis/workspace/nearest.ts';
import { isInside, plainPath, surroundingKind } from '../analysis/workspace/placement.ts';
import { memo } from '../text/memo.ts';
import { grouped } from '../text/quote.ts';
import type { Source } from './source.ts';

/** Called with a file of a checked kind as soon as it is parsed. Other files may not be read yet. */
export type OnRead = (source: Source, sources: Sources) => void;

interface SourcesOptions {
  readonly onRead?: OnRead | undefined;
  readonly progress?: RunProgress;
  readonly findAround?: Inputs['findAround'] | undefined;
  /** The files of the parser for programs. */
  readonly grammars?: GrammarFiles | undefined;
  /** The URI of the folder whose kustomization alone is built; undefined to build all roots. */
  readonly root?: string | undefined;
  /** True where the text of a foreign file is not kept, but read again where it is needed. */
  readonly isBrief?: boolean | undefined;
  /** True for a file whose findings are reported; undefined if all files are reported. */
  readonly isReported?: ((source: Source) => boolean) | undefined;
}

/** In UTF-16 units. More text around the inputs is not read. */
const mostAroundText = 64 * 1024 * 1024;

export class Sources extends Project<Source> {
  /** Sentences on what is around the inputs and not known. */
  readonly notes: string[] = [];
  /** The folders around the inputs that were searched. */
  searched: readonly string[] = [];
  /** The inputs that hold nothing of ours, and that no other file needs. */
  unused: readonly Input[] = [];

  /** Reads the inputs, but no programs. For an unreadable input, adds a message to the problems. */
  constructor(inputs: readonly Input[], problems: string[], options: SourcesOptions = {}) {
    super({ beyond: filesOnDisk, nameOfFolder: shownFolder });
    const all: Source[] = [];
    Array.from(this.#readTexts(inputs, { all, problems }, options));
    Array.from(this.#understand(all, options));
  }

  /** The same with programs, and so that an interrupt can end the program meanwhile. */
  static async reading(
    inputs: readonly Input[],
    problems: string[],
    { progress = new RunProgress(), ...options }: SourcesOptions,
  ): Promise<Sources> {
    const sources = new Sources([], problems);
    const all: Source[] = [];
    await progress.run(sources.#readTexts(inputs, { all, problems }, { ...options, progress }));
    const read = await sources.#withPrograms(all, problems, options.grammars);
    await progress.run(sources.#understand(read, { ...options, progress }));
    const { builds, workspace } = sources;
    if (builds.isIdle(workspace.buildRoots()))
      builds.setEngine((await import('../kustomize/engine.ts')).kustomizeEngine);
    // No file may ask for what is built, as where the build fails at its start.
    if (options.root !== undefined) sources.settle();
    return sources;
  }

  /** Adds the texts to `all`. */
  *#readTexts(
    inputs: readonly Input[],
    { all, problems }: { readonly all: Source[]; readonly problems: string[] },
    { progress = new RunProgress(), findAround, isBrief = false, root }: SourcesOptions,
  ): Generator<void, void> {
    if (root !== undefined) this.workspace.setOnlyRoot(root);
    const taken: string[] = [];
    let isRenaming = false;
    const readSurroundings = surroundingsReader(this, (folder, { resources, patches, namePrefix, nameSuffix }) => {
      for (const each of withoutLinksOut([...resources, ...patches], folder)) taken.push(resolve(folder, each));
      isRenaming ||= namePrefix + nameSuffix !== '';
    });
    const foreign = new ForeignTerraform();
    progress.enter('reading', inputs.length);
    for (const input of inputs) {
      progress.step();
      yield;
      const read = readInput(input, { isBrief });
      if (read.kind === 'problem') problems.push(read.message);
      if (read.kind === 'foreign') foreign.add(input);
      if (read.kind !== 'text') continue;
      if (input.path !== undefined) readSurroundings(input.path);
      if (isBrief && input.path !== undefined && isForeignInput(input, read.text)) {
        all.push(new ForeignSource(input, uriOfPath(input.path), read.text));
        continue;
      }
      const sources = sourcesOf(input, read);
      if (input.isStream && sources.some(({ text }) => text.length > longestWhole)) {
        problems.push(tooLongText(input));
        continue;
      }
      all.push(...sources);
      const unknown = unknownInPlan(readPlan(read.text)?.plan);
      if (unknown.length > 0) this.workspace.setKnowledge('some');
      this.notes.push(...unknown.map((what) => `${input.name}: ${what} ${unmissedText}`));
      // The parts of a stream are applied together, like the resources of a kustomization without changes.
      if (sources.length > 1 && !sources.some(({ origin }) => origin))
        this.workspace.setKustomization('stdin:/kustomization.yaml', resourcesOnly(sources.map((_, i) => `${i}.yaml`)));
    }
    for (const input of foreign.takeBeside(all.flatMap(({ input: { path } }) => path ?? [])))
      all.push(new ForeignSource(input, uriOfPath(input.path ?? '')));
    this.unused = foreign.left;
    // Read first, so that the answers to the questions of the inputs do not change afterwards.
    const named = new Set(taken);
    const isRelated = (source: Source): boolean => {
      const { path, read, input } = source;
      if (named.has(input.path ?? '')) return !read;
      if (read || source.isForeign) return false;
      if (isTerraformPath(path)) return mayDeclareOurs(source.text);
      const isKept = codeOf(path) !== undefined || isChartValues(path) || surroundingKind(path) === 'kustomization';
      return isKept || !isForeign(source.text);
    };
    if (findAround && all.some(isRelated)) {
      const around = this.#readAround(findAround(), { taken, readSurroundings });
      isRenaming ||= [...around, ...all].some((source) => !source.isForeign && mayRename(source.text));
      all.unshift(...(isRenaming ? around : around.map(deferred)));
    }
  }

  /** The texts without the programs that cannot be read. Then nothing is reported as missing. */
  async #withPrograms(
    all: readonly Source[],
    problems: string[],
    grammars: GrammarFiles | undefined,
  ): Promise<readonly Source[]> {
    const unread = await loadPrograms(all, grammars);
    if (unread.length === 0) return all;
    problems.push(...unread.map(({ message }) => message));
    this.workspace.setKnowledge('some');
    const left = new Set(unread.flatMap(({ sources }) => sources));
    return all.filter((source) => !left.has(source));
  }

  *#understand(
    all: readonly Source[],
    { onRead, progress = new RunProgress(), isReported }: SourcesOptions,
  ): Generator<void, void> {
    if (isReported || all.some(({ isAround }) => isAround)) {
      const isOwn = (uri: string): boolean => {
        const source = this.files.get(uri);
        return source !== undefined && !source.isAround && (isReported?.(source) ?? true);
      };
      const isOwnBuild = memo((root: RootBuild) => isBuiltWith(root, isOwn));
      this.workspace.setReported((uri) => {
        const root = this.builds.roots.get(uri);
        return root ? isOwnBuild(root) : isOwn(uri);
      });
    }
    progress.enter('understanding', all.length);
    for (const { file, isRead } of this.addAll(all)) {
      if (onRead && isRead && !file.isAround) progress.aside('checking', () => onRead(file, this));
      progress.step();
      yield;
    }
  }

  /** The texts around the inputs. Where a part of them is not known, nothing is reported as missing. */
  #readAround(
    around: Around,
    { taken, readSurroundings }: { readonly taken: readonly string[]; readSurroundings: (path: string) => void },
  ): readonly Source[] {
    const found: Source[] = [];
    let unknown: string | undefined;
    let left = mostAroundText;
    const read = (input: Input): void => {
      const { path, root } = input;
      const answer = left < 0 ? undefined : readInput(input);
      if (answer?.kind === 'problem') unknown ??= answer.message;
      if (answer?.kind !== 'text' || path === undefined) return;
      left -= answer.text.length;
      readSurroundings(path);
      found.push({ ...sourceIn(input, uriOfPath(path), answer.text, answer.bom), isAround: true });
      // Of a directory that is read in part, an object that is farther away could seem to be the nearest one.
      if (left < 0) while (found.at(-1)?.input.root === root) found.pop();
    };
    around.files.forEach(read);
    // A kustomization that is read includes others.
    for (const path of taken) around.include(path).forEach(read);
    this.searched = around.folders;
    const much = (what: string): string => `There are more than ${what} around the named files.`;
    if (left < 0) unknown = much(`${mostAroundText / 1024 / 1024} MiB of manifests`);
    if (!around.isWhole) unknown = much(`${grouped(mostAround)} manifests or directories`);
    if (unknown === undefined) return found;
    this.workspace.setKnowledge('some');
    this.notes.push(`${unknown} So objects that may be there are not reported as missing.`);
    return found;
  }

  /** The inputs, without the files around them. */
  all(): readonly Source[] {
    return [...this.files.values()].filter(({ isAround }) => !isAround);
  }

  override setSurroundings(uri: string, text: string | undefined): void {
    const path = diskPath(plainPath(uri));
    if (text === undefined || path === undefined || surroundingKind(uri) !== 'kustomization')
      super.setSurroundings(uri, text);
    else this.workspace.setKustomization(uri, withoutPatchesOut(readKustomization(text), dirname(path)));
  }

  override read(source: Source): SourceFile {
    const file = super.read(source);
    return source.origin ? { ...file, origin: source.origin } : file;
  }

  /** The name of a file in reports; the URI of a file that was not read. */
  nameOf(uri: string): string {
    return this.files.get(uri)?.input.name ?? uri;
  }
}

/** True for a build that changes one of the checked files: its errors are reported, also those in other files. */
export function isBuiltWith({ root: { folder }, uris }: RootBuild, isChecked: (uri: string) => boolean): boolean {
  return [...uris].some((uri) => isChecked(uri) && isInside(plainPath(uri), folder));
}

/** Standard input can hold several files, each after a comment with its name. These names are shown and never read as paths. */
function sourcesOf(input: Input, { text, bom }: { readonly text: string; readonly bom: string }): readonly Source[] {
  if (input.path !== undefined) return [sourceIn(input, uriOfPath(input.path), text, bom)];
  if (!input.isStream) return [sourceIn(input, input.built?.uri ?? 'stdin:', text, bom)];
  const sections = sectionsIn(text);
  const parts = sections.some(({ name }) => name !== '') ? undefined : cutDump(text);
  // The URIs sort in the order of the text.
  if (parts)
    return parts.map(({ text: own, origin }, i) => ({
      ...sourceIn(input, `${dumpStart}${String(i).padStart(6, '0')}`, own, bom),
      origin,
    }));
  return sections.map(({ name, text: own }, i, all) =>
    sourceIn(
      name === '' ? input : { ...input, name },
      all.length === 1 ? 'stdin:' : `stdin:/${i}.yaml`,
      own,
      i === 0 ? bom : '',
    ),
  );
}

/** The path of a folder as the names of files start. */
function shownFolder(folder: string): string {
  const path = diskPath(folder);
  return path === undefined ? folder : shownPath(path, process.cwd()) || '.';
}

function deferred(source: Source): Source {
  const isDeferred =
    !codeOf(source.path) && !isTerraformPath(source.path) && !isForeign(source.text) && isPlainManifest(source.text);
  return isDeferred ? { ...source, isDeferred } : source;
}

function tooLongText({ name }: Input): string {
  const most = `${longestWhole / 1024 / 1024} MiB`;
  return `${name} has more than ${most} and is neither a List, as kubectl prints it, nor several documents. Split it.`;
}

export function sourceIn(input: Input, uri: string, text: string, bom: string): Source {
  return { input, uri, path: input.name, text, bom, read: input.read };
}
