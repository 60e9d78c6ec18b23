/** Reads and validates the arguments of library calls. */
import { consumerNames } from './analysis/traffic/consumers/consumers.ts';
import type { TrafficQuery } from './analysis/traffic/report.ts';
import { readVersions, versionsOf } from './config/config.ts';
import { readSeverity } from './config/severities.ts';
import { newestMinor, type Versions } from './contract/version.ts';
import type { Severity } from './lint/rule.ts';
import { nearest } from './text/nearest.ts';
import { listed, quote } from './text/quote.ts';

/** As `WorkspaceOptions` in api.ts, whose declarations use no other file. */
export interface ApiSettings {
  readonly kubernetesVersion?: string;
  readonly severity?: Readonly<Record<string, Severity | 'off'>>;
  readonly mirroring?: boolean;
}

/** A name as a path from the top of the workspace. Throws a TypeError for a value that is not a file path. */
export function readName(name: unknown): string {
  const path = typeof name === 'string' ? name.replaceAll('\\', '/').replace(/^(\.?\/)+/, '') : '';
  // A folder has no text, and a URI cannot hold half of a surrogate pair.
  if (!/(?:^|\/)\.{0,2}$|\p{Surrogate}/u.test(path)) return path;
  throw new TypeError(`The name of a text must be a path such as "k8s/db.yaml", not ${shownValue(name)}.`);
}

/** Validates the options; `more` names those beyond a workspace's. Throws a TypeError for an invalid one. */
export function readApiOptions<T extends ApiSettings>(options: T, more: readonly string[] = []): T {
  if (!isRecord(options)) throw new TypeError(`The options must be an object, not ${shownValue(options)}.`);
  const names = [...more, 'kubernetesVersion', 'severity', 'mirroring'];
  rejectUnknownOptions(options, names);
  const { kubernetesVersion, severity, mirroring } = options;
  rejectUnless(mirroring === undefined || typeof mirroring === 'boolean', 'mirroring', 'true or false', mirroring);
  readApiVersions(kubernetesVersion);
  readLevels(severity);
  return options;
}

/** Throws a TypeError for a value that is not a version, or several between commas. */
export function readApiVersions(version: unknown): Versions {
  if (version === undefined) return versionsOf([newestMinor]);
  if (typeof version !== 'string')
    throw new TypeError(`kubernetesVersion must be a text such as "1.${newestMinor}", not ${shownValue(version)}.`);
  const read = readVersions(version);
  if ('problem' in read) throw new TypeError(`kubernetesVersion: ${read.problem}`);
  return versionsOf(read.minors);
}

function readLevels(levels: unknown): void {
  if (levels === undefined) return;
  if (!isRecord(levels))
    throw new TypeError(`severity must be an object such as { "null-value": "off" }, not ${shownValue(levels)}.`);
  for (const [code, level] of Object.entries(levels)) {
    const read = readSeverity(code, typeof level === 'string' ? level : shownValue(level));
    if (typeof read !== 'string') throw new TypeError(`severity: ${read.problem}`);
  }
}

/** False for a list or a Map, which have no named members. */
function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value);
}

function shownValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return String(value);
  const sort = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return sort === 'Object' ? 'an object' : `a ${sort}`;
}

/** As `TrafficOptions` in api.ts. */
export interface ApiTrafficOptions extends Partial<Omit<TrafficQuery, 'consumer'>> {
  readonly mirroring?: boolean;
  readonly consumer?: string;
}

/** Throws a TypeError for an unknown option or an invalid value. */
export function readTrafficOptions(options: ApiTrafficOptions): ApiTrafficOptions {
  if (!isRecord(options)) throw new TypeError(`The options must be an object, not ${shownValue(options)}.`);
  rejectUnknownOptions(options, ['node', 'zone', 'family', 'mirroring', 'consumer']);
  const { node, zone, family, mirroring, consumer } = options;
  rejectUnless(node === undefined || typeof node === 'string', 'node', 'the name of a node', node);
  rejectUnless(
    zone === undefined || zone === null || typeof zone === 'string',
    'zone',
    'the name of a zone, or null',
    zone,
  );
  rejectUnless(family === undefined || family === 'IPv4' || family === 'IPv6', 'family', '"IPv4" or "IPv6"', family);
  rejectUnless(mirroring === undefined || typeof mirroring === 'boolean', 'mirroring', 'true or false', mirroring);
  if (consumer !== undefined && !consumerNames.includes(consumer)) {
    const meant = nearest(consumer, consumerNames);
    throw new TypeError(
      `There is no consumer ${shownValue(consumer)}. ${meant === undefined ? `There are ${listed(consumerNames)}.` : `Did you mean ${quote(meant)}?`}`,
    );
  }
  return options;
}

/** Throws a TypeError for an unknown option or an invalid value. */
export function readResolveOptions(
  options: Pick<ApiTrafficOptions, 'mirroring'>,
): Pick<ApiTrafficOptions, 'mirroring'> {
  if (isRecord(options)) rejectUnknownOptions(options, ['mirroring']);
  return readTrafficOptions(options);
}

function rejectUnless(isValid: boolean, name: string, what: string, value: unknown): void {
  if (!isValid) throw new TypeError(`${name} must be ${what}, not ${shownValue(value)}.`);
}

function rejectUnknownOptions(options: object, names: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const meant = nearest(name, names);
    throw new TypeError(
      `There is no option ${quote(name)}. ${meant === undefined ? `There are ${listed(names)}.` : `Did you mean ${quote(meant)}?`}`,
    );
  }
}
