/** Recognizes the Endpoints of Patroni, and its settings that name them. */
import type { Span } from '../../text/span.ts';
import { entryOf, nestedValue, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { mappingsAt } from '../foreign-objects.ts';

/** The variable that makes Patroni use Endpoints. */
export const patroniVariable = 'PATRONI_KUBERNETES_USE_ENDPOINTS';

/** True for labels or annotations of Patroni. `text` is that of the tree. */
export function isPatroniMetadata(metadata: Value | undefined, text: string): boolean {
  const at = (...path: readonly string[]): string => writtenText(nestedValue(metadata, path), text);
  const labels = nestedValue(metadata, ['labels']);
  const isNamed = labels?.kind === 'mapping' && labels.entries.some(({ name }) => name.endsWith('/patroni'));
  const isLabeled = /^(?:patroni|spilo)$/.test(at('labels', 'application')) || at('labels', 'spilo-role') !== '';
  const isLeader =
    at('annotations', 'leader') !== '' &&
    ['renewTime', 'acquireTime', 'optime', 'ttl'].some((name) => at('annotations', name) !== '');
  const isConfig = /\b(?:loop_wait|retry_timeout|maximum_lag_on_failover)\b/.test(at('annotations', 'config'));
  const isInitialized = /^\d{15,20}$/.test(at('annotations', 'initialize'));
  return isNamed || isLabeled || isLeader || isConfig || isInitialized;
}

/** The text of a scalar, or the source of an expression without its quotes. */
export function writtenText(value: Value | undefined, text: string): string {
  if (value?.kind === 'scalar') return value.value === null ? '' : String(value.value);
  if (value?.kind !== 'opaque') return '';
  const written = text.slice(value.span.start, value.span.end).trim();
  return /^(["']).*\1$/s.test(written) ? written.slice(1, -1) : written;
}

/** The names of the objects of a cluster: the leader's, and what Patroni adds to it. */
export function patroniNames(scope: string): readonly string[] {
  return ['', '-config', '-failover', '-failsafe', '-sync'].map((suffix) => `${scope}${suffix}`);
}

export function isTrueText(value: Value | undefined): boolean {
  return value?.kind === 'scalar' && /^(?:true|yes|on|1)$/i.test(String(value.value));
}

/** A setting that makes Patroni use Endpoints. Spans are in the tree. */
export interface PatroniSetting {
  readonly scope: Value | undefined;
  readonly namespace: string | undefined;
  /** The name of the setting. */
  readonly word: Span;
  /** Its block, or its value. */
  readonly shown: Span;
}

/** In the configuration of Patroni, or in the environment of a container. `labels` are those of the Pods. */
export function patroniSettingIn(mapping: Mapping, labels: Value | undefined): PatroniSetting | undefined {
  const settings = valueOf(mapping, 'kubernetes');
  const entry = settings?.kind === 'mapping' ? entryOf(settings, 'use_endpoints') : undefined;
  if (settings && entry && isTrueText(entry.value)) {
    const namespace = stringOf(nestedValue(settings, ['namespace']));
    return { scope: valueOf(mapping, 'scope'), namespace, word: entry.key, shown: settings.span };
  }
  const variables = ['env', 'extraEnv', 'extraEnvVars', 'environment'].flatMap((name) => mappingsAt(mapping, name));
  const found = (name: string): Mapping | undefined =>
    variables.find((each) => stringOf(valueOf(each, 'name')) === name);
  const at = (name: string): Value | undefined => {
    const variable = found(name);
    return variable && valueOf(variable, 'value');
  };
  const used = found(patroniVariable);
  const [word, value] = ['name', 'value'].map((name) => used && valueOf(used, name));
  if (!word || !value || !isTrueText(value)) return undefined;
  const label = stringOf(at('PATRONI_KUBERNETES_SCOPE_LABEL')) ?? 'cluster-name';
  const scope = at('PATRONI_SCOPE') ?? nestedValue(labels, [label]);
  return { scope, namespace: stringOf(at('PATRONI_KUBERNETES_NAMESPACE')), word: word.span, shown: value.span };
}

/** The labels of a workload's Pods, or of the Pod itself. */
export function labelsOfPods(root: Value): Value | undefined {
  return nestedValue(root, ['spec', 'template', 'metadata', 'labels']) ?? nestedValue(root, ['metadata', 'labels']);
}
