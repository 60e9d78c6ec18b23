/** Merges layers of settings (defaults, files, client, command line) into one, wherever they come from. */
import type { AllowedRange, PortRange } from '../contract/allowed-range.ts';
import { defaultManager } from '../contract/endpoint-slice.ts';
import type { Platform } from '../contract/platform.ts';
import {
  announcedMinor,
  inOrder,
  knownMinor,
  newestMinor,
  oldestMinor,
  parseVersion,
  versionName,
  type Versions,
} from '../contract/version.ts';
import type { RelaxedServiceNames, Severities } from '../lint/rule.ts';
import { listed, quote } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import { folderUri, resolveUri } from './location.ts';
import { defaultMaxFileSize, switches, switchNames, type Switch } from './settings.ts';

/** The settings of one layer. Lower layers provide the missing ones. */
export interface Config {
  /** As written, without repetitions, the oldest first: they can be later than the known versions. */
  readonly minors?: readonly number[];
  /** By the codes of rules, without patterns. */
  readonly severities?: Severities;
  readonly relaxedServiceNames?: 'on' | 'off';
  readonly mirroring?: 'on' | 'off';
  readonly platform?: Platform;
  readonly switches?: ReadonlyMap<Switch, boolean>;
  readonly exclude?: readonly string[];
  readonly maxFileSize?: number;
  readonly managedBy?: string;
  /** As in `AllowedRange`. */
  readonly allowedCidrs?: readonly string[];
  readonly allowedPorts?: readonly PortRange[];
  readonly maxWarnings?: number;
  /** A path relative to the folder of the settings file. */
  readonly baseline?: string;
}

export interface Layer {
  readonly config: Config;
  /** The URI of the settings file; undefined for other layers. */
  readonly file?: string;
  /** The files to which it applies, as patterns relative to the folder of the settings file; undefined for all files. */
  readonly files?: readonly string[];
  /** The index of the override in its file, from 0; undefined if it is not an override. */
  readonly override?: number;
  /** The key of each setting in the text of the file, by the same keys as `lines`. */
  readonly places?: ReadonlyMap<string, Span>;
  /** The line of each setting, from 1, by its key; for a severity, the key is `severity.` and the code. */
  readonly lines?: ReadonlyMap<string, number>;
}

/** Patterns as in .gitignore. */
export interface Exclusion {
  /** The URI of the folder to which they are relative; undefined for the searched folder. */
  readonly folder: string | undefined;
  readonly patterns: readonly string[];
}

export interface Settings extends Versions {
  readonly severities: Severities;
  readonly relaxedServiceNames: RelaxedServiceNames;
  /** Whether the cluster mirrors Endpoints to EndpointSlices. */
  readonly mirroring: 'on' | 'off';
  /** The versions of the programs of the cluster, as far as the settings name them. */
  readonly platform: Platform;
  readonly isOn: Readonly<Record<Switch, boolean>>;
  readonly exclude: readonly Exclusion[];
  /** In KiB. */
  readonly maxFileSize: number;
  /** The manager of the slices that a conversion creates. */
  readonly managedBy: string;
  /** Undefined if everything is allowed. */
  readonly allow: AllowedRange | undefined;
  /** Infinity if warnings never make a run fail. */
  readonly maxWarnings: number;
  /** The URI of the baseline, if there is one. */
  readonly baseline: string | undefined;
}

/** Merges layers, whatever their files. Later layers override earlier ones, for severities code by code and for switches one by one. */
export function mergeLayers(layers: readonly Layer[]): Settings {
  const last = <K extends keyof Config>(key: K): Config[K] | undefined =>
    layers.findLast(({ config }) => config[key] !== undefined)?.config[key];
  const set = new Map(layers.flatMap(({ config }) => [...(config.switches ?? [])]));
  const isOn = Object.fromEntries(switchNames.map((name) => [name, set.get(name) ?? switches[name].isOn]));
  const [cidrs, ports] = [last('allowedCidrs'), last('allowedPorts')];
  return {
    allow: cidrs || ports ? { cidrs, ports } : undefined,
    ...versionsOf(last('minors') ?? [newestMinor]),
    severities: new Map(layers.flatMap(({ config }) => [...(config.severities ?? [])])),
    relaxedServiceNames: last('relaxedServiceNames'),
    mirroring: last('mirroring') ?? 'on',
    platform: platformOf(layers, last('minors')?.[0]),
    isOn: isOn as Record<Switch, boolean>,
    exclude: layers.flatMap(exclusionOf),
    maxFileSize: last('maxFileSize') ?? defaultMaxFileSize,
    managedBy: last('managedBy') ?? defaultManager,
    maxWarnings: last('maxWarnings') ?? Infinity,
    baseline: layers.map(baselineOf).findLast((uri) => uri !== undefined),
  };
}

/** The oldest API server counts, unless the platform names another version. */
function platformOf(layers: readonly Layer[], oldest: number | undefined): Platform {
  const own: Platform = oldest === undefined ? {} : { kubernetes: versionName(oldest) };
  return layers.reduce((all, { config }) => ({ ...all, ...config.platform }), own);
}

/** How written versions are read. A single version has no list of versions. */
export function versionsOf(written: readonly number[]): Versions {
  const minors = inOrder(written.map(knownMinor));
  return { minor: minors.at(-1) ?? newestMinor, ...(minors.length > 1 ? { minors } : {}) };
}

function exclusionOf({ config, file }: Layer): readonly Exclusion[] {
  if (!config.exclude || config.exclude.length === 0) return [];
  return [{ folder: file === undefined ? undefined : folderUri(file), patterns: config.exclude }];
}

function baselineOf({ config: { baseline }, file }: Layer): string | undefined {
  return baseline === undefined || file === undefined ? undefined : resolveUri(file, baseline);
}

/** Reads a version, or several between commas. */
export function readVersions(text: string): { readonly minors: readonly number[] } | { readonly problem: string } {
  const minors: number[] = [];
  for (const each of text.split(',')) {
    const minor = parseVersion(each);
    if (minor === undefined) return { problem: versionProblem(each.trim()) };
    minors.push(minor);
  }
  return { minors: inOrder(minors) };
}

function versionProblem(text: string): string {
  const several = text.match(/(?<![\d.])1\.\d+/g) ?? [];
  if (several.length > 1)
    return `${quote(text)} is not a Kubernetes version. Write a comma between two versions: "${several.join(',')}".`;
  return `${quote(text)} is not a supported Kubernetes version. Use 1.${oldestMinor} or later, such as "1.${newestMinor}".`;
}

/** A warning for versions that are not known yet: how they are read. */
export function versionWarning({ config: { minors = [] } }: Layer): string | undefined {
  const later = minors.filter((minor) => minor !== knownMinor(minor));
  if (later.length === 0) return undefined;
  const [are, they] = later.length === 1 ? ['is', 'it is'] : ['are', 'they are'];
  const known = versionName(announcedMinor);
  return `Kubernetes ${listed(later.map(versionName))} ${are} not known, so ${they} read as ${known}. Use 1.${oldestMinor} to ${known}.`;
}
