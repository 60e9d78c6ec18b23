/** The objects of a project that decide on traffic, and their places in its texts. */
import type { Place } from '../analysis/listing/listing.ts';
import { gatherTraffic, type GatherOptions } from '../analysis/traffic/reading/gather.ts';
import type { ServiceWorld, TrafficObject, TrafficWorld } from '../analysis/traffic/model.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { isInside, plainPath } from '../analysis/workspace/placement.ts';
import { aroundInFile, objectsIn, placeOfField } from '../analysis/workspace/places.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import type { LocateField } from '../analysis/traffic/report.ts';
import type { Path } from '../tree/path.ts';
import type { Span } from '../text/span.ts';
import type { Resource, SourceFile } from '../tree/document.ts';
import type { Project } from './project.ts';

/** As rules see the objects: what kustomizations build, in place of the files that they are built from. */
export function trafficWorld(project: Project, options: GatherOptions): TrafficWorld {
  const { workspace } = project;
  // Files around the inputs, and those with Nodes, are read only on a question.
  for (const kind of ['Service', 'EndpointSlice', 'Endpoints', 'Node']) workspace.at(keys.within(kind, ''));
  project.settle();
  return gatherTraffic(workspace.allForRules(), options);
}

/** The part of the world that these files decide on. A build belongs to the files in the folder of its kustomization. */
export function worldOfFiles(
  world: TrafficWorld,
  builds: Project['builds'],
  isNamed: (uri: string) => boolean,
): TrafficWorld {
  const isOwn = ({ entry }: TrafficObject): boolean => {
    const root = builds.roots.get(entry.uri);
    if (!root) return isNamed(entry.uri);
    const own = [...root.uris].filter((uri) => isInside(plainPath(uri), root.root.folder));
    const place = builds.placeOf(entry, []);
    return own.some(isNamed) || (place !== undefined && isNamed(place.uri));
  };
  return {
    services: world.services.filter((each) => [each.service, ...each.slices, ...each.endpoints].some(isOwn)),
    strays: world.strays.filter(({ slice }) => isOwn(slice)),
    strayEndpoints: world.strayEndpoints.filter(isOwn),
    nodes: world.nodes,
    isMirroring: world.isMirroring,
  };
}

/** A part of a world, and of the rest the Services with other names. */
export function preferring(own: TrafficWorld, world: TrafficWorld): TrafficWorld {
  const nameOf = ({ service }: ServiceWorld): string => `${service.namespace}/${service.name}`;
  const names = new Set(own.services.map(nameOf));
  return { ...world, services: [...own.services, ...world.services.filter((each) => !names.has(nameOf(each)))] };
}

/** Finds the object in its text or in what a kustomization builds; undefined where there is none. */
export function resourceFinder({ builds, treeOf }: Pick<Project, 'builds'> & Pick<Naming, 'treeOf'>) {
  return ({ uri, ordinal }: IndexedObject): Resource | undefined => {
    const file = builds.roots.get(uri)?.file ?? treeOf(uri);
    return file && objectsIn(file)[ordinal]?.resource;
  };
}

/** The surroundings of an object, as rules see them; undefined for an object that is in no text. */
export function aroundFinder({
  builds,
  workspace,
  treeOf,
}: Pick<Project, 'builds' | 'workspace'> & Pick<Naming, 'treeOf'>) {
  return (entry: IndexedObject): RelatedObjects | undefined => {
    const file = builds.roots.get(entry.uri)?.file ?? treeOf(entry.uri);
    return file && aroundInFile(entry, file, workspace);
  };
}

interface Naming {
  readonly treeOf: (uri: string) => SourceFile | undefined;
  readonly nameOf: (uri: string) => string;
  readonly builds: Project['builds'];
  readonly positionOf: (file: SourceFile, offset: number) => { readonly line: number; readonly column: number };
}

/** Locates fields in the files that they come from. */
export function fieldLocator({ treeOf, nameOf, builds, positionOf }: Naming): LocateField {
  return (entry: IndexedObject, path: Path) => {
    const built = builds.placeOf(entry, path);
    const { uri } = built ?? entry;
    const tree = treeOf(uri);
    const span: Span | undefined = built?.span ?? (tree && placeOfField(tree, entry.ordinal, path));
    if (!tree || !span) return undefined;
    const [from, to] = [positionOf(tree, span.start), positionOf(tree, span.end)];
    const range: Place = [from.line, from.column, to.line, to.column];
    return { file: nameOf(uri), range, build: builds.roots.get(entry.uri)?.name };
  };
}
