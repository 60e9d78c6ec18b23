/** Converts the files of `endpoints convert` in memory: the changes, the outcome of each resource and their places. */
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainPath } from '../../analysis/workspace/placement.ts';
import { convertFiles, mergeConverted } from '../../convert/convert.ts';
import type { ConversionRoots } from '../../convert/kustomize/roots.ts';
import type { Converted, ConvertedFile, Conversion, ConvertSettings } from '../../convert/outcome.ts';
import {
  keptByReferences,
  requiredEndpoints,
  requirementsIn,
  type FindRequirement,
} from '../../convert/required-endpoints.ts';
import { referencesTo } from '../../convert/references/references.ts';
import { kustomizeEngine } from '../../kustomize/engine.ts';
import { mayHoldOurs } from '../../frontends/concern.ts';
import { groupBy } from '../../text/group.ts';
import type { Platform } from '../../contract/platform.ts';
import type { NamedText } from '../../readers/searched-text.ts';
import type { Span } from '../../text/span.ts';
import type { SearchedInput } from '../readers/search-readers.ts';
import type { SourceFile } from '../../tree/document.ts';
import { diskPath } from '../inputs/beyond.ts';
import { shownPath, type Input } from '../inputs/inputs.ts';
import { readInput } from '../inputs/read-input.ts';
import { positionAtOffset } from '../../reports/locate.ts';
import { realPath, slashed, uriOfPath } from '../../disk/paths.ts';
import type { FilePlace } from '../../reports/report.ts';
import { sourceIn, type Sources } from '../sources.ts';
import type { Source } from '../source.ts';
import { kustomizationIn, newFoldersAbove } from '../surroundings.ts';

export interface ConversionRun extends Conversion {
  readonly settings: ConvertSettings;
  /** The URIs of texts with parts that name endpoints and cannot be read, so that their readers are not known. */
  readonly unread: readonly string[];
  readonly fileCount: number;
  readonly sourceOf: (file: Pick<ConvertedFile, 'uri'>) => Source | undefined;
  readonly nameOf: (file: Pick<ConvertedFile, 'uri'>) => string;
  /** The place of a span in the text before the conversion. */
  readonly place: (place: { readonly uri: string; readonly span: Span }) => FilePlace;
}

export interface ConversionAround {
  readonly cwd: string;
  readonly platform: Platform;
  /** Texts beside those of the run, which may have readers; asked for only if something is converted. */
  readonly otherTexts: (known: ReadonlyMap<string, NamedText>) => ReadonlyMap<string, SearchedInput>;
}

/** Converts each file with its own settings, without writing it. */
export function runConversion(
  sources: Sources,
  settingsOf: (uri: string) => ConvertSettings,
  { cwd, platform, otherTexts }: ConversionAround,
): ConversionRun {
  const all = sources.all();
  const first = convertWith(sources, settingsOf, { cwd });
  // The files around the inputs may read what is converted.
  const inSight = [...sources.files.values()];
  const around = first.files.length > 0 ? kustomizationsAround(first.files, inSight, cwd) : [];
  const known = new Map([...inSight, ...around].map((source) => [source.uri, source]));
  const settings = settingsOf(first.outcomes[0]?.uri ?? '');
  const hasReferences = first.files.length > 0 && settings.mode === 'replace';
  const others = hasReferences ? otherTexts(known) : new Map<string, SearchedInput>();
  const texts = [...known.values(), ...others.values()];
  const unread = new Set<string>();
  const onUnread = (uri: string): void => void unread.add(uri);
  const search = (converted: Converted) => referencesTo(texts, converted, settings, { platform, onUnread });
  const found = search(first);
  const keptOf = keptByReferences(found);
  const converted = keptOf ? convertWith(sources, settingsOf, { cwd, keptOf }) : first;
  const references = keptOf ? search(converted) : found;
  const textOf = (uri: string) => known.get(uri) ?? others.get(uri);
  const nameOf: ConversionRun['nameOf'] = ({ uri }) => textOf(uri)?.input.name ?? uri;
  return {
    settings,
    files: converted.files,
    outcomes: converted.outcomes,
    references,
    unread: [...unread],
    fileCount: all.length,
    sourceOf: ({ uri }) => known.get(uri),
    nameOf,
    place: ({ uri, span }) =>
      known.get(uri)?.input.built?.placeOf(span) ?? {
        name: nameOf({ uri }),
        ...positionAtOffset(textOf(uri) ?? { text: '' }, span.start),
      },
  };
}

interface ConversionOptions {
  readonly cwd: string;
  /** Other texts for some files. */
  readonly changed?: ReadonlyMap<string, string>;
  /** Why an object must stay Endpoints; undefined for the others. */
  readonly keptOf?: FindRequirement | undefined;
}

/** The conversion alone, without a search for references. */
export function convertWith(
  sources: Sources,
  settingsOf: (uri: string) => ConvertSettings,
  { cwd, changed = new Map(), keptOf }: ConversionOptions,
): Converted {
  const all = sources.all();
  const inSight = [...sources.files.values()];
  const concerned = withoutLinks(all.filter((source) => mayHoldOurs(source.text) && sources.checkable(source.uri))).map(
    (source) => ({
      uri: source.uri,
      path: source.input.name,
      // Asked for once, when it is its turn: the trees of thousands of files have no room.
      get file(): SourceFile {
        const text = changed.get(source.uri);
        return sources.read(text === undefined ? source : { ...source, text });
      },
    }),
  );
  const groups = groupBy(concerned, ({ uri }) => JSON.stringify(settingsOf(uri)));
  const required = requiredEndpoints(() => inSight.flatMap(requirementsIn));
  const requirementOf: FindRequirement = (object) => required(object) ?? keptOf?.(object);
  const runs = [...groups].map(([key, group]) => {
    // Each file changes with its own settings, so that no file changes twice.
    const roots = rootsOf(sources, { named: all.filter(({ uri }) => JSON.stringify(settingsOf(uri)) === key), cwd });
    return convertFiles(group, sources.workspace, settingsOf(group[0]?.uri ?? ''), { requirementOf, roots });
  });
  return mergeConverted(runs, concerned);
}

/** Only files that the command line names may change. */
function rootsOf(
  { builds, workspace }: Sources,
  { named, cwd }: { readonly named: readonly Source[]; readonly cwd: string },
): ConversionRoots {
  const onDisk = named.filter(({ input }) => input.path !== undefined && input.isStdin !== true);
  const changeable = new Map(onDisk.map(({ uri }) => [plainPath(uri), uri]));
  return {
    ...builds.sourcesOf(workspace.buildRoots(), kustomizeEngine),
    changeableUri: (path) => changeable.get(path),
    nameOf: (path) => shownPath(diskPath(path) ?? path, cwd) || '.',
  };
}

/** Converts a file once, even if two paths lead to it. */
function withoutLinks(sources: readonly Source[]): readonly Source[] {
  const seen = new Set<string>();
  return sources.filter(({ input: { path } }) => {
    // A file that was deleted since is reported when it is written.
    const real = path === undefined ? '' : realPath(path);
    if (seen.has(real)) return false;
    seen.add(real);
    return true;
  });
}

/** Kustomizations beside and above what changes, which name it, whether the command line names them or not. */
function kustomizationsAround(files: readonly ConvertedFile[], known: readonly Source[], cwd: string): Source[] {
  const seen = new Set(known.map(({ uri }) => uri));
  const built = new Set(known.flatMap(({ uri, input }) => (input.built ? uri : [])));
  const folders = new Set<string>();
  const found: Source[] = [];
  for (const { uri } of files) {
    if (!uri.startsWith('file:') || built.has(uri)) continue;
    for (const folder of newFoldersAbove(fileURLToPath(uri), folders)) {
      const path = kustomizationIn(folder);
      const source = path === undefined ? undefined : readSource(path, cwd);
      if (source && !seen.has(source.uri)) found.push(source);
    }
  }
  return found;
}

/** Undefined for a file that cannot be read: kustomize itself reports it. */
function readSource(path: string, cwd: string): Source | undefined {
  const below = relative(cwd, path);
  const name = slashed(isAbsolute(below) ? path : below);
  const input: Input = { name, path, isNamed: false };
  const read = readInput(input);
  return read.kind === 'text' ? sourceIn(input, uriOfPath(path), read.text, read.bom) : undefined;
}
