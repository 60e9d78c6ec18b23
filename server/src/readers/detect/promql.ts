/** Finds expressions that read the metrics of Endpoints: in rules, dashboards, tests of alerts and lists of metrics. */
import { valueOf } from '../../tree/value.ts';
import { everything, inNamespaces, isWrittenName, namedReach, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import { flagsIn, isForPeople, keyAbove, stringsIn, wordSpan, type PlacedString } from '../placed-strings.ts';
import type { FoundReader, Reach } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';

const prefix = 'kube_endpoint_';

export function metricReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const expressions = stringsIn(text).flatMap((placed) => {
    if (!placed.content.includes(prefix) || isForPeople(placed)) return [];
    const uses = isQuery(placed) ? usesIn(placed.content) : isListed(placed) ? namesIn(placed.content) : [];
    const [first] = uses;
    if (!first) return [];
    const reach = joined(uses.map((use) => reachedBy(use, text.uri, estate)));
    return [readerFor(first.name, wordSpan(text, placed, prefix, first.ordinal), reach, isListed(placed))];
  });
  const flags = flagsIn(text, 'metric-(?:allow|white|opt-in-)list').flatMap(({ value, span }) => {
    const [name] = /(?<![\w:])kube_endpoint_\w*/.exec(value) ?? [];
    const at = span.start + value.indexOf(prefix);
    const place = span.end - span.start === value.length ? { start: at, end: at + prefix.length } : span;
    return name === undefined ? [] : [readerFor(name, place, everything(estate, text.uri), true)];
  });
  return [...expressions, ...flags];
}

const queryKey = /(?:expr|expression|query|queries|promql|formula|series)$|^(?:match(?:\[\])?|definition)$/i;

function isQuery(placed: PlacedString): boolean {
  const key = keyAbove(placed);
  // A variable of a dashboard repeats its query as its definition.
  if (key === 'definition' && placed.around[0] && valueOf(placed.around[0], 'query')) return false;
  return queryKey.test(key);
}

const listKey = /(?:allow-?_?list|white-?_?list|include\w*|keep\w*|metrics?|metric_?names?)$/i;

/** A list of metrics to keep, or the rule of a relabeling that keeps them. */
function isListed(placed: PlacedString): boolean {
  const { around, path, content, tree } = placed;
  const [owner] = around;
  const key = keyAbove(placed);
  if (!/^[\w:|()[\].*+?^$\\,\s-]{1,20000}$/.test(content)) return false;
  if (path.some((name) => /deny|drop|exclude|black/i.test(name))) return false;
  if (key === 'regex' && owner) {
    // The text counts, because __name__ looks like a placeholder.
    const labels = valueOf(owner, 'sourceLabels') ?? valueOf(owner, 'source_labels');
    const isName = labels !== undefined && /\b__name__\b/.test(tree.text.slice(labels.span.start, labels.span.end));
    return isName && !/drop/i.test(textAt(owner, 'action') ?? '');
  }
  return listKey.test(key) || (key === 'name' && path.at(-2) === 'metric');
}

interface MetricUse {
  readonly name: string;
  /** How many names of such metrics are before it. */
  readonly ordinal: number;
  /** The text between the braces of its selector. */
  readonly matchers: string;
}

const metric = /kube_endpoint_\w*/g;

function namesIn(content: string): readonly MetricUse[] {
  return [...content.matchAll(metric)].map(([name], ordinal) => ({ name, ordinal, matchers: '' }));
}

/** The metrics that an expression reads: not in its comments, and in strings only as the name of a selector. */
function usesIn(content: string): readonly MetricUse[] {
  const masked = withoutWords(content);
  return [...content.matchAll(metric)].flatMap(({ 0: name, index }, ordinal) => {
    const [before, after] = [masked[index - 1] ?? '', masked[index + name.length] ?? ''];
    if (masked[index] === ' ' || /[\w:]/.test(before) || after === ':') return [];
    return [{ name, ordinal, matchers: matchersAt(content, index, name) }];
  });
}

const stringOrComment = /#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;

/** Blanks comments and strings, except the value of a matcher for the name of a metric. */
function withoutWords(content: string): string {
  return content.replace(stringOrComment, (words: string, index: number) => {
    const isName = /__name__\s{0,4}=~?\s{0,4}$/.test(content.slice(Math.max(0, index - 30), index));
    return isName ? words : ' '.repeat(words.length);
  });
}

function matchersAt(content: string, index: number, name: string): string {
  const behind = content.slice(index + name.length);
  const [, own] = /^\s{0,4}\{([^{}]*)\}/.exec(behind) ?? [];
  if (own !== undefined) return own;
  const before = content.slice(0, index);
  const open = before.lastIndexOf('{');
  if (open <= before.lastIndexOf('}')) return '';
  const close = behind.indexOf('}');
  return content.slice(open + 1, close < 0 ? index : index + name.length + close);
}

/** The values that a matcher allows; undefined for a variable or a pattern. */
function allowedBy(matchers: string, label: string): readonly string[] | undefined {
  const pattern = /(?<![\w:])(\w+)\s{0,4}(=~?)\s{0,4}(?:"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`)/g;
  const found = [...matchers.matchAll(pattern)].find(([, name]) => name === label);
  if (!found) return undefined;
  const [, , operator, ...quoted] = found;
  const value = quoted.find((each) => each !== undefined) ?? '';
  const values = operator === '=~' ? value.split('|') : [value];
  return values.every((each) => isWrittenName(each) && /^[a-z0-9-]+$/.test(each)) ? values : undefined;
}

/** The objects of the series that a selector takes. */
function reachedBy({ matchers }: MetricUse, uri: string, estate: Estate): Reach {
  const ofLabel = (label: string): readonly string[] | undefined =>
    new RegExp(`exported_${label}\\s*=`).test(matchers)
      ? allowedBy(matchers, `exported_${label}`)
      : allowedBy(matchers, label);
  const [namespaces, names] = [ofLabel('namespace'), ofLabel('endpoint')];
  if (!names) return inNamespaces(estate, uri, namespaces);
  const places: readonly (string | undefined)[] = namespaces ?? [undefined];
  return joined(names.flatMap((name) => places.map((namespace) => namedReach(estate, uri, { name, namespace }))));
}

/** Everything that one of the reaches has; what breaks first decides when. */
function joined(reaches: readonly Reach[]): Reach {
  const replaced = reaches.filter(({ when }) => when === 'replaced');
  const all = replaced.find((each) => each.for.includes('*'));
  const chosen = replaced.length > 0 ? replaced : reaches;
  return (
    all ?? {
      for: [...new Set(chosen.flatMap((each) => each.for))],
      objects: [...new Set(chosen.flatMap(({ objects }) => objects))],
      when: replaced.length > 0 ? 'replaced' : 'later',
      certainty: chosen.some(({ certainty }) => certainty === 'certain') ? 'certain' : 'likely',
    }
  );
}

function readerFor(name: string, span: FoundReader['span'], reach: Reach, isList: boolean): FoundReader {
  const what = name === prefix ? 'metrics kube_endpoint_…' : `metric ${name}`;
  const message = isList
    ? `This list names the ${what} of Endpoints, which kube-state-metrics no longer makes by default since 2.18. Add kube_endpointslice_…, and keep both until no expression reads the old one.`
    : `The expression reads the ${what}, ${fateOf(name)}. Use ${successorOf(name)}: its series have the label endpointslice instead of endpoint, and a Service has several.`;
  return { ...reach, span, kind: 'promql-metric', change: 'person', message };
}

function fateOf(name: string): string {
  return /_address_(?:available|not_ready)$/.test(name)
    ? 'which kube-state-metrics removed in 2.14, and which has no series for slices'
    : 'which kube-state-metrics no longer makes by default since 2.18, and never for slices';
}

function successorOf(name: string): string {
  const part = name.slice(prefix.length);
  if (/^(?:info|labels|annotations|created|ports)$/.test(part)) return `kube_endpointslice_${part}`;
  return `kube_endpointslice_endpoints{ready="${part === 'address_not_ready' ? 'false' : 'true'}"}`;
}
