/**
 * Settings: what can be set, reading them from a tree, and the order in which layers win (defaults, workspace file,
 * client, command line). Where a layer comes from is not known here.
 */
import { newestMinor, oldestMinor, parseMinor } from '../contract/contract.ts';
import type { Severity } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import { nearest } from '../text/nearest.ts';
import { listed, quote } from '../text/quote.ts';
import type { Span } from '../text/span.ts';
import type { Entry, Mapping, Value } from '../tree/value.ts';

/** One layer; what it does not say is left to the layers below. */
export interface Config {
  readonly minor?: number;
  readonly severities?: ReadonlyMap<string, Severity | 'off'>;
}

export interface ConfigProblem {
  readonly span: Span;
  readonly message: string;
}

/** A setting as data: editors, documentation and the schema are made of it. */
export interface Setting {
  readonly key: 'kubernetesVersion' | 'severity';
  readonly doc: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export const configFileNames: readonly string[] = [
  'endpoints.config.yaml',
  'endpoints.config.yml',
  'endpoints.config.json',
];

export const levels: readonly (Severity | 'off')[] = ['off', 'hint', 'info', 'warning', 'error'];

export const settings: readonly Setting[] = [
  {
    key: 'kubernetesVersion',
    doc: `The Kubernetes version whose API server decides, from 1.${oldestMinor}. Versions after 1.${newestMinor} count as 1.${newestMinor}.`,
    schema: { type: 'string', default: `1.${newestMinor}`, pattern: '^v?1\\.\\d+(\\.\\d+)?$' },
  },
  {
    key: 'severity',
    doc: 'The level of each rule, by its code: off, hint, info, warning or error.',
    schema: { type: 'object', default: {}, additionalProperties: { type: 'string', enum: levels } },
  },
];

/** The layer that a tree describes, and what is wrong with it. What is wrong is left out of the layer. */
export function readConfig(value: Value | undefined): { config: Config; problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  let config: Config = {};
  if (value === undefined) return { config, problems };
  if (value.kind !== 'mapping') {
    return { config, problems: [{ span: value.span, message: 'The settings must be "name: value" lines.' }] };
  }
  for (const entry of value.entries) config = { ...config, ...readSetting(entry, problems) };
  return { config, problems };
}

/** The layers as one; later ones win, severities code by code. */
export function mergeConfigs(layers: readonly Config[]): {
  minor: number;
  severities: ReadonlyMap<string, Severity | 'off'>;
} {
  const severities = new Map(layers.flatMap((layer) => [...(layer.severities ?? [])]));
  const minor = layers.findLast((layer) => layer.minor !== undefined)?.minor ?? newestMinor;
  return { minor, severities };
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

function readSetting(entry: Entry, problems: ConfigProblem[]): Config {
  switch (entry.name) {
    case 'kubernetesVersion':
      return readVersion(entry.value, problems);
    case 'severity':
      return readSeverities(entry.value, problems);
    default: {
      const names = settings.map(({ key }) => key);
      const meant = nearest(entry.name, names);
      const wayOut = meant ? `Did you mean ${quote(meant)}?` : `There are ${listed(names)}.`;
      problems.push({ span: entry.key, message: `There is no setting ${quote(entry.name)}. ${wayOut}` });
      return {};
    }
  }
}

/** An unquoted 1.30 is a number to YAML: its source text is what was meant. */
function readVersion(value: Value, problems: ConfigProblem[]): Config {
  const text = value.kind === 'scalar' ? (typeof value.value === 'string' ? value.value : value.text) : '';
  const minor = parseMinor(text);
  if (minor !== undefined) return { minor };
  problems.push({ span: value.span, message: versionProblem(text) });
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
