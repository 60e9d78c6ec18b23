/** Collects the objects of kustomizations from inside to outside, each folder once, in the order of kustomize. */
import type { BuildFiles, BuildOverrides, BuiltMapping, BuiltScalar } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { isRemotePath, kustomizationNames } from '../tree/kustomization.ts';
import { emptyCollection, type Accumulated, type Collection } from './collection.ts';
import { checkCycle, checkOpenApi, duplicate, wrongEntryKind } from './entry-checks.ts';
import { configurationOf, mergeTransformerConfigs } from './field-specs.ts';
import { Folder, joinPath, missingFile } from './folder.ts';
import { generateConfig } from './generators.ts';
import { idKey } from './identity.ts';
import { entryAt, idOf, builtText, builtAt, type BuildObject, originOf } from './object.ts';
import {
  checkConfiguration,
  listAt,
  mappingItemsAt,
  parseKustomization,
  scalarsAt,
  withOverrides,
  type ReadKustomization,
} from './read-kustomization.ts';
import { checkComponents } from './limits.ts';
import { objectsOf, readDocuments } from './read-objects.ts';
import type { OnPatch } from './patch-use.ts';
import { runTransformers } from './run-transformers.ts';
import { noteVars } from './vars.ts';

/** A kustomization with its place among those that include it. */
interface Target {
  readonly read: ReadKustomization;
  readonly folder: Folder;
  /** The folders from the outermost one to this one. */
  readonly chain: readonly string[];
}

export interface AccumulatorMode {
  /** Objects note the transformers that run on them. */
  readonly isTracing: boolean;
  /** Kustomizations may read files above their folders. */
  readonly isUnrestricted: boolean;
}

export class Accumulator {
  private readonly known = new Map<string, Accumulated>();
  /** The folders that are being accumulated: one of them again is a cycle. */
  private readonly open = new Set<string>();
  private readonly parsed = new Map<string, readonly BuildObject[]>();

  private readonly files: BuildFiles;
  private readonly mode: AccumulatorMode;
  private readonly onPatch: OnPatch | undefined;

  constructor(files: BuildFiles, mode: AccumulatorMode, onPatch?: OnPatch) {
    this.files = files;
    this.mode = mode;
    this.onPatch = onPatch;
  }

  forget(path: string): void {
    this.parsed.delete(path);
    for (const [folder, { reads }] of this.known) if (reads.has(path)) this.known.delete(folder);
  }

  /** The contribution of a folder. With overrides it is computed anew. */
  accumulate(folder: string, asked: BuiltScalar, overrides?: BuildOverrides): Accumulated {
    const known = overrides ? undefined : this.known.get(folder);
    if (known) return known;
    const collection = emptyCollection();
    let kustomization: ReadKustomization | undefined;
    let failure: BuildError | undefined;
    this.open.add(folder);
    try {
      kustomization = this.load(folder, asked, collection);
      if (kustomization && overrides) kustomization = withOverrides(kustomization, overrides);
      if (kustomization) this.add(this.target(kustomization, folder, [], collection), collection);
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      failure = error;
    } finally {
      this.open.delete(folder);
    }
    const accumulated = { ...collection, kustomization, failure };
    // Where a cycle is found depends on the folder that is built.
    const isCertain = failure?.failure.cause !== 'cycle' || this.open.size === 0;
    if (!overrides && isCertain) this.known.set(folder, accumulated);
    return accumulated;
  }

  private target(read: ReadKustomization, folder: string, chain: readonly string[], collection: Collection): Target {
    return { read, folder: this.folderAt(folder, collection), chain: [...chain, folder] };
  }

  private folderAt(path: string, collection: Collection): Folder {
    return new Folder(path, this.files, collection, this.mode.isUnrestricted);
  }

  /** The kustomization of a folder. Throws where there is none, or several. */
  private load(path: string, asked: BuiltScalar, collection: Collection): ReadKustomization | undefined {
    const folder = this.folderAt(path, collection);
    collection.folders.add(path);
    const all = kustomizationNames
      .map((name) => joinPath(path, name))
      .map((file) => ({ file, kind: folder.kindOf(file) }));
    const found = all.flatMap(({ file, kind }) => (kind === 'file' ? file : []));
    const [file = all.find(({ kind }) => kind === 'unread')?.file] = found;
    if (file === undefined) throw missingFile(asked, 'has no kustomization file');
    if (found.length > 1) {
      const message = `This folder has ${found.length} kustomization files, so kustomize rejects it. Delete all but one.`;
      throw new BuildError('unreadable', message, { path: found[1] ?? file, span: { start: 0, end: 0 } });
    }
    const text = folder.leadsOut(file) ? undefined : this.files.read(file);
    if (text !== undefined) return parseKustomization(file, text);
    folder.addOutside('unread-file', asked);
    return undefined;
  }

  private add(target: Target, collection: Collection): void {
    const { read, folder } = target;
    const { fields } = read;
    checkOpenApi(fields, folder);
    this.addResources(scalarsAt(fields, 'resources', 'bases'), target, collection);
    const documents = scalarsAt(fields, 'configurations').flatMap((path) => this.documentsOf(path, folder));
    collection.config = mergeTransformerConfigs(collection.config, configurationOf(documents), fields);
    for (const path of scalarsAt(fields, 'crds')) folder.load(path);
    this.generate(target, collection);
    for (const path of scalarsAt(fields, 'components')) this.addComponent(path, target, collection);
    runTransformers(read, folder, collection, { isTracing: this.mode.isTracing, onPatch: this.onPatch });
    const vars = mappingItemsAt(fields, 'vars');
    collection.objects = noteVars(vars, collection.objects);
    collection.vars = [...collection.vars, ...vars];
  }

  private addResources(paths: readonly BuiltScalar[], target: Target, collection: Collection): void {
    if (paths.length === 0) return;
    const ids = new Set(collection.objects.map((object) => idKey(idOf(object))));
    const objects = [...collection.objects];
    for (const path of paths) {
      for (const object of this.resource(path, target, collection)) {
        const id = idKey(idOf(object));
        if (ids.has(id)) throw duplicate(object, path, target.folder.path);
        ids.add(id);
        objects.push(object);
      }
    }
    collection.objects = objects;
  }

  /** The objects of a file or a folder. */
  private resource(path: BuiltScalar, target: Target, collection: Collection): readonly BuildObject[] {
    const { folder } = target;
    const written = String(path.value);
    const full = joinPath(folder.path, written);
    const kind = written === '' ? 'missing' : folder.kindOf(full);
    if (kind === 'file') {
      const file = folder.load(path);
      return file ? this.fileObjects(file.path, file.text) : [];
    }
    if (kind === 'folder') return this.folderObjects(full, path, target, collection);
    // A folder may appear with its kustomization.
    for (const name of kustomizationNames) collection.reads.add(joinPath(full, name));
    const isRemote = isRemotePath(written);
    if (kind === 'missing' && !isRemote) throw missingFile(path, 'does not exist');
    folder.addOutside(isRemote ? 'remote' : 'unread-file', path);
    return [];
  }

  private fileObjects(path: string, text: string): readonly BuildObject[] {
    const known = this.parsed.get(path) ?? objectsOf(readDocuments(path, text, 'pulumi'));
    this.parsed.set(path, known);
    return known;
  }

  private folderObjects(
    path: string,
    asked: BuiltScalar,
    { chain }: Target,
    collection: Collection,
  ): readonly BuildObject[] {
    checkCycle([path], [...chain, ...(this.open.has(path) ? [path] : [])], asked);
    const sub = this.accumulate(path, asked);
    checkCycle(sub.folders, chain, asked);
    for (const read of sub.reads) collection.reads.add(read);
    for (const folder of sub.folders) collection.folders.add(folder);
    // The failure of a folder that lacks a kustomization is at the entry that names it.
    if (sub.failure) throw sub.kustomization ? sub.failure : this.reloaded(path, asked, sub.failure);
    if (sub.kustomization?.isComponent === true) throw wrongEntryKind(asked, 'a Component', 'components');
    collection.remarks.push(...sub.remarks);
    collection.outside.push(...sub.outside);
    collection.vars = [...collection.vars, ...sub.vars];
    collection.config = mergeTransformerConfigs(collection.config, sub.config, asked);
    return sub.objects;
  }

  /** The failure for this entry: the kept one is for the entry that asked first. */
  private reloaded(path: string, asked: BuiltScalar, failure: BuildError): BuildError {
    try {
      this.load(path, asked, emptyCollection());
    } catch (error) {
      if (error instanceof BuildError) return error;
      throw error;
    }
    return failure;
  }

  private addComponent(asked: BuiltScalar, { folder, chain }: Target, collection: Collection): void {
    const path = joinPath(folder.path, String(asked.value));
    const kind = folder.kindOf(path);
    if (kind !== 'file' && kind !== 'folder' && isRemotePath(String(asked.value))) folder.addOutside('remote', asked);
    else if (kind === 'unread') folder.addOutside('unread-file', asked);
    else if (kind !== 'folder') throw missingFile(asked, kind === 'file' ? 'is not a folder' : 'does not exist');
    else {
      checkCycle([path], chain, asked);
      collection.components++;
      checkComponents(collection.components, asked);
      const read = this.load(path, asked, collection);
      if (read && !read.isComponent) throw wrongEntryKind(asked, 'a Kustomization', 'resources');
      if (read) this.add(this.target(read, path, chain, collection), collection);
    }
  }

  private generate({ read, folder }: Target, collection: Collection): void {
    const { fields, path } = read;
    const written = entryAt(fields, 'generatorOptions')?.value;
    const options = written?.kind === 'mapping' ? written : undefined;
    const readText = (at: BuiltScalar): string | undefined => folder.load(at, 'generator')?.text;
    for (const [field, kind] of [
      ['configMapGenerator', 'ConfigMap'],
      ['secretGenerator', 'Secret'],
    ] as const) {
      const generators = listAt(fields, field);
      if (generators)
        collection.objects = generateConfig(collection.objects, kind, generators, { path, options, readText });
    }
    for (const field of ['helmCharts', 'helmChartInflationGenerator'])
      for (const chart of mappingItemsAt(fields, field)) {
        const name = builtAt(chart, ['name']) ?? builtAt(chart, ['chartName']);
        collection.outside.push({
          what: 'chart',
          name: builtText(chart, ['name']) || builtText(chart, ['chartName']),
          at: originOf(name ?? chart),
        });
      }
    for (const generator of scalarsAt(fields, 'generators')) folder.addOutside('plugin', generator);
  }

  private documentsOf(path: BuiltScalar, folder: Folder): readonly BuiltMapping[] {
    const file = folder.load(path);
    const documents = file ? readDocuments(file.path, file.text, 'kubernetes') : [];
    return documents.map(({ root }) => checkConfiguration(root));
  }
}
