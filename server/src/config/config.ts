/**
 * Settings: what a layer of them says, and how layers become one (defaults, settings files, client, command line). Where a
 * layer comes from is not known here.
 */
import { defaultManager } from '../contract/endpoint-slice.ts';
import { newestMinor, oldestMinor } from '../contract/version.ts';
import type { Severity } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';
import { folderUri, resolveUri } from './location.ts';
import { defaultMaxFileSize, severityLevels, switches, switchNames } from './settings.ts';
import type { Switch } from './settings.ts';

/** What one place says; what it does not say is left to the layers below. */
export interface Config {
  readonly minor?: number;
  readonly severities?: ReadonlyMap<string, Severity | 'off'>;
  readonly switches?: ReadonlyMap<Switch, boolean>;
  readonly exclude?: readonly string[];
  readonly maxFileSize?: number;
  readonly managedBy?: string;
  readonly maxWarnings?: number;
  /** A path, from the folder of the settings file on. */
  readonly baseline?: string;
}

/** A config with the place that it comes from. */
export interface Layer {
  readonly config: Config;
  /** The URI of the settings file; undefined where it is in none. */
  readonly file?: string;
  /** The files that it holds for, as patterns from the folder of the settings file on; all of them where undefined. */
  readonly files?: readonly string[];
  /** Which of the overrides of its file it is, from 0 on; undefined where it is none. */
  readonly override?: number;
  /** The line of each setting that it has, from 1 on, by its key; of a severity by `severity.` and its code. */
  readonly lines?: ReadonlyMap<string, number>;
}

/** Patterns as in .gitignore. */
export interface Exclusion {
  /** The URI of the folder that they count from; undefined for the one that is searched. */
  readonly folder: string | undefined;
  readonly patterns: readonly string[];
}

/** All layers as one. */
export interface Settings {
  readonly minor: number;
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  readonly isOn: Readonly<Record<Switch, boolean>>;
  /** What all layers leave out together. */
  readonly exclude: readonly Exclusion[];
  /** In KiB. */
  readonly maxFileSize: number;
  /** Who looks after the slices that a conversion makes. */
  readonly managedBy: string;
  /** Infinity where warnings never fail a run. */
  readonly maxWarnings: number;
  /** The URI of the baseline; undefined where there is none. */
  readonly baseline: string | undefined;
}

/** The layers as one, whatever files they hold for; later ones win, severities code by code and switches one by one. */
export function mergeLayers(layers: readonly Layer[]): Settings {
  const last = <K extends keyof Config>(key: K): Config[K] | undefined =>
    layers.findLast(({ config }) => config[key] !== undefined)?.config[key];
  const set = new Map(layers.flatMap(({ config }) => [...(config.switches ?? [])]));
  const isOn = Object.fromEntries(switchNames.map((name) => [name, set.get(name) ?? switches[name].isOn]));
  return {
    minor: last('minor') ?? newestMinor,
    severities: new Map(layers.flatMap(({ config }) => [...(config.severities ?? [])])),
    isOn: isOn as Record<Switch, boolean>,
    exclude: layers.flatMap(exclusionOf),
    maxFileSize: last('maxFileSize') ?? defaultMaxFileSize,
    managedBy: last('managedBy') ?? defaultManager,
    maxWarnings: last('maxWarnings') ?? Infinity,
    baseline: layers.map(baselineOf).findLast((uri) => uri !== undefined),
  };
}

function exclusionOf({ config, file }: Layer): readonly Exclusion[] {
  if (!config.exclude || config.exclude.length === 0) return [];
  return [{ folder: file === undefined ? undefined : folderUri(file), patterns: config.exclude }];
}

function baselineOf({ config: { baseline }, file }: Layer): string | undefined {
  return baseline === undefined || file === undefined ? undefined : resolveUri(file, baseline);
}

/** The level that a code is set to, or what is wrong with the two. */
export function readSeverity(code: string, level: string): Severity | 'off' | { readonly problem: string } {
  if (!rules.some((rule) => rule.code === code)) return { problem: noSuchRule(code) };
  const known = severityLevels.find((each) => each === level);
  return known ?? { problem: `${quote(level)} is no level for ${code}. Write ${listed(severityLevels, 'or')}.` };
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
