/** Builds the kustomizations that reach converted objects, and notes each patch of these objects. */
import { plainPath } from '../../analysis/workspace/placement.ts';
import { Builder } from '../../kustomize/build.ts';
import { idOf, originOf } from '../../kustomize/object.ts';
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
  /** Without notes: a folder that is also a part of a root would note its patches twice. */
  readonly #folders: Builder;
  readonly #uses: PatchUse[] = [];
  readonly #built = new Map<ConversionRoot, Build>();

  constructor(roots: ConversionRoots) {
    this.roots = roots;
    this.#folders = new Builder(roots.files);
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
    return this.#folders.build(folder);
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
  // The content of a ConfigMap changes no endpoints.
  const outside = build.outside.find(({ what }) => what !== 'generator');
  if (!outside) return undefined;
  return `${name} takes this object in and cannot be built offline, because of ${outside.name} (${builds.placeText(outside.at)}). ${wayOut}`;
}

/** Finds the step that converts an object. */
export class StepIndex {
  readonly #byEndpoints: ReadonlyMap<string, ConversionStep>;
  readonly #bySlice: ReadonlyMap<string, ConversionStep>;

  constructor(steps: readonly ConversionStep[]) {
    const keyed = (step: ConversionStep, name: string) =>
      [keyOf(plainPath(step.reading.uri), { ...step.reading, name }), step] as const;
    this.#byEndpoints = new Map(steps.map((step) => keyed(step, step.reading.name)));
    this.#bySlice = new Map(steps.flatMap((step) => step.made.map(({ name }) => keyed(step, name))));
  }

  /** The step of an Endpoints; undefined for another object. */
  ofEndpoints({ kind, apiVersion, path, written }: BuiltObject): ConversionStep | undefined {
    return kind === 'Endpoints' && apiVersion === 'v1' ? this.#byEndpoints.get(keyOf(path, written)) : undefined;
  }

  /** The step that makes a slice. */
  ofSlice({ kind, path, written }: BuiltObject): ConversionStep | undefined {
    return kind === 'EndpointSlice' ? this.#bySlice.get(keyOf(path, written)) : undefined;
  }

  ofPatched({ object }: PatchUse): ConversionStep | undefined {
    const own = idOf(object);
    if (own.kind !== 'Endpoints' || own.group !== '') return undefined;
    return this.#byEndpoints.get(keyOf(object.path, object.previous[0] ?? own));
  }
}

/** Returns the place of the first patch of a slice; undefined for a slice without patches. */
export function patchPlaces(
  builds: RootBuilds | undefined,
  readings: readonly ObjectReading[],
): (reading: ObjectReading) => string | undefined {
  const places = new Map<string, Origin>();
  if (builds && builds.reaching(readings.map(({ uri }) => uri)).length > 0)
    for (const { object, entry } of builds.uses) {
      const own = idOf(object);
      const key = keyOf(object.path, object.previous[0] ?? own);
      if (own.kind === 'EndpointSlice' && !places.has(key)) places.set(key, originOf(entry));
    }
  return (reading) => {
    const place = places.get(keyOf(plainPath(reading.uri), reading));
    return place && builds?.placeText(place);
  };
}

function keyOf(path: string, { name, namespace }: { readonly name: string; readonly namespace: string }): string {
  return JSON.stringify([path, namespace, name]);
}
