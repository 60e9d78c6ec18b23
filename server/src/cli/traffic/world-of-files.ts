/** Reads files, as `endpoints check` does, for the commands that simulate traffic. */
import { fileURLToPath } from 'node:url';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { FindingsOf } from '../../analysis/picture/reported-rules.ts';
import type { TrafficWorld } from '../../analysis/traffic/model.ts';
import type { LocateField } from '../../analysis/traffic/report.ts';
import type { Config, Exclusion, Settings } from '../../config/config.ts';
import { settingsPerFile } from '../../config/per-file.ts';
import { throwBug } from '../../lint/check-file.ts';
import { rules } from '../../rules/rules.ts';
import { fileLanguage, unreadLanguageIn } from '../../frontends/file-languages.ts';
import type { NameBefore, RejectionsOf } from '../../analysis/traffic/explain/explanation.ts';
import { namesBefore } from '../../project/names-before.ts';
import { rejectionsIn } from '../../project/rejections.ts';
import { reportedFindings } from '../../project/reported-findings.ts';
import { fieldLocator, preferring, trafficWorld, worldOfFiles } from '../../project/traffic.ts';
import { positionAtOffset } from '../../reports/locate.ts';
import type { SkippedFile } from '../../reports/report.ts';
import type { Document, SourceFile } from '../../tree/document.ts';
import { refuseBeside } from '../build/refuse-beside.ts';
import { readOneVersion, readSizeLimit, readWord } from '../command-options.ts';
import { readSettings } from '../config-file.ts';
import { findAround } from '../inputs/around.ts';
import { findCheckInputs } from '../inputs/check-inputs.ts';
import { isMarkdown, isScript, notesOn } from '../inputs/inputs.ts';
import type { Source } from '../source.ts';
import { Sources } from '../sources.ts';
import type { Terminal } from '../terminal.ts';
import { unreadDocuments } from '../unread.ts';
import { failedBuilds, hasOutside } from './build-problems.ts';

export interface TrafficFilesOptions {
  /** Files, directories, globs or `-`. */
  readonly paths: readonly string[];
  /** The value of --build; undefined without it. */
  readonly root: string | undefined;
  /** Undefined to use the setting. */
  readonly isMirroring: boolean | undefined;
  readonly configFile: string | undefined;
  readonly config: Config;
  readonly largest: number | undefined;
}

/** The objects of a run that decide on traffic. */
export interface TrafficFiles {
  /** All objects, also those in files around the inputs. */
  readonly world: TrafficWorld;
  /** The objects that the command line names, with everything that reaches a Service of theirs. */
  readonly ownWorld: TrafficWorld;
  /** All answers after a change of `sources`. */
  readonly now: () => TrafficFiles;
  /** The objects that the command line names, and of other names those around them. Undefined for the setting. */
  readonly judgedWorld: (isMirroring: boolean | undefined) => TrafficWorld;
  readonly sources: Sources;
  /** The Kubernetes minor version. */
  readonly minor: number;
  /** The settings for a file. */
  readonly settingsOf: (uri: string) => Settings;
  /** The exclusions of the settings. */
  readonly exclude: readonly Exclusion[];
  /** Places, with the names of files as the command line writes them. */
  readonly locate: LocateField;
  /** The folder of the kustomization that builds the object; undefined for an object as a file writes it. */
  readonly buildOf: (entry: IndexedObject) => string | undefined;
  /** Sentences on what cannot be read: the answer may be wrong, and the exit code is 2. */
  readonly problems: readonly string[];
  /** Why the API server rejects an object. */
  readonly rejectionsOf: RejectionsOf;
  /** What `endpoints check` reports for an object. */
  readonly findingsOf: FindingsOf;
  readonly nameBefore: NameBefore;
  /** Sentences for a person that do not change the exit code. */
  readonly notes: readonly string[];
  /** Files that may hold objects, and are not simulated. */
  readonly skipped: readonly SkippedFile[];
  /** True if programs were met that are not read, because no Pulumi.yaml is above them. */
  readonly hasStrayPrograms: boolean;
  /** False where files around the inputs are not known: then a missing Service may be there. */
  readonly isWhole: boolean;
  readonly fileCount: number;
  /** The paths of the settings files. */
  readonly settingsFiles: readonly string[];
}

/** The values of `trafficFilesOptions`. Throws a UsageError for an invalid one. */
export function readTrafficFilesOptions(
  command: string,
  values: {
    readonly build?: string;
    readonly mirroring?: string;
    readonly 'kubernetes-version'?: string;
    readonly config?: string;
    readonly 'max-file-size'?: string;
  },
  paths: readonly string[],
): TrafficFilesOptions {
  const { build: root, mirroring } = values;
  refuseBeside(root, paths);
  return {
    paths: paths.length > 0 ? paths : ['.'],
    root,
    isMirroring: mirroring === undefined ? undefined : readWord('mirroring', mirroring, ['on', 'off']) === 'on',
    configFile: values.config,
    config: readOneVersion(command, values['kubernetes-version']),
    largest: readSizeLimit(values['max-file-size']),
  };
}

/** Throws a UsageError for invalid settings, and where --build names no kustomization. */
export async function readTrafficFiles(options: TrafficFilesOptions, terminal: Terminal): Promise<TrafficFiles> {
  const settings = readSettings(options, terminal);
  const { exclude } = settings.all;
  const inputs = await inputsOf(options, terminal.cwd, exclude);
  const problems = [...inputs.problems];
  const skipped: SkippedFile[] = [];
  const look = (source: Source, tree: SourceFile): void => {
    const reason = unreadReason(source, tree);
    if (reason !== undefined) skipped.push({ name: source.path, reason });
    else problems.push(...unreadDocuments(source, tree, isConcern));
  };
  const around = { cwd: terminal.cwd, exclude, largest: options.largest, isExcluded: inputs.isExcluded };
  const sources = await Sources.reading(inputs.files, problems, {
    grammars: terminal.grammars,
    root: inputs.root,
    onRead: (source, all) => look(source, all.treeOf(source.uri) ?? all.read(source)),
    // A build has all that it reads.
    findAround: inputs.root === undefined ? () => findAround(inputs.files, around) : undefined,
  });
  // Examples and templates of other languages are no part of the index.
  for (const source of sources.all()) if (source.read) look(source, sources.read(source));
  const isMirroring = options.isMirroring ?? settings.all.mirroring === 'on';
  const mirroring = isMirroring ? ('on' as const) : ('off' as const);
  const checkSettings = settingsPerFile(settings.layers, (own) => ({ ...own, mirroring, rules, onBug: throwBug }));
  const worldWith = (isOn: boolean) => trafficWorld(sources, { minor: settings.all.minor, isMirroring: isOn });
  const { builds, files } = sources;
  const nameOf = (uri: string): string => sources.nameOf(uri);
  const locate = fieldLocator({ treeOf: (uri) => sources.treeOf(uri), nameOf, builds, positionOf: positionAtOffset });
  const now = (): TrafficFiles => {
    const world = worldWith(isMirroring);
    return {
      world,
      ownWorld: ownWorldOf(world, sources),
      now,
      judgedWorld: (isOn = isMirroring) => {
        const all = isOn === isMirroring ? world : worldWith(isOn);
        return preferring(ownWorldOf(all, sources), all);
      },
      sources,
      minor: settings.all.minor,
      settingsOf: settings.of,
      exclude,
      locate,
      buildOf: ({ uri }) => builds.roots.get(uri)?.name,
      problems,
      rejectionsOf: rejectionsIn(sources, settings.all.minor),
      findingsOf: reportedFindings(sources, checkSettings.of),
      nameBefore: namesBefore(builds),
      notes: [...notesOn(inputs), ...sources.notes],
      skipped,
      hasStrayPrograms: inputs.hasStrayPrograms ?? false,
      isWhole: sources.workspace.knowledge === 'all' && !hasOutside(sources),
      fileCount: sources.all().length,
      settingsFiles: settings.layers.flatMap(({ file }) => (file === undefined ? [] : [fileURLToPath(file)])),
    };
  };
  const found = now();
  problems.push(...failedBuilds({ builds, files, nameOf }));
  return found;
}

function inputsOf({ paths, root, largest }: TrafficFilesOptions, cwd: string, exclude: readonly Exclusion[]) {
  const search = { paths, root, hasStdinFiles: false, stdinName: undefined, hasMarkdown: false, isFix: false };
  return findCheckInputs({ ...search, maxFileSize: largest }, cwd, exclude);
}

/** Why no object of the file is simulated; undefined for a file that is read. */
function unreadReason({ input, path, read }: Source, tree: SourceFile): string | undefined {
  const language = unreadLanguageIn(path, tree);
  if (language !== undefined || !read) return language;
  if (isMarkdown(input)) return 'Markdown';
  return isScript(input) ? 'shell script' : fileLanguage(path)?.name;
}

const concern = /\bkind["']?\s*:\s*["']?(?:Service|Endpoints|EndpointSlice)\b/;

function isConcern({ text }: Document): boolean {
  return concern.test(text);
}

/** The part of the world that the inputs decide on. */
function ownWorldOf(world: TrafficWorld, { files, builds }: Sources): TrafficWorld {
  return worldOfFiles(world, builds, (uri) => {
    const source = files.get(uri);
    return source !== undefined && !source.isAround;
  });
}
