/** Decides whether the relabeling rules of a Prometheus job keep the targets of an object, by its namespace and name. */
import { childrenOf, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { valueBelow } from '../value-text.ts';
import { isWrittenName } from './converted-objects.ts';
import { textsAt } from '../../readers/foreign-objects.ts';
import { safePattern } from './safe-pattern.ts';
import type { Match } from '../../readers/label-selectors.ts';
import type { ConversionOutcome } from '../outcome.ts';

/** Returns a function that says whether the job keeps the targets of an object. */
export function keepsTargets(job: Mapping): (object: ConversionOutcome) => Match {
  const lists = [valueOf(job, 'relabel_configs'), valueOf(job, 'relabelings')].filter((each) => each !== undefined);
  const isKnown = !job.isOpen && lists.every((each) => each.kind === 'sequence' && !each.isOpen);
  const rules = lists.flatMap(childrenOf).filter(isFilter);
  return (object) => {
    const matches = rules.map((rule) => keeps(rule, object));
    if (matches.includes('no')) return 'no';
    return isKnown && !matches.includes('unknown') ? 'yes' : 'unknown';
  };
}

/** True for a rule that may drop targets. */
function isFilter(rule: Value): boolean {
  const action = valueBelow(rule, ['action']);
  return rule.kind !== 'mapping' || (action !== undefined && /^(?:keep|drop|$)/i.test(stringOf(action) ?? ''));
}

/** A part of the pattern for each label: `default;kubernetes;https`. */
function keeps(rule: Value, object: ConversionOutcome): Match {
  if (rule.kind !== 'mapping') return 'unknown';
  const action = (stringOf(valueOf(rule, 'action')) ?? '').toLowerCase();
  const labels = textsAt(rule, 'source_labels') ?? textsAt(rule, 'sourceLabels');
  const parts = stringOf(valueOf(rule, 'regex'))?.split(';');
  const isOther = valueOf(rule, 'separator') !== undefined || (action !== 'keep' && action !== 'drop');
  if (isOther || !labels || parts?.length !== labels.length) return 'unknown';
  const matches = labels.map((label, i) => matchPart(parts[i] ?? '', valueOfLabel(label, object)));
  const isMatch = matches.includes('no') ? 'no' : matches.includes('unknown') ? 'unknown' : 'yes';
  if (action === 'keep') return isMatch;
  return isMatch === 'yes' ? 'no' : isMatch === 'no' ? 'yes' : 'unknown';
}

function valueOfLabel(label: string, { namespace, name }: ConversionOutcome): string | undefined {
  if (label === '__meta_kubernetes_namespace') return isWrittenName(namespace) ? namespace : undefined;
  const isName = label === '__meta_kubernetes_service_name' || label === '__meta_kubernetes_endpoints_name';
  return isName && isWrittenName(name) ? name : undefined;
}

function matchPart(pattern: string, value: string | undefined): Match {
  const regex = value === undefined ? undefined : safePattern(pattern);
  if (value === undefined || !regex) return 'unknown';
  return regex.test(value) ? 'yes' : 'no';
}
