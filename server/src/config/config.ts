/**
 * Settings: reading them from a tree, and the order in which layers win (defaults, workspace file, client, command
 * line). Where a layer comes from is not known here.
 */
import { defaultManager } from '../contract/endpoint-slice.ts';
import { newestMinor, oldestMinor, parseMinor } from '../contract/version.ts';
import type { Severity } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import { stringOf } from '../tree/value.ts';
import type { Entry, Mapping, Value } from '../tree/value.ts';
import { managedByProblem } from './managed-by.ts';
import { defaultMaxFileSize, levels, settings, switches, switchNames } from './settings.ts';
import type { Switch } from './settings.ts';

/** One layer; what it does not say is left to the layers below. */
export interface Config {
  readonly minor?: number;
  readonly severities?: ReadonlyMap<string, Severity | 'off'>;
  readonly switches?: ReadonlyMap<Switch, boolean>;
  readonly exclude?: readonly string[];
  readonly maxFileSize?: number;
  readonly managedBy?: string;
}

/** All layers as one. */
export interface Settings {
  readonly minor: number;
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  readonly isOn: Readonly<Record<Switch, boolean>>;
  /** What all layers leave out together. */
  readonly exclude: readonly string[];
  /** In KiB. */
  readonly maxFileSize: number;
  /** Who looks after the slices that a conversion makes. */
  readonly managedBy: string;
}

export interface ConfigProblem {
  readonly span: Span;
  readonly message: string;
}

export const configFileNames: readonly string[] = [
  'endpoints.config.yaml',
  'endpoints.config.yml',
  'endpoints.config.json',
];

/** The layer that a tree describes, and what is wrong with it. What is wrong is left out of the layer. */
export function readConfig(value: Value | undefined): { config: Config; problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  let config: Config = {};
  if (value === undefined) return { config, problems };
  if (value.kind !== 'mapping') {
    return { config, problems: [{ span: value.span, message: 'The settings must be "name: value" lines.' }] };
  }
  const set = new Map<Switch, boolean>();
  for (const entry of value.entries) config = { ...config, ...readSetting(entry, set, problems) };
  return { config: set.size > 0 ? { ...config, switches: set } : config, problems };
}

/** The layers as one; later ones win, severities code by code and switches one by one. */
export function mergeConfigs(layers: readonly Config[]): Settings {
  const severities = new Map(layers.flatMap((layer) => [...(layer.severities ?? [])]));
  const minor = layers.findLast((layer) => layer.minor !== undefined)?.minor ?? newestMinor;
  const set = new Map(layers.flatMap((layer) => [...(layer.switches ?? [])]));
  const isOn = Object.fromEntries(switchNames.map((name) => [name, set.get(name) ?? switches[name].isOn]));
  const exclude = [...new Set(layers.flatMap((layer) => layer.exclude ?? []))];
  const maxFileSize = layers.findLast((layer) => layer.maxFileSize !== undefined)?.maxFileSize ?? defaultMaxFileSize;
  const managedBy = layers.findLast((layer) => layer.managedBy !== undefined)?.managedBy ?? defaultManager;
  return { minor, severities, isOn: isOn as Record<Switch, boolean>, exclude, maxFileSize, managedBy };
}

/** The level that a code is set to, or what is wrong with the two. */
export function readSeverity(code: string, level: string): Severity | 'off' | { readonly problem: string } {
  if (!rules.some((rule) => rule.code === code)) return { problem: noSuchRule(code) };
  const known = levels.find((each) => each === level);
  return known ?? { problem: `${quote(level)} is no level for ${code}. Write ${listed(levels, 'or')}.` };
}

/** The sentence for a code that no rule has. */
export function noSuchRule(code: string): string {
  const meant = nearest(
    code,
    rules.map((rule) => rule.code),
  );
  const wayOut = meant ? `Did you mean ${quote(meant)}?` : 'Run "endpoints rules" to see them all.';
  return `There is no rule ${quote(code)}. ${wayOut}`;
}

/** The sentence for a version that cannot be understood. */
export function versionProblem(text: string): string {
  return `${quote(text)} is no Kubernetes version that is known here. Write one from 1.${oldestMinor} on, such as "1.${newestMinor}".`;
}

function readSetting(entry: Entry, set: Map<Switch, boolean>, problems: ConfigProblem[]): Config {
  if (entry.name === 'kubernetesVersion') return readVersion(entry.value, problems);
  if (entry.name === 'severity') return readSeverities(entry.value, problems);
  if (entry.name === 'exclude') return readExclude(entry.value, problems);
  if (entry.name === 'maxFileSize') return readSize(entry.value, problems);
  if (entry.name === 'convert') return readConversion(entry, problems);
  if (entry.name === managedByKey) return readManagedBy(entry.value, problems);
  if (switchNames.some((name) => name.startsWith(`${entry.name}.`))) readGroup(entry, set, problems);
  else readSwitch(entry, entry.name, set, problems);
  return {};
}

function readGroup({ name, value }: Entry, set: Map<Switch, boolean>, problems: ConfigProblem[]): void {
  if (value.kind === 'mapping') {
    for (const entry of value.entries) readSwitch(entry, `${name}.${entry.name}`, set, problems);
    return;
  }
  const message = `"${name}" must be a mapping of ${listed(namesIn(`${name}.`))} to true or false.`;
  problems.push({ span: value.span, message });
}

/** `path` may be written with a dot, too, as some clients send it. */
function readSwitch({ key, value }: Entry, path: string, set: Map<Switch, boolean>, problems: ConfigProblem[]): void {
  const known = switchNames.find((name) => name === path);
  if (!known) problems.push({ span: key, message: noSuchSetting(path) });
  else {
    // Whoever has written a severity "off" writes so here, too.
    const isOn = value.kind === 'scalar' ? spellings.get(value.text.toLowerCase()) : undefined;
    const written = value.kind === 'scalar' ? `, not ${quote(value.text)}` : '';
    if (isOn !== undefined) set.set(known, isOn);
    else problems.push({ span: value.span, message: `"${path}" must be true or false${written}.` });
  }
}

const spellings: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', 'off', 'no'].map((word) => [word, false] as const),
]);

function noSuchSetting(path: string): string {
  const group = path.slice(0, path.indexOf('.') + 1);
  const names = namesIn(group).length > 0 ? namesIn(group) : namesIn('');
  const meant = nearest(path.slice(group.length), names);
  const wayOut = meant ? `Did you mean ${quote(meant)}?` : `There are ${listed(names)}.`;
  return `There is no setting ${quote(path)}. ${wayOut}`;
}

const managedByKey = 'convert.managedBy';

function readConversion({ name, value }: Entry, problems: ConfigProblem[]): Config {
  if (value.kind !== 'mapping') {
    problems.push({
      span: value.span,
      message: `"${name}" must be a mapping of ${listed(namesIn(`${name}.`))} to a text.`,
    });
    return {};
  }
  let config: Config = {};
  for (const entry of value.entries) {
    const path = `${name}.${entry.name}`;
    if (path === managedByKey) config = { ...config, ...readManagedBy(entry.value, problems) };
    else problems.push({ span: entry.key, message: noSuchSetting(path) });
  }
  return config;
}

function readManagedBy(value: Value, problems: ConfigProblem[]): Config {
  const text = stringOf(value);
  if (text === undefined) {
    const message = `"${managedByKey}" must be a text: who looks after the slices, such as "platform-team".`;
    problems.push({ span: value.span, message });
    return {};
  }
  const problem = managedByProblem(text);
  if (problem === undefined) return { managedBy: text };
  problems.push({ span: value.span, message: `"${managedByKey}": ${quote(text)} ${problem}` });
  return {};
}

/** The names that may stand in a group, or outside of all groups. */
function namesIn(group: string): readonly string[] {
  const inside = settings.filter(({ key }) => key.startsWith(group)).map(({ key }) => key.slice(group.length));
  return [...new Set(inside.map((name) => name.replace(/\..*$/, '')))];
}

/** An unquoted 1.30 is a number to YAML: its source text is what was meant. */
function readVersion(value: Value, problems: ConfigProblem[]): Config {
  const text = value.kind === 'scalar' ? (typeof value.value === 'string' ? value.value : value.text) : '';
  const minor = parseMinor(text);
  if (minor !== undefined) return { minor };
  problems.push({ span: value.span, message: versionProblem(text) });
  return {};
}

function readExclude(value: Value, problems: ConfigProblem[]): Config {
  const items = value.kind === 'sequence' ? value.items : [];
  const exclude = items.flatMap((item) => stringOf(item) ?? []);
  if (value.kind === 'sequence' && exclude.length === items.length) return { exclude };
  problems.push({ span: value.span, message: '"exclude" must be a list of patterns, written as in .gitignore.' });
  return { exclude };
}

function readSize(value: Value, problems: ConfigProblem[]): Config {
  const size = value.kind === 'scalar' ? Number(value.value) : Number.NaN;
  if (Number.isInteger(size) && size > 0) return { maxFileSize: size };
  problems.push({ span: value.span, message: '"maxFileSize" must be a whole number of KiB from 1 on.' });
  return {};
}

function readSeverities(value: Value, problems: ConfigProblem[]): Config {
  if (value.kind !== 'mapping') {
    problems.push({ span: value.span, message: '"severity" must be a mapping of rule codes to levels.' });
    return {};
  }
  const severities = new Map<string, Severity | 'off'>();
  for (const entry of value.entries) {
    const level = levelOf(entry.value);
    const read = readSeverity(entry.name, level);
    if (typeof read === 'string') severities.set(entry.name, read);
    else problems.push({ span: level === '' ? entry.key : entry.value.span, message: read.problem });
  }
  return { severities };
}

/** YAML 1.1 reads an unquoted `off` as false; its text is what was meant. */
function levelOf(value: Value): string {
  if (value.kind !== 'scalar') return '';
  return typeof value.value === 'string' ? value.value : value.text;
}

/** Plain data, as a client sends it, as a tree without places. */
export function treeOf(data: unknown): Value {
  const span = { start: 0, end: 0 };
  if (Array.isArray(data)) {
    return { kind: 'sequence', span, items: data.map(treeOf), style: 'flow', isOpen: false, isAlias: false };
  }
  if (typeof data === 'object' && data !== null) {
    const entries = Object.entries(data).flatMap(([name, value]): Entry[] =>
      value === null || value === undefined
        ? []
        : [{ name, keyText: name, key: span, value: treeOf(value), isMerged: false, isOpaqueKey: false }],
    );
    return { kind: 'mapping', span, entries, style: 'flow', isOpen: false, isAlias: false } satisfies Mapping;
  }
  const value = typeof data === 'string' || typeof data === 'boolean' || typeof data === 'number' ? data : null;
  return { kind: 'scalar', span, value, text: String(data), isAlias: false };
}
