/** Reads settings from a tree: of a settings file, of an override in it, or of the settings that a client sends. */
import type { Span } from '../text/span.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';
import { stringOf, type Entry, type Mapping, type Value } from '../tree/value.ts';
import type { Config } from './config.ts';
import { extendedPathProblem } from './extended-path.ts';
import {
  patternIn,
  readAllowedCidrs,
  readAllowedPorts,
  readBaseline,
  readExclude,
  readManagedBy,
  readMaxFileSize,
  readMaxWarningsSetting,
  readOnOrOff,
  readPlatform,
  readSeveritiesSetting,
  readVersionSetting,
  rejectRepeated,
  type ValueReading,
} from './read-values.ts';
import { isRule } from './severities.ts';
import { settings, switchNames, type SettingKey, type Switch } from './settings.ts';
import { ownValue } from '../text/own-value.ts';

export interface ConfigProblem {
  readonly span: Span;
  readonly message: string;
}

/** The source of the settings. Only a file can extend others, and an override cannot have every setting. */
export type Where = 'file' | 'override' | 'client';

export interface ReadConfig {
  readonly config: Config;
  readonly problems: readonly ConfigProblem[];
  /** The place of each setting, by its key; for a severity, the key is `severity.` and the code. */
  readonly places: ReadonlyMap<string, Span>;
  readonly extended: readonly Extended[];
  readonly overrides: readonly Override[];
}

/** A reference to another settings file, as written. */
export interface Extended {
  readonly path: string;
  readonly span: Span;
}

interface Override extends Pick<ReadConfig, 'config' | 'places'> {
  readonly files: readonly string[];
}

interface Reading extends ValueReading {
  readonly where: Where;
  readonly switches: Map<Switch, boolean>;
  readonly extended: Extended[];
  readonly overrides: Override[];
}

/** Reads the settings and their problems. The config does not contain invalid settings. */
export function readConfig(value: Value | undefined, where: Where = 'file'): ReadConfig {
  const switches = new Map<Switch, boolean>();
  const read: Omit<Reading, 'where' | 'switches'> = { problems: [], places: new Map(), extended: [], overrides: [] };
  const reading: Reading = { ...read, where, switches };
  let config: Config = {};
  if (value?.kind === 'mapping') {
    rejectRepeated(value, reading);
    for (const entry of value.entries) config = { ...config, ...readSetting(entry, reading) };
  } else if (value)
    read.problems.push({ span: value.span, message: 'Settings must be a mapping. Write "name: value" lines.' });
  return { ...read, config: switches.size > 0 ? { ...config, switches } : config };
}

const readers: Partial<Record<string, (entry: Entry, reading: Reading) => Config>> = {
  kubernetesVersion: readVersionSetting,
  severity: readSeveritiesSetting,
  'allow.cidrs': readAllowedCidrs,
  'allow.ports': readAllowedPorts,
  relaxedServiceNames: readOnOrOff('relaxedServiceNames'),
  mirroring: readOnOrOff('mirroring'),
  platform: readPlatform,
  exclude: readExclude,
  maxFileSize: readMaxFileSize,
  'convert.managedBy': readManagedBy,
  maxWarnings: readMaxWarningsSetting,
  baseline: readBaseline,
  extends: readExtends,
  overrides: readOverrides,
};

function readSetting(entry: Entry, reading: Reading): Config {
  const { name } = entry;
  if (name === '$schema') return {};
  const read = ownValue(readers, name);
  if (read) return isAllowed(entry, name as SettingKey, reading) ? read(entry, reading) : {};
  if (groupNames.has(name)) return readGroup(entry, reading);
  readSwitch(entry, name, reading);
  return {};
}

function isAllowed({ key }: Entry, name: SettingKey, { where, problems }: Reading): boolean {
  const setting = settings.find((each) => each.key === name);
  if (where === 'override' && !setting?.isPerFile) {
    problems.push({ span: key, message: `"${name}" applies to all files. Move it out of "overrides".` });
    return false;
  }
  if (where === 'client' && setting?.isInFilesOnly) {
    problems.push({ span: key, message: `"${name}" is only valid in a settings file. Move it there.` });
    return false;
  }
  return true;
}

const groupNames = new Set(settings.flatMap(({ key }) => (key.includes('.') ? [key.slice(0, key.indexOf('.'))] : [])));

/** What the values of a group are, in words. */
function valuesIn(group: string): string {
  const types = settings.filter(({ key }) => key.startsWith(group)).map(({ schema }) => schema['type']);
  return types.includes('boolean') ? 'true or false' : types.includes('array') ? 'lists' : 'a string';
}

function readGroup({ name, value }: Entry, reading: Reading): Config {
  const { problems } = reading;
  if (value.kind !== 'mapping') {
    const what = `a mapping of ${listed(namesIn(`${name}.`))} to ${valuesIn(`${name}.`)}`;
    problems.push({ span: value.span, message: `"${name}" must be ${what}.` });
    return {};
  }
  rejectRepeated(value, reading);
  let config: Config = {};
  for (const entry of value.entries) {
    const path = `${name}.${entry.name}`;
    const read = ownValue(readers, path);
    if (read) {
      const isRead = isAllowed(entry, path as SettingKey, reading);
      config = isRead ? { ...config, ...read({ ...entry, name: path }, reading) } : config;
    } else readSwitch(entry, path, reading);
  }
  return config;
}

/** Reads a switch. Some clients send `path` as one name with a dot. */
function readSwitch({ key, value }: Entry, path: string, { problems, places, switches }: Reading): void {
  const known = switchNames.find((name) => name === path);
  if (!known) {
    problems.push({ span: key, message: noSuchSetting(path) });
    return;
  }
  // `on` and `off` are accepted, because severities use `off`, too.
  const isOn = value.kind === 'scalar' ? spellings.get(value.text.toLowerCase()) : undefined;
  const written = value.kind === 'scalar' ? `, not ${quote(value.text)}` : '';
  if (isOn === undefined) {
    problems.push({ span: value.span, message: `"${path}" must be true or false${written}.` });
    return;
  }
  switches.set(known, isOn);
  places.set(path, key);
}

const spellings: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', 'off', 'no'].map((word) => [word, false] as const),
]);

function readExtends({ value }: Entry, { problems, extended }: Reading): Config {
  for (const item of value.kind === 'sequence' ? value.items : [value]) {
    const { span } = item;
    const path = stringOf(item);
    const message =
      path === undefined
        ? '"extends" must be the path of a settings file, or a list of paths.'
        : extendedPathProblem(path);
    if (message !== undefined) problems.push({ span, message });
    else if (path !== undefined) extended.push({ path, span });
  }
  return {};
}

function readOverrides({ value }: Entry, { problems, overrides }: Reading): Config {
  if (value.kind !== 'sequence')
    problems.push({ span: value.span, message: '"overrides" must be a list of items with "files" and settings.' });
  for (const item of value.kind === 'sequence' ? value.items : []) {
    if (item.kind !== 'mapping') {
      problems.push({ span: item.span, message: 'An override must be a mapping with "files" and settings.' });
      continue;
    }
    const files = readFiles(item, problems);
    const own = { ...item, entries: item.entries.filter(({ name }) => name !== 'files') };
    const { config, places, problems: found } = readConfig(own, 'override');
    problems.push(...found);
    // An override without valid files is kept, so that the others keep their indexes.
    overrides.push({ files, config, places });
  }
  return {};
}

/** The patterns of the override. If they are invalid, there are none, and the override applies to no file. */
function readFiles(override: Mapping, problems: ConfigProblem[]): readonly string[] {
  const { value } = override.entries.findLast(({ name }) => name === 'files') ?? {};
  const items = value?.kind === 'sequence' ? value.items : value ? [value] : [];
  if (items.length > 0 && items.every((item) => (stringOf(item) ?? '') !== ''))
    return items.flatMap((item) => patternIn(item, problems) ?? []);
  const wayOut = 'Write "files" with a pattern as in .gitignore, or a list of patterns.';
  problems.push({ span: value?.span ?? override.span, message: `An override must name its files. ${wayOut}` });
  return [];
}

function noSuchSetting(path: string): string {
  if (isRule(path)) return `There is no setting ${quote(path)}. It is a rule: set it under "severity".`;
  const group = path.slice(0, path.indexOf('.') + 1);
  const names = namesIn(group).length > 0 ? namesIn(group) : namesIn('');
  const meant = nearest(path.slice(group.length), names);
  const wayOut = meant ? `Did you mean ${quote(meant)}?` : `The settings are ${listed(names)}.`;
  return `There is no setting ${quote(path)}. ${wayOut}`;
}

function namesIn(group: string): readonly string[] {
  const inside = settings.filter(({ key }) => key.startsWith(group)).map(({ key }) => key.slice(group.length));
  return [...new Set(inside.map((name) => name.replace(/\..*$/, '')))];
}
