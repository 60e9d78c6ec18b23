/** Builds the kustomizations that reach converted objects, and notes each patch of these objects. */
import { plainPath } from '../../analysis/workspace/placement.ts';
import { Builder } from '../../kustomize/build.ts';
import { idOf } from '../../kustomize/object.ts';
import type { PatchUse } from '../../kustomize/patch-use.ts';
import { lineAt, lineStarts } from '../../text/line-index.ts';
import type { Build, BuildFiles, BuildOverrides, BuiltObject, Origin } from '../../tree/built.ts';
import type { ConversionStep } from '../conversion-step.ts';
import type { ObjectReading } from '../reading.ts';

/** The kustomizations of a project that are built by themselves. All paths are plain paths. */
export interface ConversionRoots {
  readonly files: BuildFiles;
  readonly list: readonly ConversionRoot[];
  /** The URI of a file that the conversion may change; undefined for another one. */
  readonly changeableUri: (path: string) => string | undefined;
  /** The name of a file or folder in messages. */
  readonly nameOf: (path: string) => string;
}

export interface ConversionRoot {
  readonly folder: string;
  /** The files that it takes in. */
  readonly reach: ReadonlySet<string>;
  /** Undefined where a part of what a delivery writes into it is not known. */
  readonly overrides: BuildOverrides | undefined;
}

/** A root with what it builds before the conversion. */
export interface BuiltBefore {
  readonly root: ConversionRoot;
  readonly build: Build;
}

export class RootBuilds {
  readonly roots: ConversionRoots;
  readonly #builder: Builder;
  readonly #uses: PatchUse[] = [];
  readonly #built = new Map<ConversionRoot, Build>();

  constructor(roots: ConversionRoots) {
    this.roots = roots;
    this.#builder = new Builder(roots.files, (use) => this.#uses.push(use));
  }

  /** The roots that reach one of the files. */
  reaching(uris: readonly string[]): readonly BuiltBefore[] {
    const paths = uris.map(plainPath);
    const found = this.roots.list.filter(({ reach }) => paths.some((path) => reach.has(path)));
    return found.map((root) => {
      const build = this.#built.get(root) ?? this.#builder.build(root.folder, root.overrides);
      this.#built.set(root, build);
      return { root, build };
    });
  }

  /** What a folder builds by itself. */
  build(folder: string): Build {
    return this.#builder.build(folder);
  }

  /** The patches of all roots that were built, in the order in which they ran. */
  get uses(): readonly PatchUse[] {
    return this.#uses;
  }

  /** `overlays/prod/kustomization.yaml:7`. */
  placeText({ path, span }: Origin): string {
    const line = lineAt(lineStarts(this.roots.files.read(path) ?? ''), span.start) + 1;
    return `${this.roots.nameOf(path)}:${line}`;
  }
}

/** Why a root cannot prove a conversion; undefined where it can. */
export function rootObstacle({ root, build }: BuiltBefore, builds: RootBuilds): string | undefined {
  const name = builds.roots.nameOf(root.folder);
  const wayOut = 'Convert it by hand.';
  if (!root.overrides) return `${name} takes this object in, and what its delivery changes is not known. ${wayOut}`;
  if (build.failure) {
    const { at, message } = build.failure;
    return `${name} takes this object in and cannot be built: ${builds.placeText(at)}: ${message}`;
  }
  const [outside] = build.outside;
  if (!outside) return undefined;
  return `${name} takes this object in and cannot be built offline, because of ${outside.name} (${builds.placeText(outside.at)}). ${wayOut}`;
}

/** True for an object that the reading's file adds. */
export function isFrom({ path, written }: Pick<BuiltObject, 'path' | 'written'>, reading: ObjectReading): boolean {
  return path === plainPath(reading.uri) && written.name === reading.name && written.namespace === reading.namespace;
}

/** The step that converts the patched object; undefined for another object. */
export function patchedStep({ object }: PatchUse, steps: readonly ConversionStep[]): ConversionStep | undefined {
  const own = idOf(object);
  if (own.kind !== 'Endpoints' || own.group !== '') return undefined;
  const written = object.previous[0] ?? own;
  return steps.find(({ reading }) => isFrom({ path: object.path, written }, reading));
}
