/** Finds and reads the settings of a run: the settings file, the files that it extends, and the options. */
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { versionWarning, type Config, type Layer, type Settings } from '../config/config.ts';
import { loadNamed, loadNearest, type SettingsAnswer, type Loaded, type LoadProblem } from '../config/load.ts';
import { settingsPerFile, type PerFile } from '../config/per-file.ts';
import { announcedMinor, announcedText } from '../contract/version.ts';
import { readSettingsFile } from '../frontends/settings-file.ts';
import { printMessages, type Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';
import { reason, slashed } from '../disk/paths.ts';
import { readNamed } from '../disk/read-named.ts';

interface SettingsOptions {
  /** The named file; if undefined, the nearest one is read. */
  readonly configFile?: string | undefined;
  readonly config: Config;
}

/** The settings for each file of a run. Throws a UsageError for invalid settings. */
export function readSettings(options: SettingsOptions, terminal: Terminal): PerFile<Settings> {
  const layers = [...readLayers(options.configFile, terminal.cwd), { config: options.config }];
  printVersionNotes(layers, terminal);
  return settingsPerFile(layers, (settings) => settings);
}

/** Prints how versions without recorded answers are read. */
export function printVersionNotes(layers: readonly Layer[], terminal: Terminal): void {
  const used = layers.filter((layer) => !isOverridden(layer, layers));
  const notes = used.flatMap((layer) => {
    const warning = versionWarning(layer);
    const { file, lines } = layer;
    const line = lines?.get('kubernetesVersion') ?? 1;
    const place = file === undefined ? '--kubernetes-version' : `${shownConfigPath(file, terminal.cwd)}:${line}`;
    return warning === undefined ? [] : [`${place}: ${warning}`];
  });
  const isAnnounced = used.some(({ config }) => config.minors?.some((minor) => minor >= announcedMinor));
  printMessages(isAnnounced ? [...notes, announcedText] : notes, terminal);
}

/** True for a layer whose versions count for no file. */
function isOverridden(layer: Layer, layers: readonly Layer[]): boolean {
  const last = layers.findLastIndex(({ config, files }) => files === undefined && config.minors !== undefined);
  return layers.indexOf(layer) < last;
}

/** The layers of the named file, or of the nearest one in the folder and above; none without a file. */
export function readLayers(named: string | undefined, cwd: string): readonly Layer[] {
  if (named === '') throw new UsageError('--config must not be empty. Use a file.');
  const steps = named === undefined ? loadNearest(folderUri(cwd)) : loadNamed(pathToFileURL(resolve(cwd, named)).href);
  const { layers, problems } = load(steps);
  if (problems.length > 0) throw new UsageError(...problems.map((problem) => sentenceOf(problem, cwd)));
  return layers;
}

/** The URI of the nearest settings file, valid or not; undefined without a file. */
export function nearestSettings(folder: string): string | undefined {
  return load(loadNearest(folderUri(folder))).file;
}

export function shownConfigPath(uri: string, cwd: string): string {
  const path = fileURLToPath(uri);
  return slashed(relative(cwd, path) || path);
}

function folderUri(path: string): string {
  return pathToFileURL(path).href.replace(/\/$/, '');
}

function load(steps: Generator<readonly string[], Loaded, readonly SettingsAnswer[]>): Loaded {
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value.map(read));
  return step.value;
}

/** In bytes. */
const largest = 4 * 1024 * 1024;

function read(uri: string): SettingsAnswer {
  try {
    const path = fileURLToPath(uri);
    // Most folders have no settings file, and an exception takes more time than this check.
    const bytes = existsSync(path) ? readNamed(path, largest) : undefined;
    if (bytes === undefined) return undefined;
    if (typeof bytes === 'string') return { cannot: bytes };
    if (!isUtf8(bytes)) return { cannot: 'is not UTF-8 text. Save it as UTF-8.' };
    return readSettingsFile(uri, bytes.toString('utf8'));
  } catch (error) {
    // The URI may have an encoded slash.
    return { cannot: `cannot be read (${reason(error)}). Check the path and its permissions.` };
  }
}

function sentenceOf({ uri, place, message }: LoadProblem, cwd: string): string {
  const name = shownConfigPath(uri, cwd);
  return place
    ? `${name}:${place.line + 1}:${place.character + 1}: ${message}`
    : `The settings file ${name} ${message}`;
}
