/** Reads the values of single settings, each from its entry; what is wrong with one becomes a sentence. */
import { parseMinor } from '../contract/version.ts';
import type { Severity } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import { stringOf } from '../tree/value.ts';
import type { Entry, Mapping, Value } from '../tree/value.ts';
import { readSeverity, versionProblem } from './config.ts';
import type { Config } from './config.ts';
import { managedByProblem } from './managed-by.ts';
import { patternSchema } from './settings.ts';

/** What has been read so far: problems, and where each setting stands. */
export interface SettingsReading {
  readonly problems: { readonly span: Span; readonly message: string }[];
  readonly places: Map<string, Span>;
}

/** Of two entries with the same name, one would be lost without a word. */
export function refuseRepeated({ entries }: Mapping, { problems }: SettingsReading): void {
  const seen = new Set<string>();
  for (const { name, key, isMerged } of entries) {
    if (isMerged) continue;
    if (seen.has(name))
      problems.push({ span: key, message: `"${name}" is here twice, and only one would count. Make them one.` });
    seen.add(name);
  }
}

/** An unquoted 1.30 is a number to YAML: its source text is what was meant. */
export function readVersionSetting(entry: Entry, said: SettingsReading): Config {
  const text = textOf(entry.value);
  const minor = parseMinor(text);
  return minor === undefined ? refuse(entry, versionProblem(text), said) : take(entry, { minor }, said);
}

export function readSeveritiesSetting(entry: Entry, said: SettingsReading): Config {
  const { name, value } = entry;
  if (value.kind !== 'mapping') return refuse(entry, '"severity" must be a mapping of rule codes to levels.', said);
  refuseRepeated(value, said);
  const severities = new Map<string, Severity | 'off'>();
  for (const { name: code, key, value: own } of value.entries) {
    // YAML 1.1 reads an unquoted `off` as false; its text is what was meant.
    const level = textOf(own);
    const read = readSeverity(code, level);
    if (typeof read === 'string') {
      severities.set(code, read);
      said.places.set(`${name}.${code}`, key);
    } else said.problems.push({ span: level === '' ? key : own.span, message: read.problem });
  }
  return { severities };
}

export function readExclude({ name, key, value }: Entry, { problems, places }: SettingsReading): Config {
  const items = value.kind === 'sequence' ? value.items : [];
  const exclude = items.flatMap((item) => patternIn(item, problems) ?? []);
  if (value.kind === 'sequence' && items.every((item) => stringOf(item) !== undefined)) places.set(name, key);
  else problems.push({ span: value.span, message: '"exclude" must be a list of patterns, written as in .gitignore.' });
  return { exclude };
}

/** The time that a pattern takes grows with every star in the name of one folder or file. */
const mostStars = { inAll: 8, inName: 3 };

/** Undefined for what is no pattern, and for one that cannot be meant or could take for ever; of these it is said. */
export function patternIn(value: Value, problems: SettingsReading['problems']): string | undefined {
  const pattern = stringOf(value);
  const problem = pattern === undefined ? undefined : patternProblem(pattern);
  if (pattern === undefined || problem === undefined) return pattern;
  problems.push({ span: value.span, message: `The pattern ${quote(pattern)} ${problem}` });
  return undefined;
}

function patternProblem(pattern: string): string | undefined {
  if (!new RegExp(patternSchema.pattern).test(pattern))
    return 'matches no file. Write it as in .gitignore, without "./" or "../" at its start.';
  const starsIn = (text: string): number => text.match(/\*+/g)?.length ?? 0;
  const isLong = pattern.length > patternSchema.maxLength || starsIn(pattern) > mostStars.inAll;
  if (!isLong && pattern.split('/').every((name) => starsIn(name) <= mostStars.inName)) return undefined;
  const limits = `${patternSchema.maxLength} characters, ${mostStars.inAll} stars, and ${mostStars.inName} between two slashes`;
  return `has more than ${limits}. Write several.`;
}

export function readMaxFileSize(entry: Entry, said: SettingsReading): Config {
  const maxFileSize = numberOf(entry.value);
  if (Number.isInteger(maxFileSize) && maxFileSize >= 1) return take(entry, { maxFileSize }, said);
  return refuse(entry, '"maxFileSize" must be a whole number of KiB from 1 on.', said);
}

export function readMaxWarningsSetting(entry: Entry, said: SettingsReading): Config {
  const maxWarnings = numberOf(entry.value);
  if (Number.isInteger(maxWarnings) && maxWarnings >= 0) return take(entry, { maxWarnings }, said);
  return refuse(entry, '"maxWarnings" must be a whole number such as 0.', said);
}

export function readBaseline(entry: Entry, said: SettingsReading): Config {
  const baseline = stringOf(entry.value) ?? '';
  if (baseline !== '') return take(entry, { baseline }, said);
  return refuse(entry, '"baseline" must be the path of a file, from this file on.', said);
}

export function readManagedBy(entry: Entry, said: SettingsReading): Config {
  const { name, value } = entry;
  const managedBy = stringOf(value);
  if (managedBy === undefined)
    return refuse(entry, `"${name}" must be a text: who looks after the slices, such as "platform-team".`, said);
  const problem = managedByProblem(managedBy);
  if (problem !== undefined) return refuse(entry, `"${name}": ${quote(managedBy)} ${problem}`, said);
  return take(entry, { managedBy }, said);
}

function take({ name, key }: Entry, config: Config, { places }: SettingsReading): Config {
  places.set(name, key);
  return config;
}

function refuse({ value }: Entry, message: string, { problems }: SettingsReading): Config {
  problems.push({ span: value.span, message });
  return {};
}

function textOf(value: Value): string {
  if (value.kind !== 'scalar') return '';
  return typeof value.value === 'string' ? value.value : value.text;
}

/** NaN for what is no number; a quoted one is none. */
function numberOf(value: Value): number {
  const number = value.kind === 'scalar' ? value.value : undefined;
  return typeof number === 'bigint' || typeof number === 'number' ? Number(number) : Number.NaN;
}
