/** Reads the value of each setting from its entry, and collects a message for each invalid one. */
import { readCidr, readPortRange } from '../contract/allowed-range.ts';
import {
  parseProgramVersion,
  platformProgramNames,
  platformPrograms,
  type PlatformProgram,
} from '../contract/platform.ts';
import { inOrder, newestMinor } from '../contract/version.ts';
import type { Severity } from '../lint/rule.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import { stringOf, type Entry, type Mapping, type Value } from '../tree/value.ts';
import { readVersions, type Config } from './config.ts';
import { managedByProblem } from './managed-by.ts';
import { perRule, readSeverity } from './severities.ts';
import { patternSchema } from './settings.ts';

export interface ValueReading {
  readonly problems: { readonly span: Span; readonly message: string }[];
  readonly places: Map<string, Span>;
}

/** Reports entries with the same name, because only one of them would apply. */
export function rejectRepeated({ entries }: Mapping, { problems }: ValueReading): void {
  const seen = new Set<string>();
  for (const { name, key, isMerged } of entries) {
    if (isMerged) continue;
    if (seen.has(name))
      problems.push({ span: key, message: `"${name}" appears twice, and only one would apply. Merge them.` });
    seen.add(name);
  }
}

/** Reads a version, or several in a list or between commas. Reads the source text: YAML reads 1.30 as the number 1.3. */
export function readVersionSetting(entry: Entry, reading: ValueReading): Config {
  const { value } = entry;
  const minors: number[] = [];
  const items = value.kind === 'sequence' ? value.items : [value];
  if (items.length === 0 || !items.every((item) => item.kind === 'scalar')) {
    const problem = `"${entry.name}" must be a version such as "1.${newestMinor}", or a list of versions.`;
    return reject(entry, problem, reading);
  }
  for (const item of items) {
    const read = readVersions(textOf(item));
    if ('problem' in read) return reject({ ...entry, value: item }, read.problem, reading);
    minors.push(...read.minors);
  }
  return accept(entry, { minors: inOrder(minors) }, reading);
}

export function readSeveritiesSetting(entry: Entry, reading: ValueReading): Config {
  const { name, value } = entry;
  if (value.kind !== 'mapping')
    return reject(entry, '"severity" must be a mapping of rule codes to severities.', reading);
  rejectRepeated(value, reading);
  const read: [string, { readonly level: Severity | 'off'; readonly key: Span }][] = [];
  for (const { name: code, key, value: own } of value.entries) {
    // The source text, because YAML 1.1 reads an unquoted `off` as false.
    const level = textOf(own);
    const severity = readSeverity(code, level);
    if (typeof severity === 'string') read.push([code, { level: severity, key }]);
    else reading.problems.push({ span: severity.isCode || level === '' ? key : own.span, message: severity.problem });
  }
  const severities = perRule(read);
  for (const [code, { key }] of severities) reading.places.set(`${name}.${code}`, key);
  return { severities: new Map([...severities].map(([code, { level }]) => [code, level])) };
}

/** Reads the source text, because YAML 1.1 reads an unquoted `on` as true. */
export function readOnOrOff(name: 'relaxedServiceNames' | 'mirroring') {
  return (entry: Entry, reading: ValueReading): Config => {
    const text = textOf(entry.value);
    // VS Code sends an empty text for a setting without a default.
    if (stringOf(entry.value) === '') return {};
    if (text === 'on' || text === 'off') return accept(entry, { [name]: text }, reading);
    return reject(entry, `"${name}" must be on or off.`, reading);
  };
}

/** Reads the source text, because YAML reads 1.30 as the number 1.3. */
export function readPlatform(entry: Entry, reading: ValueReading): Config {
  const { value } = entry;
  if (value.kind !== 'mapping')
    return reject(
      entry,
      '"platform" must be a mapping of programs to versions, such as prometheusOperator: "0.90".',
      reading,
    );
  rejectRepeated(value, reading);
  const platform: { [program in PlatformProgram]?: string } = {};
  for (const { name, key, value: own } of value.entries) {
    const program = platformProgramNames.find((each) => each === name);
    const version = textOf(own);
    if (!program) {
      const meant = nearest(name, platformProgramNames);
      const wayOut = meant ? `Did you mean "${meant}"?` : `Use ${listed(platformProgramNames, 'or')}.`;
      reading.problems.push({ span: key, message: `"platform" has no program ${quote(name)}. ${wayOut}` });
    } else if (parseProgramVersion(version)) platform[program] = version;
    else {
      const title = platformPrograms[program];
      const wrong = own.kind === 'scalar' ? `${quote(version)} is not a version` : 'Give one version';
      reading.problems.push({ span: own.span, message: `${wrong} of ${title}. Write it as "1.30".` });
    }
  }
  return accept(entry, { platform }, reading);
}

export function readExclude({ name, key, value }: Entry, { problems, places }: ValueReading): Config {
  const items = value.kind === 'sequence' ? value.items : [];
  const exclude = items.flatMap((item) => patternIn(item, problems) ?? []);
  if (value.kind === 'sequence' && items.every((item) => stringOf(item) !== undefined)) places.set(name, key);
  else problems.push({ span: value.span, message: '"exclude" must be a list of patterns as in .gitignore.' });
  return { exclude };
}

/** An invalid block makes the whole list invalid: without it, its addresses would be reported. */
export function readAllowedCidrs(entry: Entry, reading: ValueReading): Config {
  const { value } = entry;
  if (value.kind !== 'sequence')
    return reject(entry, `"${entry.name}" must be a list of CIDR blocks such as "10.0.0.0/8".`, reading);
  const read = value.items.map((item) => readCidr(textOf(item)));
  const cidrs = read.flatMap((each) => ('cidr' in each ? each.cidr : []));
  for (const [i, item] of value.items.entries()) {
    const each = read[i];
    if (each && 'problem' in each)
      reject({ ...entry, value: item }, `"${entry.name}": ${quote(textOf(item))} ${each.problem}`, reading);
  }
  return cidrs.length === read.length ? accept(entry, { allowedCidrs: cidrs }, reading) : {};
}

export function readAllowedPorts(entry: Entry, reading: ValueReading): Config {
  const { value } = entry;
  if (value.kind !== 'sequence')
    return reject(entry, `"${entry.name}" must be a list of ports such as 443 and "5000-6000".`, reading);
  const ports = value.items.flatMap((item) => {
    const range = readPortRange(textOf(item));
    if (range) return [range];
    const wayOut = 'Write a number from 1 to 65535, or a range such as "5000-6000".';
    reject({ ...entry, value: item }, `"${entry.name}": ${quote(textOf(item))} is not a port. ${wayOut}`, reading);
    return [];
  });
  return ports.length === value.items.length ? accept(entry, { allowedPorts: ports }, reading) : {};
}

/** Undefined for a value that is not a string, and for a pattern that matches nothing or is too long, which is reported. */
export function patternIn(value: Value, problems: ValueReading['problems']): string | undefined {
  const pattern = stringOf(value);
  const problem = pattern === undefined ? undefined : patternProblem(pattern);
  if (pattern === undefined || problem === undefined) return pattern;
  problems.push({ span: value.span, message: `The pattern ${quote(pattern)} ${problem}` });
  return undefined;
}

function patternProblem(pattern: string): string | undefined {
  if (!new RegExp(patternSchema.pattern).test(pattern))
    return 'matches no file. Write it as in .gitignore, without "./" or "../" at its start.';
  if (pattern.length <= patternSchema.maxLength) return undefined;
  return `has more than ${patternSchema.maxLength} characters. Split it into several patterns.`;
}

export function readMaxFileSize(entry: Entry, reading: ValueReading): Config {
  const maxFileSize = numberOf(entry.value);
  if (Number.isInteger(maxFileSize) && maxFileSize >= 1) return accept(entry, { maxFileSize }, reading);
  return reject(entry, '"maxFileSize" must be a whole number of KiB, at least 1.', reading);
}

export function readMaxWarningsSetting(entry: Entry, reading: ValueReading): Config {
  const maxWarnings = numberOf(entry.value);
  if (Number.isInteger(maxWarnings) && maxWarnings >= 0) return accept(entry, { maxWarnings }, reading);
  return reject(entry, '"maxWarnings" must be a whole number, such as 0.', reading);
}

export function readBaseline(entry: Entry, reading: ValueReading): Config {
  const baseline = stringOf(entry.value) ?? '';
  if (baseline !== '') return accept(entry, { baseline }, reading);
  return reject(entry, '"baseline" must be the path of a file, relative to this file.', reading);
}

export function readManagedBy(entry: Entry, reading: ValueReading): Config {
  const { name, value } = entry;
  const managedBy = stringOf(value);
  if (managedBy === undefined)
    return reject(entry, `"${name}" must be a string: the manager of the slices, such as "platform-team".`, reading);
  const problem = managedByProblem(managedBy);
  if (problem !== undefined) return reject(entry, `"${name}": ${quote(managedBy)} ${problem}`, reading);
  return accept(entry, { managedBy }, reading);
}

function accept({ name, key }: Entry, config: Config, { places }: ValueReading): Config {
  places.set(name, key);
  return config;
}

function reject({ value }: Entry, message: string, { problems }: ValueReading): Config {
  problems.push({ span: value.span, message });
  return {};
}

function textOf(value: Value): string {
  if (value.kind !== 'scalar') return '';
  return typeof value.value === 'string' ? value.value : value.text;
}

/** NaN for a value that is not a number; a quoted number is a string. */
function numberOf(value: Value): number {
  const number = value.kind === 'scalar' ? value.value : undefined;
  return typeof number === 'bigint' || typeof number === 'number' ? Number(number) : Number.NaN;
}
