/** Finds controllers in versions that read Endpoints: by their images, in charts' values and kustomizations too. */
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { everything, generated, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import { parseProgramVersion, type PlatformProgram, type ProgramVersion } from '../../contract/platform.ts';
import { isAtLeast, programOfImage } from '../platform.ts';
import type { FoundReader } from '../reader.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';

interface FirstVersion {
  readonly title: string;
  /** The first version that reads slices. */
  readonly since: readonly [number, number, number?];
  /** True for a controller that reads only addresses of Pods, so none that are written by hand. */
  readonly isGenerated?: boolean;
}

const firstVersions: Readonly<Partial<Record<PlatformProgram, FirstVersion>>> = {
  traefik: { title: 'Traefik', since: [3, 1] },
  ingressNginx: { title: 'ingress-nginx', since: [1, 4] },
  kong: { title: "Kong's ingress controller", since: [2, 10] },
  externalDns: { title: 'external-dns', since: [0, 18], isGenerated: true },
  contour: { title: 'Contour', since: [1, 29] },
  metalLb: { title: 'MetalLB', since: [0, 10] },
  coreDns: { title: 'CoreDNS', since: [1, 8, 1] },
  kubeProxy: { title: 'kube-proxy', since: [1, 19] },
};

/** Charts whose versions tell those of their controllers: the first version with a controller that reads slices. */
const charts: Readonly<Record<string, readonly [program: PlatformProgram, major: number, minor: number]>> = {
  'ingress-nginx': ['ingressNginx', 4, 3],
  traefik: ['traefik', 29, 0],
  'external-dns': ['externalDns', 1, 18],
};

export function controllerVersions(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/images?\b|\btag\b|chart|\bdependencies\b/i.test(text.text)) return [];
  return text.trees.flatMap((tree) =>
    (isComposeFile(tree) ? [] : entriesIn(tree.root)).flatMap((placed) => {
      const found = versionAt(placed, tree);
      return found ? readersFor(found, tree, text, estate) : [];
    }),
  );
}

/** Containers of Docker Compose find their backends elsewhere. */
function isComposeFile({ root }: SearchedTree): boolean {
  return root.kind === 'mapping' && valueOf(root, 'services')?.kind === 'mapping' && !valueOf(root, 'kind');
}

interface FoundVersion {
  readonly program: PlatformProgram;
  readonly version: ProgramVersion;
  readonly value: Value;
}

function versionAt(placed: PlacedEntry, tree: SearchedTree): FoundVersion | undefined {
  const { entry, owner } = placed;
  if (entry.name === 'image') {
    const found = programOfImage(stringOf(entry.value) ?? '');
    return found && { ...found, value: entry.value };
  }
  if (entry.name === 'tag' || entry.name === 'newTag') {
    const image = entry.name === 'tag' ? imageName(owner) : (textAt(owner, 'newName') ?? textAt(owner, 'name'));
    const tag = stringOf(entry.value) ?? numberText(entry.value, tree);
    const found = image === undefined ? undefined : programOfImage(`${image}:${tag}`);
    return found && { ...found, value: entry.value };
  }
  return entry.name === 'targetRevision' || entry.name === 'version' ? chartVersion(placed) : undefined;
}

/** The image that the values of a chart name beside its tag. */
function imageName(owner: Mapping): string | undefined {
  const name = textAt(owner, 'repository') ?? textAt(owner, 'image') ?? textAt(owner, 'name');
  const registry = textAt(owner, 'registry');
  return name !== undefined && registry ? `${registry}/${name}` : name;
}

/** `2.10` as it is written: as a number it is 2.1. */
function numberText(value: Value, tree: SearchedTree): string {
  return value.kind === 'scalar' && value.value !== null ? tree.text.slice(value.span.start, value.span.end) : '';
}

/** The version of a chart in a HelmRelease, an Application or a kustomization, if its values name no other image. */
function chartVersion({ entry, owner, path, around }: PlacedEntry): FoundVersion | undefined {
  const isListed = /^(?:helmCharts|dependencies)$/.test(path.at(-2) ?? '') && path.at(-1) === '*';
  const written = isListed ? textAt(owner, 'name') : textAt(owner, 'chart');
  const name = written?.slice(written.lastIndexOf('/') + 1);
  const text = stringOf(entry.value) ?? '';
  const known = name === undefined || !Object.hasOwn(charts, name) ? undefined : charts[name];
  const version = /^v?\d+\.\d+\.\d+$/.test(text) ? parseProgramVersion(text) : undefined;
  if (!known || !version || around.some(hasOwnImage)) return undefined;
  const [program, major, minor] = known;
  const since = firstVersions[program]?.since;
  if (!since || isAtLeast(version, [major, minor])) return undefined;
  return { program, version: [0, 0, 0], value: entry.value };
}

function hasOwnImage(mapping: Mapping): boolean {
  const values = ['values', 'helm', 'valuesInline'].map((name) => valueOf(mapping, name));
  return values.some(
    (value) => value && entriesIn(value).some(({ entry }) => /^(?:tag|image|values)$/.test(entry.name)),
  );
}

function readersFor(
  { program, version, value }: FoundVersion,
  tree: SearchedTree,
  text: SearchedText,
  estate: Estate,
): readonly FoundReader[] {
  const first = firstVersions[program];
  const actual = estate.versions.written(program) ?? version;
  if (!first || isAtLeast(actual, first.since)) return [];
  if (program === 'contour' && /useEndpointSlices=true/.test(text.text)) return [];
  const reach = first.isGenerated ? generated() : everything(estate, text.uri);
  const since = first.since.join('.');
  const shown = actual.some((part) => part > 0) ? actual.join('.') : 'of this chart';
  const breaks = first.isGenerated
    ? 'it finds no addresses once the cluster stops making them'
    : 'it finds no backends once slices replace them';
  return [
    {
      ...reach,
      span: tree.place(value.span),
      kind: 'controller-version',
      change: 'person',
      message: `${first.title} ${shown} reads Endpoints, so ${breaks}. Give it an RBAC rule for endpointslices, then use ${since} or later.`,
    },
  ];
}
